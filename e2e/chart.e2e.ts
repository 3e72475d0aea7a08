// The chart as a reader makes it his own: its kind, its indicators and what he drew on it are there
// again after a reload; it goes back in time as he pulls it; and it fills the screen and gives it
// back, by its own button, by the browser's back button and by Escape.
import { expect, test } from "./journey.ts";
import { ChartPage } from "./pages/chart.ts";

/** Many loads of the chart, one after the other, or many pulls at it. */
const STORY_MAX_MS = 120_000;

test("kind, indicators and drawings survive a reload, and drawings stay with their market", async ({
  page,
  texts,
}) => {
  test.setTimeout(STORY_MAX_MS);
  const chart = new ChartPage(page, texts);
  await chart.open("EURUSD");
  await chart.chooseKind("area");
  await chart.switchIndicator("MA", true);
  await chart.switchIndicator("RSI", true);
  await chart.switchIndicator("EMA", false);
  await expect(chart.figure("MA-2")).toHaveText(/1\.\d{5}/);
  await chart.expectDrawings(false);
  await chart.draw("trendLine", [0.2, 0.3], [0.6, 0.5]);
  await chart.draw("horizontalLine", [0.4, 0.4]);
  await chart.removeDrawing.click();
  await chart.undo();
  await chart.expectDrawings(true);

  await chart.reload();
  await chart.expectKind("area");
  await chart.expectIndicators({ MA: true, EMA: false, VOL: true, RSI: true, MACD: false });
  await expect(chart.figure("MA-2")).toHaveText(/1\.\d{5}/);
  await chart.expectDrawings(true);
  await chart.choosePeriod("60min");
  await chart.expectDrawings(true);

  await chart.open("GBPUSD");
  await chart.expectDrawings(false);
  await chart.open("EURUSD");
  await chart.clearDrawings();
  await chart.expectDrawings(false);
  await chart.reload();
  await chart.expectDrawings(false);
});

test("older bars are fetched as the chart is pulled to the right", async ({ page, texts }) => {
  test.setTimeout(STORY_MAX_MS);
  const chart = new ChartPage(page, texts);
  const older: number[] = [];
  page.on("response", async (response) => {
    const url = new URL(response.url());
    if (!url.pathname.endsWith("/forex/kline") || !url.searchParams.has("before")) return;
    const { data } = await response.json();
    older.push(data.length);
  });
  await chart.open("EURUSD");
  await expect(async () => {
    await chart.pullRight();
    expect(older.length).toBeGreaterThan(0);
  }).toPass();
  expect(older[0]).toBeGreaterThan(0);
});

test("the chart fills the screen and gives it back", async ({ page, texts }) => {
  const chart = new ChartPage(page, texts);
  await chart.open("EURUSD");
  const isWhole = () =>
    page.evaluate(() => {
      const pane = document.querySelector("[data-full]")?.getBoundingClientRect();
      return pane?.width === innerWidth && pane.height === innerHeight;
    });
  await chart.enterFull.click();
  await expect(chart.leaveFull).toBeVisible();
  await expect.poll(isWhole).toBe(true);
  // What must be known is known here too (H13).
  await expect(page.locator("[data-full]").getByText(texts("shell.sandbox"))).toBeVisible();
  await page.goBack();
  await expect(chart.enterFull).toBeVisible();
  await expect(page).toHaveURL(/\/trade\?market=EURUSD$/);

  await chart.enterFull.click();
  await chart.leaveFull.click();
  await expect(chart.enterFull).toBeVisible();

  await chart.enterFull.click();
  await expect(chart.leaveFull).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(chart.enterFull).toBeVisible();
  await expect(chart.figure("close")).toHaveText(/\d/);
});
