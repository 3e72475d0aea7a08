// Copying somebody, from being listed to having the cash back: the leader acts in a browser of his
// own and the follower's page shows it without a reload. Sizes are the rule's, to the lot step;
// money is exact, to the millionth. Everything is read in the reader's own words.
import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, STILL_MAX_MS, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import {
  accountOf,
  buy,
  followOf,
  list,
  millionths,
  newAlias,
  openDemo,
  type Trader,
} from "./leaders.ts";
import { CopyingPage } from "./pages/copying.ts";
import { OrdersPage } from "./pages/orders.ts";
import { Ticket } from "./pages/ticket.ts";
import type { Texts } from "./texts.ts";

type Reading = { readonly language: string; readonly texts: Texts };

const STEP = 0.01;
const DEMO_CASH = 10_000_000_000n;
const STOPPED = 4;

/** The rule: the leader's lots by the follow's equity over the leader's, cut to the lot step. */
async function copyOf(leader: Trader, lots: number, followEquity: string): Promise<string> {
  const { NetValue } = await accountOf(leader);
  const share = (lots * Number(followEquity)) / Number(NetValue);
  return (Math.floor(share / STEP) * STEP).toFixed(2);
}

/** The leader's own window, where he is listed by the screen that says what everybody will see. */
async function listOnScreen(
  browser: Browser,
  leader: Trader,
  { alias, language, texts }: Reading & { readonly alias: string },
): Promise<Page> {
  const window = await browser.newContext({ baseURL: leader.platform.origin });
  await window.addInitScript(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) {
        localStorage.setItem(`truetick.${name}`, value);
      }
    },
    { session: leader.session, language },
  );
  const page = await window.newPage();
  await page.goto("/rank/lead");
  await expect(page.getByText(texts("ranking.listing.unseen.money"))).toBeVisible();
  await page.locator('input[name="alias"]').fill(alias);
  await page.getByText(texts("ranking.listing.agree"), { exact: true }).click();
  await page.getByRole("button", { name: texts("ranking.listing.join") }).click();
  await expect(page.getByText(alias, { exact: true })).toBeVisible();
  return page;
}

/**
 * In his own window the leader opens, sets stops, closes a part, then the rest: the open copy does
 * the same each time.
 */
async function expectFollowing(
  { leader, leaderPage }: { readonly leader: Trader; readonly leaderPage: Page },
  copying: CopyingPage,
  texts: Texts,
) {
  const [ticket, orders] = [new Ticket(leaderPage, texts), new OrdersPage(leaderPage, texts)];
  await ticket.open("EURUSD", "buy");
  await ticket.lots.fill("0.10");
  await ticket.act.click();
  await expect(ticket.toast(/0\.10 EUR\/USD/)).toBeVisible();
  const lots = await copyOf(leader, 0.1, "2500");
  expect(lots, "a quarter of the lots, cut to the step").toBe("0.02");
  await expect(copying.rows).toHaveCount(1);
  await expect(copying.rows).toContainText(texts("orders.size", { lots }));
  await orders.open("holding");
  await orders.openFirst();
  await orders.level("stopLoss").fill("0.90000");
  await orders.level("takeProfit").fill("1.50000");
  await orders.setStops();
  await expect(copying.rows).toContainText("0.90000");
  await expect(copying.rows).toContainText("1.50000");
  await orders.closePart("0.05");
  await expect(copying.rows).toContainText(texts("orders.size", { lots: "0.01" }));
  await orders.openFirst();
  await orders.end("closePosition");
  await expect(copying.rows).toHaveCount(0);
  await copying.view("history");
  await expect(copying.rows).toHaveCount(2);
  await expect(copying.rows.first()).toContainText(texts("closeReasons.copy"));
}

/** Too small a copy is skipped, with the reason and the numbers. */
async function expectSkipped(leader: Trader, copying: CopyingPage, texts: Texts): Promise<void> {
  await buy(leader, "0.03");
  await copying.view("skipped");
  await expect(copying.rows).toHaveCount(1);
  await expect(copying.rows).toContainText("0.03");
  for (const words of texts("reasons.COPY_TOO_SMALL", { lotsMin: "0.01" }).split("{lots}")) {
    await expect(copying.rows).toContainText(words.trim());
  }
}

/** Everything that is open is closed, and main account and follow agree to the last millionth. */
async function expectCashBack(follower: Trader, id: string): Promise<void> {
  const { profit, cash, status } = await followOf(follower, id);
  expect([status, millionths(cash)]).toEqual([STOPPED, 0n]);
  expect(millionths((await accountOf(follower)).Cash)).toBe(DEMO_CASH + millionths(profit));
}

async function expectNothingBeside(page: Page): Promise<void> {
  const beside = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(beside, "nothing stands beside the screen").toBeLessThanOrEqual(0);
}

inLanguages({ en: "desktop", hk: "phone", ar: "phone" }, (language) => {
  // Nothing moves while axe reads.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("copies match the leader's orders to the lot step, live, and the cash comes back", async ({
    page,
    browser,
    platform,
    texts,
  }) => {
    test.setTimeout(120_000);
    const leader = await openDemo(platform);
    const follower = await openDemo(platform);
    const alias = newAlias("river");
    await list(await openDemo(platform), newAlias("north"));
    const leaderPage = await listOnScreen(browser, leader, { alias, language, texts });

    await page.addInitScript((session) => {
      localStorage.setItem("truetick.session", session);
    }, follower.session);
    await page.goto("/rank");
    const copying = new CopyingPage(page, texts);
    await copying.findTrader(alias);
    await expect(page.getByText(texts("ranking.warnings.young"), { exact: true })).toBeVisible();
    await expect(page.getByText(texts("ranking.rules.risk"), { exact: true })).toBeVisible();
    await expectAccessible(page);
    const id = await copying.start(alias, "2500");
    await expect(copying.status("copying")).toBeVisible();
    expect(millionths((await accountOf(follower)).Cash)).toBe(7_500_000_000n);

    await expectFollowing({ leader, leaderPage }, copying, texts);
    await expectSkipped(leader, copying, texts);
    await copying.act("pause");
    await expect(copying.status("paused")).toBeVisible();
    await copying.act("resume");
    await expect(copying.status("copying")).toBeVisible();

    // One more, and the end. The leader saw totals, and nobody's name.
    await buy(leader, "0.20");
    await copying.view("holding");
    await expect(copying.rows).toHaveCount(1, { timeout: STILL_MAX_MS });
    await expectAccessible(page);
    await expectNothingBeside(page);
    await leaderPage.goto("/rank/lead");
    await expect(leaderPage.getByText(/^2,4\d\d\.\d\d$|^2,500\.\d\d$/)).toBeVisible();
    await copying.act("stop");
    const sheet = copying.sheet("stop");
    await expect(sheet.getByText(texts("copy.stop.texts.close"))).toBeVisible();
    await sheet.locator("button[type=submit]").click();
    await expect(copying.status("stopped")).toBeVisible();
    await expectCashBack(follower, id);
    await page.goto("/copy");
    await expect(page.getByText(texts("copy.stopReasons.owner"), { exact: true })).toBeVisible();
    await expectNothingBeside(page);
    await leaderPage.context().close();
  });
});
