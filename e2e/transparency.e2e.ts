// The public page of figures, for somebody who trusts nobody: every figure says how it is counted,
// shows the queries that counted it and gives its rows, in three languages; the risk warning says
// the same number wherever it stands; and the chart shows what sources said beside what the market
// was quoted at (H02, H03, H17).

import { FIGURE_IDS } from "@truetick/contract/proof";
import { setMarkup } from "./database.ts";
import { expect, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import { START_MS } from "./platform.ts";

inLanguages({ en: "desktop", hk: "phone", ar: "phone" }, () => {
  test("every figure shows its formula, its queries and its rows", async ({ page, texts }) => {
    await page.goto("/transparency");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      texts("shell.titles.transparency"),
    );
    for (const id of FIGURE_IDS) {
      const card = page.locator(`[data-figure="${id}"]`);
      await expect(card).toContainText(texts(`transparency.figures.${id}`));
      await expect(card).toContainText(texts(`transparency.formulas.${id}`));
      await card.getByText(texts("transparency.query")).click();
      await expect(card.locator("pre").first()).toContainText("figure_rows");
      await expect(card.locator("pre").last()).toContainText(/select[\s\S]*from/);
      const download = page.waitForEvent("download");
      await card.locator("a[download]").first().click();
      const file = await download;
      const name = `^${id.replaceAll("_", "-")}-\\d{8}T000000Z-\\d{8}T\\d{6}Z\\.csv$`;
      expect(file.suggestedFilename()).toMatch(new RegExp(name));
      await card.getByText(texts("transparency.query")).click();
    }
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWider).toBe(false);
  });
});

test("the rows are a file with a heading and nobody's name", async ({ request, platform }) => {
  const answer = await request.get(
    `${platform.origin}/v1/api/proof/transparency_rows?figure=seeds`,
  );
  expect(answer.headers()["content-type"]).toContain("text/csv");
  const [heading = ""] = (await answer.text()).split("\r\n");
  expect(heading).toBe("row,day,commitment,promised_utc,is_in_time,seed,shown_utc");
});

test("the warning says the same at the end of the list, on the page and at the door", async ({
  page,
  quotes,
}) => {
  await quotes.open();
  await page.locator('[data-scroller="quotes"]').evaluate((list) => {
    list.scrollTop = list.scrollHeight;
  });
  const warning = page.locator("aside[data-risk]");
  await expect(warning).toBeVisible();
  const words = await warning.locator("p").first().textContent();
  await warning.getByRole("link").click();
  await expect(page).toHaveURL(/\/transparency$/);
  await expect(warning.locator("p").first()).toHaveText(words ?? "");
  await page.goto("/register");
  await expect(warning.locator("p").first()).toHaveText(words ?? "");
});

test("the chart draws raw, markup and result apart, and says where they are one", async ({
  page,
  platform,
  texts,
  complaints,
}) => {
  test.setTimeout(90_000 + 2 * START_MS);
  await page.goto("/trade");
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const opener = isPhone ? "trade.chart.options" : "trade.chart.indicators";
  await page.getByRole("button", { name: texts(opener) }).click();
  await page.getByRole("switch", { name: texts("transparency.raw.title") }).click();
  await page.keyboard.press("Escape");
  const feed = page.locator("[data-raw-feed]");
  await expect(feed.getByText(texts("transparency.raw.same"))).toBeVisible({ timeout: 20_000 });
  complaints.expectNetworkLoss();
  await setMarkup(platform, { code: "EURUSD", points: 4 });
  await platform.restart(0);
  await page.goto("/trade");
  const markup = feed.locator('[data-series="markup"]');
  await expect(markup).toContainText("0.00004", { timeout: 30_000 });
  await expect(feed.getByText(texts("transparency.raw.same"))).toHaveCount(0);
  await expect(feed.locator("svg path")).toHaveCount(5);
  await setMarkup(platform, { code: "EURUSD", points: 0 });
  await platform.restart(0);
});
