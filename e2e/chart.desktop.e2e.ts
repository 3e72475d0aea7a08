// Lines of orders on the chart of a workspace: dragged with the mouse, asked about, set on the
// server, refused in its words, and left alone by Escape.
import { expect, test } from "./journey.ts";
import { ChartPage } from "./pages/chart.ts";

const STORY_MAX_MS = 120_000;
const PRICE = /\d\.\d{5}/;

test("a stop that is dragged out of an order on the chart is set on the server", async ({
  page,
  texts,
  door,
  ticket,
  orders,
}) => {
  test.setTimeout(STORY_MAX_MS);
  const chart = new ChartPage(page, texts);
  await door.enterDemo();
  await ticket.open("EURUSD", "buy");
  await ticket.act.click();
  await expect(ticket.toast(/0\.01 EUR\/USD/)).toBeVisible();
  const entry = chart.line("entry");
  await expect(entry).toContainText("0.01");

  // To the side that has more room: below the price of a buy lies its stop, above it its target.
  const [line, pane] = await Promise.all([entry.boundingBox(), chart.canvas.boundingBox()]);
  const isBelow = (line?.y ?? 0) - (pane?.y ?? 0) < (pane?.height ?? 0) / 3;
  const role = isBelow ? "stopLoss" : "takeProfit";
  const away = isBelow ? 60 : -60;
  await chart.drag("entry", away);
  await page.keyboard.press("Escape");
  await expect(chart.question(role)).toBeHidden();
  await expect(chart.line(role)).toHaveCount(0);

  await chart.drag("entry", away);
  await expect(chart.question(role)).toContainText("USD");
  const [price = ""] = PRICE.exec(await chart.question(role).innerText()) ?? [];
  await chart
    .question(role)
    .getByRole("button", { name: texts("orders.set") })
    .click();
  await expect(ticket.toast(texts("orders.done.stopsSet", { market: "EUR/USD" }))).toBeVisible();
  await expect(chart.line(role)).toHaveAttribute("data-price", price);

  // On the wrong side of the price the server refuses, and the line goes back.
  await chart.drag(role, isBelow ? -90 : 76);
  await chart
    .question(role)
    .getByRole("button", { name: texts("orders.set") })
    .click();
  await expect(chart.question(role).getByRole("alert")).toBeVisible();
  await expect(chart.line(role)).toHaveAttribute("data-price", price);
  await page.keyboard.press("Escape");
  await expect(chart.question(role)).toBeHidden();

  await orders.open("holding");
  await orders.openFirst();
  await expect(orders.popup).toContainText(`${isBelow ? "SL" : "TP"} ${price}`);
});
