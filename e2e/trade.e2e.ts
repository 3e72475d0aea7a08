// The chart comes with /trade, draws real bars, and follows its market.
import { expect, test } from "./journey.ts";

/** A grid with axes has a few colours; candles, labels and their soft edges have many. */
const COLOURS_OF_A_DRAWN_CHART_MIN = 20;

test("the chart appears and is drawn", async ({ page, trade }) => {
  await page.goto("/trade");
  await expect(trade.chart).toBeVisible();
  await expect.poll(() => trade.coloursDrawn()).toBeGreaterThan(COLOURS_OF_A_DRAWN_CHART_MIN);
});

test("the chart shows the market that was tapped", async ({ page, quotes, trade }) => {
  await quotes.open();
  const row = quotes.rows.nth(2);
  const code = await row.getByRole("link").innerText();
  await row.click();
  await expect(page.getByRole("heading", { name: code })).toBeVisible();
  await expect(trade.chart).toBeVisible();
  await expect.poll(() => trade.coloursDrawn()).toBeGreaterThan(COLOURS_OF_A_DRAWN_CHART_MIN);
});
