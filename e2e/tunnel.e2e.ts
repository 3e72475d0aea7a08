// In the middle of everything the line goes dead, as in a tunnel: nothing is closed, nothing comes.
// The app says so, keeps what was typed, shows no number that is not so, comes back by itself, and
// what was pressed meanwhile has happened once (T01, F11). `npm run test:full` also stays in the
// tunnel for five minutes.
import type { Page } from "@playwright/test";
import { makeFundedMember } from "./funds.ts";
import { expect, type Line, test } from "./line.ts";
import { logInElsewhere } from "./people.ts";

const TUNNELS_SEC = process.env.FULL ? [5, 30, 300] : [5, 30];
/** Silence is noticed after three seconds, and told when it is more than a stumble. */
const SAID_WITHIN_MS = 15_000;
const BACK_WITHIN_MS = 60_000;

const sleep = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

/** Into the tunnel, whatever is done in there, and out of it so many seconds later. */
async function passThrough(line: Line, seconds: number, inside: () => Promise<void>) {
  const endsAtMs = Date.now() + seconds * 1_000;
  line.cut();
  await inside();
  await sleep(Math.max(0, endsAtMs - Date.now()));
  line.mend();
}

/** How many orders and deposits the server has, asked over a line that is whole. */
async function countOf(line: Line, { path, token }: { path: string; token: string }) {
  const response = await fetch(line.platform.origin + path, {
    headers: { lang: "en", authorization: token },
  });
  return (await response.json()).data;
}

async function tokenOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => localStorage.getItem("truetick.session"));
  return JSON.parse(kept ?? "{}").token;
}

for (const seconds of TUNNELS_SEC) {
  test(`T01 a tunnel of ${seconds} s in the middle of an order: said, survived, ordered once`, async ({
    page,
    complaints,
    door,
    ticket,
    shell,
    orders,
    ownLine,
  }) => {
    test.setTimeout(seconds * 1_000 + 150_000);
    await door.enterDemo();
    await ticket.open("EURUSD", "buy");
    await ticket.lots.fill("0.03");
    complaints.expectNetworkLoss();
    await passThrough(ownLine, seconds, async () => {
      await ticket.act.click();
      await expect(shell.reconnectingBar, "it is said").toBeVisible({ timeout: SAID_WITHIN_MS });
      await expect(page.locator("[data-cut=true]").first(), "prices are greyed").toBeVisible();
      await expect(ticket.lots, "what was typed stays").toHaveValue("0.03");
    });
    await expect(shell.reconnectingBar).toBeHidden({ timeout: BACK_WITHIN_MS });
    await expect(ticket.toast(/0\.03 EUR\/USD .* 1\.\d{5}/)).toBeVisible({
      timeout: BACK_WITHIN_MS,
    });
    await shell.goTo("orders");
    await expect(orders.rows).toHaveCount(1);
    const token = await tokenOf(page);
    const held = await countOf(ownLine, { path: "/v1/api/forex/my_deal?status=1&page=1", token });
    expect(held.total, "ordered once").toBe(1);
    const shown = await page.evaluate(() => performance.getEntriesByType("navigation").length);
    expect(shown, "nothing was loaded again").toBe(1);
  });
}

test("a tunnel of 30 s in the middle of a form: what was typed stays, and is reported once", async ({
  page,
  complaints,
  door,
  cashier,
  shell,
  ownLine,
}) => {
  test.setTimeout(180_000);
  const member = await makeFundedMember(ownLine.platform, { name: "tunnel", usd: "100" });
  await door.enterAs(member, "/mine/charge");
  await cashier.field("amount").fill("77");
  complaints.expectNetworkLoss();
  await passThrough(ownLine, 30, async () => {
    await cashier.submit();
    await expect(shell.reconnectingBar).toBeVisible({ timeout: SAID_WITHIN_MS });
    await expect(cashier.field("amount")).toHaveValue("77");
  });
  await expect(shell.reconnectingBar).toBeHidden({ timeout: BACK_WITHIN_MS });
  const token = await logInElsewhere(ownLine.platform, member);
  const path = "/api/quickCharge/quick_ist?page=1";
  const reported = async () => (await countOf(ownLine, { path, token })).total;
  await expect.poll(reported, { timeout: BACK_WITHIN_MS }).toBe(2);
  await expect(page.getByText("77").first(), "it stands among the records").toBeVisible();
  expect(await reported(), "the first hundred and this one").toBe(2);
});
