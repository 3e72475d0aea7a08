// The ticket beyond a plain order: one that waits until a day and brings its trailing stop along,
// in plain words; and dealing in one tap, after a question, with the way out in what is told.
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./journey.ts";

const MARKET = "EURUSD";
const DAY_SEC = 86_400;

test("a pending order says what it waits for, until when, and with which trailing stop", async ({
  page,
  texts,
  door,
  ticket,
  orders,
}) => {
  await door.enterDemo();
  await ticket.open(MARKET, "buy");
  await ticket.choosePending("1.00000");
  await expect(ticket.waitWords).toHaveText(/^Buy limit: .* 1\.00000 or lower\.$/);
  await ticket.expiry.selectOption({ label: texts("ticket.expiries.week") });
  await ticket.unfold();
  await ticket.trail("30");
  await expect(ticket.preview).toContainText(texts("ticket.nightly"));
  await expectAccessible(page);
  const taken = page.waitForResponse("**/forex/submit");
  await ticket.act.click();
  const { data } = await (await taken).json();
  expect(data).toMatchObject({ Status: 0, TrailingDistance: 300 });
  expect(data.ExpireTime).toBeGreaterThan(data.CreateTime);
  expect(data.ExpireTime).toBeLessThan(data.CreateTime + 8 * DAY_SEC);
  const words = { lots: "0.01", market: "EUR/USD", price: "1.00000" };
  const toast = ticket.toast(texts("ticket.done.waiting.buy", words));
  await toast.getByRole("button", { name: texts("ticket.done.view") }).click();
  await expect(orders.popup).toBeVisible();
  await expect(orders.popup).toContainText("1.00000");
});

test("one tap: asked once, an order at a tap, closed from what was told", async ({
  page,
  texts,
  door,
  ticket,
  orders,
}) => {
  await door.enterDemo();
  await ticket.open(MARKET, "buy");
  await expect(ticket.tile("sell")).not.toContainText("1:30");
  await ticket.dealInOneTap();
  // On a phone the ticket stands in a sheet over the tiles.
  const isSheet = (await page.locator("dialog[open]").count()) > 0;
  if (isSheet) await page.keyboard.press("Escape");
  await expect(ticket.tile("sell")).toContainText("0.01 · 1:30");
  const sent = page.waitForRequest("**/forex/submit");
  await ticket.tile("sell").click();
  const { seen_price: seen, max_deviation: limit } = (await sent).postDataJSON();
  expect(seen).toMatch(/^1\.\d{5}$/);
  expect(Number(limit)).toBeGreaterThan(0);
  const toast = ticket.toast(/0\.01 EUR\/USD .* 1\.\d{5}/);
  await toast.getByRole("button", { name: texts("ticket.done.close") }).click();
  await expect(ticket.toast(/USD/).filter({ hasText: /[+−]?0\.\d\d USD/ })).toBeVisible();
  await orders.open("holding");
  await expect(orders.nothing("holding")).toBeVisible();
});
