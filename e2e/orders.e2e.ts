// Trading as a newcomer would do it, on phone and desktop: a demo in one tap, a position with its
// live result, its stops, its end and its place in the history; an order that waits and is
// cancelled; what the server refuses, beside its field; and a line that breaks at the worst moment.
import { expect, STILL_MAX_MS, test } from "./journey.ts";

const MARKET = "EURUSD";

test("visitor, demo in one tap, buys, sets stops, closes, and finds it in the history", async ({
  page,
  texts,
  ticket,
  orders,
}) => {
  test.setTimeout(2 * STILL_MAX_MS);
  await ticket.open(MARKET, "buy");
  await expect(ticket.logIn).toHaveAttribute("href", /^\/login\?from=%2Ftrade/);
  await ticket.demo.click();
  await expect(ticket.act).toHaveText(
    texts("ticket.buyAtMarket", { lots: "0.01", market: "EUR/USD" }),
  );
  await expect(ticket.fewer).toBeDisabled();
  await expect(ticket.preview).toContainText(/\d\.\d{6}/);
  await ticket.act.click();
  await expect(ticket.toast(/0\.01 EUR\/USD .* 1\.\d{5}/)).toBeVisible();

  await orders.open("holding");
  await expect(orders.rows).toHaveCount(1);
  const result = () => orders.first.innerText();
  const before = await result();
  const message = "the result moves with the price";
  await expect.poll(result, { message, timeout: STILL_MAX_MS }).not.toBe(before);

  await orders.openFirst();
  await orders.level("stopLoss").fill("1.00000");
  await orders.level("takeProfit").fill("1.50000");
  await orders.setStops();
  await expect(orders.popup).toContainText("SL 1.00000");
  await expect(orders.popup).toContainText("TP 1.50000");
  await orders.end("closePosition");
  await expect(orders.nothing("holding")).toBeVisible();

  await orders.tab("history").click();
  await expect(orders.first).toContainText(texts("closeReasons.user"));
  await expect(orders.first).toContainText("EUR/USD");
  await expect(page).toHaveURL(/\/order\?type=3$/);
});

test("a pending order waits, changes its price, and is cancelled", async ({
  texts,
  door,
  ticket,
  orders,
}) => {
  await door.enterDemo();
  await ticket.open(MARKET, "buy");
  await ticket.choosePending("1.00000");
  await ticket.act.click();
  const waiting = { lots: "0.01", market: "EUR/USD", price: "1.00000" };
  await expect(ticket.toast(texts("ticket.done.waiting.buy", waiting))).toBeVisible();

  await orders.open("pending");
  await orders.openFirst();
  await orders.level("target").fill("1.01");
  await orders.popup.getByRole("button", { name: texts("orders.amend") }).click();
  await expect(orders.popup).toContainText("1.01000");
  await orders.end("cancelOrder");
  await expect(orders.nothing("pending")).toBeVisible();
  await orders.open("history");
  await expect(orders.first).toContainText(texts("cancelReasons.user"));
});

test("what the server refuses stands beside its field, in its words", async ({
  texts,
  door,
  ticket,
  orders,
}) => {
  await door.enterDemo();
  await ticket.open(MARKET, "sell");
  await ticket.lots.fill("60");
  const tooMuch = texts("reasons.LOTS_ABOVE_MAXIMUM", { lotsMax: "50.00" });
  await expect(ticket.lots).toHaveAccessibleDescription(tooMuch);
  await ticket.lots.fill("0.02");
  await expect(ticket.lots).toHaveAccessibleDescription("");
  await ticket.setStop("stopLoss", "1.00000");
  await ticket.act.click();
  await expect(ticket.stop("stopLoss")).toHaveAccessibleDescription(/1\.00000/);
  await ticket.stop("stopLoss").fill("");
  await ticket.act.click();
  await expect(ticket.stop("stopLoss")).toHaveAccessibleDescription(
    texts("ticket.problems.stopUnreadable"),
  );
  await orders.open("holding");
  await expect(orders.nothing("holding")).toBeVisible();
});

test("an order that its own stop closes leaves the list and takes its popup along", async ({
  page,
  texts,
  door,
  ticket,
  orders,
}) => {
  test.setTimeout(2 * STILL_MAX_MS);
  await door.enterDemo();
  await ticket.open(MARKET, "buy");
  await ticket.act.click();
  await expect(ticket.toast(/0\.01 EUR\/USD/)).toBeVisible();
  await orders.open("holding");
  await orders.openFirst();
  // One point behind the best price: the next tick against it fires.
  await orders.trailing.fill("0.1");
  await orders.trailing.press("Enter");
  await expect(orders.popup).toBeHidden({ timeout: STILL_MAX_MS });
  await expect(orders.nothing("holding")).toBeVisible();
  await expect(page.getByText(texts("closeReasons.trailing-stop"))).toBeVisible();
});

test("T01 a line that breaks after the order has left orders once", async ({
  page,
  complaints,
  door,
  ticket,
  orders,
}) => {
  await door.enterDemo();
  await ticket.open(MARKET, "buy");
  complaints.expectNetworkLoss();
  let asked = 0;
  await page.route("**/forex/submit", async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    // The server carries it out; its answer gets lost.
    await route.fetch();
    await route.abort("connectionreset");
  });
  await ticket.act.click();
  await expect(ticket.toast(/0\.01 EUR\/USD .* 1\.\d{5}/)).toBeVisible();
  expect(asked).toBeGreaterThan(1);
  await orders.open("holding");
  await expect(orders.rows).toHaveCount(1);
});
