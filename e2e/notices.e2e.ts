// Being told: a price alert and an order that fills reach the reader live, are counted by the bell,
// lead to what they speak of, and are read; what was asked for can be taken back.
import { expect, STILL_MAX_MS, test } from "./journey.ts";
import { post } from "./people.ts";
import type { Platform } from "./platform.ts";

/** The code of the bell comes after the page, on a busy machine long after. */
const SHOWN_WITHIN_MS = 30_000;
const EURUSD = { code: "EURUSD", name: "EUR/USD" };
const PRECISION = 5;
const POINT = 10 ** -PRECISION;

type Place = {
  readonly id: string;
  /** A few points above the bid of now, below it, and below the ask. */
  readonly above: string;
  readonly below: string;
  readonly belowAsk: string;
};

/** Around the price of now: one of them is reached soon, whichever way it goes. */
async function around(platform: Platform, points: number): Promise<Place> {
  const response = await fetch(`${platform.origin}/v1/api/forex/trade_list`);
  const { data } = await response.json();
  const market = data.find(({ Code }: { Code: string }) => Code === EURUSD.code);
  const { Bid, Ask } = market.ForexQuotations;
  const [bid, ask] = [Number(Bid), Number(Ask)];
  const priceOf = (from: number, away: number) => (from + away * POINT).toFixed(PRECISION);
  return {
    id: market.Id,
    above: priceOf(bid, points),
    below: priceOf(bid, -points),
    belowAsk: priceOf(ask, -points),
  };
}

const AT_THE_PRICE = /: 2115 /;

/** Waits a few points away; a price that has just come to the target is taken anew. */
async function placeNear(platform: Platform, token: string, type: "1" | "2"): Promise<void> {
  for (;;) {
    const near = await around(platform, 4);
    const target_price = type === "1" ? near.belowAsk : near.above;
    const order = { type, cont: "0.01", forex_id: near.id, status: "0", target_price };
    const stops = { stop_loss_price: "0", target_profit_price: "0", multiple: "10" };
    const fields = { ...order, ...stops };
    try {
      await post(platform, { path: "/v1/api/forex/submit", fields, token });
      return;
    } catch (problem) {
      if (!AT_THE_PRICE.test(String(problem))) throw problem;
    }
  }
}

/** Whatever still waits; what has filled meanwhile cannot be cancelled, and need not be. */
async function cancelPending(platform: Platform, token: string): Promise<void> {
  const response = await fetch(`${platform.origin}/v1/api/forex/my_deal?status=0&page=1`, {
    headers: { lang: "en", authorization: token },
  });
  const { data } = await response.json();
  for (const { Id: id } of data.data as { Id: string }[]) {
    const cancelled = post(platform, { path: "/v1/api/forex/cancel_trade", fields: { id }, token });
    await cancelled.catch(() => null);
  }
}

test("a price alert is set, fires live, is counted, leads to its market and is read", async ({
  page,
  platform,
  texts,
  door,
  notices,
}) => {
  test.setTimeout(STILL_MAX_MS + 60_000);
  await page.goto("/trade?market=EURUSD");
  await notices.alertButton.click();
  await expect(page, "a visitor logs in first").toHaveURL(/\/login\?from=%2Ftrade/);
  await door.enterDemo();
  await page.goto("/trade?market=EURUSD");
  await notices.alertButton.click();
  await expect(notices.price, "begins near the bid").toHaveValue(/^\d\.\d{5}$/);
  await notices.setAlert("abc");
  await expect(notices.price).toHaveAccessibleDescription(/\d\.\d{5}/);
  await notices.setAlert("9.00000");
  await expect(notices.alerts("waiting")).toHaveCount(1);
  const near = await around(platform, 4);
  for (const price of [near.above, near.below]) {
    await notices.setAlert(price);
    await expect(notices.sheet).toContainText(price);
  }
  await expect(notices.alerts("fired").first()).toBeVisible({ timeout: STILL_MAX_MS });
  await page.keyboard.press("Escape");
  await expect(notices.sheet).toBeHidden();

  await page.goto("/");
  await expect.poll(() => notices.unread(), { timeout: SHOWN_WITHIN_MS }).toBeGreaterThan(0);
  await notices.open();
  const told = notices.told("priceAlert").last();
  await expect(told).toContainText(EURUSD.name);
  await expect(notices.isUnread(told)).toBeVisible();
  await told.click();
  await expect(page).toHaveURL(/\/trade\?market=EURUSD/);
  await page.goto("/mine/notices");
  await expect(notices.isUnread(told)).toBeHidden();

  await notices.showAlerts();
  await expect(notices.alerts("fired").first()).toContainText(/\d{3,}/);
  const far = notices.alerts("waiting").filter({ hasText: "9.00000" });
  await far.getByRole("button").click();
  await expect(far).toBeHidden();
  await page.getByRole("button", { name: texts("alerts.undo") }).click();
  await expect(far).toBeVisible();
});

test("an order that fills is told at once, and all is read with one tap", async ({
  page,
  platform,
  texts,
  door,
  notices,
  orders,
}) => {
  test.setTimeout(STILL_MAX_MS + 60_000);
  await door.enterDemo();
  await page.goto("/");
  await expect.poll(() => notices.unread(), { timeout: SHOWN_WITHIN_MS }).toBe(0);
  const token = (await door.session())?.token ?? "";
  // Sold when the bid rises to it, or bought when the ask falls to it.
  for (const type of ["1", "2"] as const) await placeNear(platform, token, type);
  const toast = page.getByRole("status").filter({ hasText: texts("notices.orderFilled.title") });
  await expect(toast.first()).toBeVisible({ timeout: STILL_MAX_MS });
  await expect.poll(() => notices.unread(), { timeout: SHOWN_WITHIN_MS }).toBeGreaterThan(0);
  await toast
    .first()
    .getByRole("button", { name: texts("shell.bell.open") })
    .click();
  await expect(page).toHaveURL(/\/order\?type=1&id=\d+$/);
  await expect(orders.popup, "it leads to the order").toBeVisible();

  // The other one could fill at any moment from here on.
  await cancelPending(platform, token);
  await page.goto("/");
  await notices.open();
  await expect(notices.told("orderFilled").first()).toContainText(EURUSD.name);
  const unread = notices.isUnread(page.getByRole("main"));
  // What was opened is read; everything else is with one tap.
  if ((await unread.count()) > 0) await notices.markAll();
  await expect(unread).toHaveCount(0);
  await page.goto("/");
  await expect.poll(() => notices.unread(), { timeout: SHOWN_WITHIN_MS }).toBe(0);
});
