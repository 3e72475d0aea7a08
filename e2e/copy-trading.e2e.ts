// Copying somebody, from being listed to having the cash back, on phone and desktop: the leader
// acts elsewhere and the follower's page shows it without a reload. Sizes are the rule's, to the
// lot step; money is exact, to the millionth.
import { expect, STILL_MAX_MS, test } from "./journey.ts";
import {
  accountOf,
  buy,
  closeOrder,
  followOf,
  list,
  millionths,
  newAlias,
  openDemo,
  setStops,
  type Trader,
} from "./leaders.ts";
import { CopyingPage } from "./pages/copying.ts";

const STEP = 0.01;

/** The rule: the leader's lots by the follow's equity over the leader's, cut to the lot step. */
async function copyOf(leader: Trader, lots: number, followEquity: string): Promise<string> {
  const { NetValue } = await accountOf(leader);
  const share = (lots * Number(followEquity)) / Number(NetValue);
  return (Math.floor(share / STEP) * STEP).toFixed(2);
}

test("copies match the leader's orders to the lot step, live, and the cash comes back", async ({
  page,
  browser,
  platform,
  texts,
  language,
}) => {
  test.setTimeout(120_000);
  const leader = await openDemo(platform);
  const other = await openDemo(platform);
  const follower = await openDemo(platform);
  const alias = newAlias("river");
  await list(other, newAlias("north"));

  // The leader is listed by his own screen, which says what everybody will see.
  const window = await browser.newContext({ baseURL: platform.origin });
  await window.addInitScript(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) {
        localStorage.setItem(`truetick.${name}`, String(value));
      }
    },
    { session: leader.session, language },
  );
  const leaderPage = await window.newPage();
  await leaderPage.goto("/rank/lead");
  await expect(leaderPage.getByText(texts("ranking.listing.unseen.money"))).toBeVisible();
  await leaderPage.locator('input[name="alias"]').fill(alias);
  await leaderPage.getByText(texts("ranking.listing.agree"), { exact: true }).click();
  await leaderPage.getByRole("button", { name: texts("ranking.listing.join") }).click();
  await expect(leaderPage.getByText(alias, { exact: true })).toBeVisible();

  // The follower finds him, is told that it is too early to judge, and copies.
  await page.addInitScript((session) => {
    localStorage.setItem("truetick.session", session);
  }, follower.session);
  await page.goto("/rank");
  const copying = new CopyingPage(page, texts);
  await copying.findTrader(alias);
  await expect(page.getByText(texts("ranking.warnings.young"), { exact: true })).toBeVisible();
  const id = await copying.start(alias, "2500");
  await expect(copying.status("copying")).toBeVisible();
  expect(millionths((await accountOf(follower)).Cash)).toBe(7_500_000_000n);

  // Opens: a quarter of his equity copies a quarter of his lots, cut to the step.
  const first = await buy(leader, "0.10");
  const lots = await copyOf(leader, 0.1, "2500");
  expect(lots).toBe("0.02");
  await expect(copying.rows).toHaveCount(1);
  await expect(copying.rows).toContainText(texts("orders.size", { lots }));

  // Stops follow, a part closes by the same fraction, and the rest with it.
  await setStops(leader, first, { stopLoss: "0.90000", takeProfit: "1.50000" });
  await expect(copying.rows).toContainText("0.90000");
  await expect(copying.rows).toContainText("1.50000");
  await closeOrder(leader, first, "0.05");
  await expect(copying.rows).toContainText(texts("orders.size", { lots: "0.01" }));
  await closeOrder(leader, first);
  await expect(copying.rows).toHaveCount(0);
  await copying.view("history");
  await expect(copying.rows).toHaveCount(2);
  await expect(copying.rows.first()).toContainText(texts("closeReasons.copy"));

  // Too small a copy is skipped, with the reason and the numbers.
  await buy(leader, "0.03");
  await copying.view("skipped");
  await expect(copying.rows).toHaveCount(1);
  await expect(copying.rows).toContainText("0.03");
  await expect(copying.rows).toContainText(/the smallest size here is 0\.01/);

  // One more, and the end: everything is closed and the cash is back, to the last millionth.
  await buy(leader, "0.20");
  await copying.view("holding");
  await expect(copying.rows).toHaveCount(1, { timeout: STILL_MAX_MS });
  await copying.act("stop");
  const sheet = copying.sheet("stop");
  await expect(sheet.getByText(texts("copy.stop.texts.close"))).toBeVisible();
  await sheet.locator("button[type=submit]").click();
  await expect(copying.status("stopped")).toBeVisible();
  const { profit, cash, status } = await followOf(follower, id);
  expect([status, millionths(cash)]).toEqual([4, 0n]);
  const back = millionths((await accountOf(follower)).Cash);
  expect(back).toBe(10_000_000_000n + millionths(profit));

  // The leader saw totals, and sees nobody any more.
  await expect(leaderPage.getByText(texts("ranking.listing.totalsOnly"))).toBeVisible();
  await window.close();
});
