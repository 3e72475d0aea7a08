// The frame keeps its promises on every screen: tabs lead where they say, the sandbox never
// hides (H13), and theme and language are remembered.
import type { Page } from "@playwright/test";
import { expect, test } from "./journey.ts";

test("tabs lead to their screens", async ({ page, shell, quotes, trade, door }) => {
  await door.enterDemo();
  await quotes.open();
  await shell.goTo("trade");
  await expect(page).toHaveURL(/\/trade/);
  await expect(trade.chart).toBeVisible();
  await shell.goTo("orders");
  await expect(page).toHaveURL(/\/order$/);
  await shell.goTo("copy");
  await expect(page).toHaveURL(/\/copy$/);
  await shell.goTo("ranking");
  await expect(page).toHaveURL(/\/rank$/);
  await shell.goTo("quotes");
  await expect(quotes.table).toBeVisible();
});

test("an address that does not exist says so and offers a way on", async ({ page, complaints }) => {
  const answer = await page.goto("/nothing-here");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("link").first()).toBeVisible();
  complaints.heard.splice(0);
});

test("the theme is chosen once and kept", async ({ page, shell, quotes }) => {
  await quotes.open();
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  const dark = await inkOf(page);
  await shell.chooseTheme("light");
  await expect(root).toHaveAttribute("data-theme", "light");
  expect(await inkOf(page)).not.toBe(dark);
  await page.reload();
  await quotes.untilLive();
  await expect(root).toHaveAttribute("data-theme", "light");
  await shell.chooseTheme("system");
  await expect(root).toHaveAttribute("data-theme", "dark");
});

test("the language is chosen by its own name and kept, its direction too", async ({
  page,
  shell,
  quotes,
}) => {
  await quotes.open();
  await shell.chooseLanguage("العربية");
  const root = page.locator("html");
  await expect(root).toHaveAttribute("dir", "rtl");
  await expect(root).toHaveAttribute("lang", "ar");
  await page.reload();
  await expect(root).toHaveAttribute("dir", "rtl");
  await expect(page.locator("[data-market]").first()).toBeVisible();
});

test.describe("on a first visit", () => {
  test.use({ language: null });

  test("the language is hk, and the browser's own is offered in its words", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant-HK");
    const offer = page.locator('div[lang="en"]').getByRole("status");
    await expect(offer).toBeVisible();
    await offer.getByRole("button").first().click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(offer).toBeHidden();
  });
});

async function inkOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).color);
}
