// The server stands on another continent: 300 ms there and back, and every hundredth packet is lost
// on the way. Everything works, every press is answered at once by something that is true, and
// what was pressed twice out of impatience happens once.
import { expect, STILL_MAX_MS, test } from "./line.ts";

const FAR = { roundTripMs: 300, lossPercent: 1 };
/** A few round trips. */
const PATIENCE_MS = 20_000;

test.beforeEach(({ ownLine }) => ownLine.stretch(FAR));

test("quotes, an order with stops, its change and its end, each pressed impatiently", async ({
  texts,
  quotes,
  door,
  ticket,
  orders,
  shell,
}) => {
  test.setTimeout(200_000);
  await quotes.open();
  const bid = quotes.bid(quotes.row("EUR/USD"));
  await expect(bid).not.toHaveText(await bid.innerText(), { timeout: STILL_MAX_MS });
  await expect(shell.reconnectingBar, "slow is not cut").toBeHidden();
  await door.enterDemo();
  await ticket.open("EURUSD", "buy");
  await ticket.setStop("stopLoss", "1.00000");
  await ticket.act.dblclick();
  await expect(ticket.toast(/0\.01 EUR\/USD .* 1\.\d{5}/)).toBeVisible({ timeout: PATIENCE_MS });

  await shell.goTo("orders");
  await expect(orders.rows).toHaveCount(1);
  await orders.openFirst();
  await orders.level("takeProfit").fill("1.50000");
  await orders.setStops();
  await expect(orders.popup).toContainText("TP 1.50000", { timeout: PATIENCE_MS });
  await orders.end("closePosition");
  await expect(orders.nothing("holding")).toBeVisible({ timeout: PATIENCE_MS });
  await orders.tab("history").click();
  await expect(orders.rows).toHaveCount(1);
  await expect(orders.first).toContainText(texts("closeReasons.user"));
});
