// A copy that loses as much as its owner allowed is ended, by itself and before his eyes, and what
// is left comes back to the last millionth.
import { expect, test } from "./journey.ts";
import { inLanguages, isolated } from "./languages.ts";
import {
  accountOf,
  buy,
  closeOrder,
  followOf,
  list,
  millionths,
  newAlias,
  openDemo,
  startFollow,
} from "./leaders.ts";
import { CopyingPage } from "./pages/copying.ts";

/** Natural gas: dear to open, so that a few round trips lose what a price would take hours for. */
const GAS = { forex_id: "30", multiple: "10" };
const TRIPS_MAX = 12;
const STOPPED = 4;

inLanguages({ en: "desktop", hk: "phone" }, () => {
  test("the copy stop-loss ends a copy and returns what is left", async ({
    page,
    platform,
    texts,
  }) => {
    test.setTimeout(120_000);
    const leader = await openDemo(platform);
    const follower = await openDemo(platform);
    const alias = newAlias("gas");
    await list(leader, alias);
    const id = await startFollow(follower, { alias, amount: "1000", stopPercent: "5" });
    await page.addInitScript((session) => {
      localStorage.setItem("truetick.session", session);
    }, follower.session);
    await page.goto(`/copy/follow?id=${id}`);
    const copying = new CopyingPage(page, texts);
    await expect(copying.follow).toContainText(
      new RegExp(texts("copy.stopsAt", { amount: isolated("950\\.00 USD") })),
    );

    let isOver = false;
    for (let trip = 0; trip < TRIPS_MAX && !isOver; trip += 1) {
      const order = await buy(leader, "2.50", GAS);
      await expect
        .poll(async () => {
          const { cash, equity, status } = await followOf(follower, id);
          isOver = status === STOPPED;
          return isOver || cash !== equity;
        })
        .toBe(true);
      await closeOrder(leader, order);
      await expect
        .poll(async () => {
          const { cash, equity, status } = await followOf(follower, id);
          isOver = status === STOPPED;
          return isOver || cash === equity;
        })
        .toBe(true);
    }

    await expect(copying.status("stopped")).toBeVisible();
    await expect(copying.follow).toContainText(texts("copy.stopReasons.stop-loss"));
    const { profit, cash, stop_reason: reason } = await followOf(follower, id);
    expect([reason, millionths(cash)]).toEqual(["stop-loss", 0n]);
    expect(millionths(profit)).toBeLessThanOrEqual(-50_000_000n);
    const back = millionths((await accountOf(follower)).Cash);
    expect(back).toBe(10_000_000_000n + millionths(profit));
  });
});
