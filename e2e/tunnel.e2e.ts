// In the middle of everything the line goes dead, as in a tunnel: nothing is closed, nothing comes.
// The app says so, keeps what was typed, shows no number that is not so, comes back by itself, and
// what was pressed meanwhile has happened once (T01, F11). Longer ones: long-tunnel.phone.e2e.ts.
import { makeFundedMember } from "./funds.ts";
import { expect, test } from "./line.ts";
import { logInElsewhere } from "./people.ts";
import {
  askServer,
  BACK_WITHIN_MS,
  orderInTunnel,
  passThrough,
  SAID_WITHIN_MS,
} from "./tunnels.ts";

const SECONDS = 5;

test("T01 a tunnel of 5 s in the middle of an order: said, survived, ordered once", async ({
  page,
  complaints,
  door,
  ticket,
  shell,
  orders,
  ownLine,
}) => {
  test.setTimeout(120_000);
  await door.enterDemo();
  complaints.expectNetworkLoss();
  await orderInTunnel({ page, ticket, shell, orders, line: ownLine }, SECONDS);
});

test("a tunnel in the middle of a form: what was typed stays, and is reported once", async ({
  page,
  complaints,
  door,
  cashier,
  shell,
  ownLine,
}) => {
  test.setTimeout(120_000);
  const member = await makeFundedMember(ownLine.platform, { name: "tunnel", usd: "100" });
  await door.enterAs(member, "/mine/charge");
  await cashier.field("amount").fill("77");
  complaints.expectNetworkLoss();
  await passThrough(ownLine, SECONDS, async () => {
    await cashier.submit();
    await expect(shell.reconnectingBar).toBeVisible({ timeout: SAID_WITHIN_MS });
    await expect(cashier.field("amount")).toHaveValue("77");
  });
  await expect(shell.reconnectingBar).toBeHidden({ timeout: BACK_WITHIN_MS });
  const token = await logInElsewhere(ownLine.platform, member);
  const reported = async () =>
    (await askServer(ownLine, "/api/quickCharge/quick_ist?page=1", token)).total;
  await expect.poll(reported, { timeout: BACK_WITHIN_MS }).toBe(2);
  await expect(page.getByText("77").first(), "it stands among the records").toBeVisible();
  expect(await reported(), "the first hundred and this one").toBe(2);
});
