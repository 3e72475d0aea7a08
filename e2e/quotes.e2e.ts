// The promise of the home screen: every market with a living price, found by chip or by name, and
// nothing lost on the way to a chart and back.
import { expect, STILL_MAX_MS, test } from "./journey.ts";

const MARKETS_MIN = 36;
const CATEGORIES = [
  "forex-majors",
  "forex-minors",
  "metals",
  "energies",
  "indices",
  "shares",
  "crypto",
] as const;

test.beforeEach(({ quotes }) => quotes.open());

test("lists at least 36 markets, each with its logo and a price", async ({ quotes }) => {
  expect(await quotes.rows.count()).toBeGreaterThanOrEqual(MARKETS_MIN);
  const first = quotes.rows.first();
  await expect(first.locator("img")).toHaveJSProperty("complete", true);
  expect(
    await first.locator("img").evaluate((logo: HTMLImageElement) => logo.naturalWidth),
  ).not.toBe(0);
});

test("prices change by themselves, without a reload", async ({ page, quotes }) => {
  test.setTimeout(2 * STILL_MAX_MS);
  let loads = 0;
  page.on("framenavigated", () => {
    loads += 1;
  });
  const bid = quotes.bid(quotes.row("EUR/USD"));
  const before = await bid.innerText();
  await expect(bid).not.toHaveText(before, { timeout: STILL_MAX_MS });
  expect(loads).toBe(0);
});

test("chips leave the markets of their category, and all of them together every market", async ({
  quotes,
  texts,
}) => {
  const all = await quotes.rows.count();
  let sum = 0;
  for (const category of CATEGORIES) {
    const chip = quotes.chip(texts(`categories.${category}`));
    await chip.click();
    await expect(chip).toBeChecked();
    await expect.poll(() => quotes.rows.count()).toBeLessThan(all);
    sum += await quotes.rows.count();
  }
  expect(sum).toBe(all);
  await quotes.chip(texts("quotes.all")).click();
  await expect(quotes.rows).toHaveCount(all);
});

test('search finds "eur" and says so when nothing matches', async ({ quotes }) => {
  const all = await quotes.rows.count();
  await quotes.search("eur");
  await expect(quotes.row("USD/JPY")).toBeHidden();
  await expect(quotes.row("EUR/USD")).toBeVisible();
  const found = await quotes.codes.allInnerTexts();
  expect(found.length).toBeLessThan(all);
  expect(found).toContain("EUR/USD");
  await quotes.search("zzz");
  await expect(quotes.nothingFound("zzz")).toBeVisible();
  await expect(quotes.table).toBeHidden();
  await quotes.search("");
  await expect(quotes.rows).toHaveCount(all);
});

test("scroll, chip and search survive going to a market and back", async ({
  page,
  quotes,
  trade,
  texts,
}) => {
  await quotes.scroller.evaluate((list) => list.scrollTo(0, 600));
  const before = await quotes.scroller.evaluate((list) => list.scrollTop);
  expect(before).toBeGreaterThan(300);
  const code = await codeInView(quotes);
  await quotes.row(code).click();
  await expect(page).toHaveURL(/\/trade\?market=/);
  await expect(trade.chart).toBeVisible();
  await page.goBack();
  await expect(quotes.table).toBeVisible();
  expect(await quotes.scroller.evaluate((list) => list.scrollTop)).toBe(before);

  await quotes.chip(texts("categories.forex-minors")).click();
  await quotes.search("eur");
  await expect(quotes.row("GBP/JPY")).toBeHidden();
  const found = await quotes.codes.allInnerTexts();
  await quotes.rows.first().click();
  await expect(trade.chart).toBeVisible();
  await page.goBack();
  await expect(quotes.chip(texts("categories.forex-minors"))).toBeChecked();
  await expect(quotes.searchField).toHaveValue("eur");
  expect(await quotes.codes.allInnerTexts()).toEqual(found);
});

test("the list is a list of links: each market opens by address too", async ({ page, quotes }) => {
  const address = await quotes.row("EUR/USD").getByRole("link").getAttribute("href");
  await page.goto(address ?? "");
  await expect(page.getByRole("heading", { name: "EUR/USD" }).first()).toBeVisible();
});

/** The first market whose row is wholly inside of the scrolled list. */
async function codeInView(quotes: {
  readonly scroller: { evaluate: <T>(read: (list: Element) => T) => Promise<T> };
}): Promise<string> {
  return quotes.scroller.evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    const row = [...list.querySelectorAll("tbody tr")].find((candidate) => {
      const box = candidate.getBoundingClientRect();
      return box.top > top + 60 && box.bottom < bottom;
    });
    return row?.querySelector("a")?.textContent ?? "";
  });
}
