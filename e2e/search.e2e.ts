// The search for markets: found as one types, marked where it matches, starred in the row, opened
// by Enter, and remembered as recent.
import { expect, test } from "./journey.ts";

test("a market is found, starred and opened, and is recent the next time", async ({
  page,
  quotes,
  texts,
}) => {
  await page.goto("/product");
  await expect(quotes.searchField).toBeFocused();
  await quotes.searchField.fill("gbpus");
  await expect(quotes.rows).toHaveCount(1);
  const row = quotes.row("GBP/USD");
  await expect(row.getByRole("link").locator("mark")).toHaveText("GBP/US");
  await row.getByRole("button", { name: texts("quotes.star", { market: "GBP/USD" }) }).click();
  const starred = { name: texts("quotes.unstar", { market: "GBP/USD" }) };
  await expect(row.getByRole("button", starred)).toBeVisible();
  await quotes.searchField.press("Enter");
  await expect(page).toHaveURL(/\/trade\?market=GBPUSD$/);
  await expect(page.getByRole("heading", { level: 1, name: "GBP/USD" })).toBeVisible();

  await page.goto("/product");
  await expect(page.getByRole("heading", { name: texts("search.recent") })).toBeVisible();
  await expect(quotes.codes).toHaveText(["GBP/USD"]);
  // A visitor's stars are kept by the browser.
  await page.goto("/");
  await quotes.chip(texts("quotes.watchlist")).click();
  await expect(quotes.codes).toHaveText(["GBP/USD"]);
});
