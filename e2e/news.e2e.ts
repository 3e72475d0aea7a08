// News: nothing on a new installation, then an article in three languages that each reader finds in
// the own one, a fallback for the others, and hostile markup that stays words (T33).
import { languageOf } from "@truetick/contract";
import { expectAccessible } from "./axe.ts";
import { forgetNews, publishNews } from "./database.ts";
import { expect, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import type { Platform } from "./platform.ts";

const HOSTILE = '<img src=x onerror="window.hurt=1"><script>window.hurt=2</script>';

const HARMLESS_LINK = "(/trade?market=XAUUSD)";
const HOSTILE_LINK = "(javascript:window.hurt=3)";

const WORDS = {
  en: {
    title: "Gold trades around the clock",
    summary: "From Monday on, with the same terms.",
    heading: "What changes",
    strong: "open",
    link: "its chart",
    body: [
      "## What changes",
      `Gold is **open** from Monday on, see [its chart]${HARMLESS_LINK}.`,
      "- same margin\n- same fee",
      HOSTILE,
      `[here]${HOSTILE_LINK}`,
    ].join("\n\n"),
  },
  hk: {
    title: "黃金全日交易",
    summary: "由星期一起，條款不變。",
    heading: "有甚麼改變",
    strong: "全日",
    link: "圖表",
    body: [
      "## 有甚麼改變",
      `黃金由星期一起**全日**開市，請看[圖表]${HARMLESS_LINK}。`,
      "- 保證金不變\n- 手續費不變",
      HOSTILE,
      `[這裏]${HOSTILE_LINK}`,
    ].join("\n\n"),
  },
  ar: {
    title: "الذهب متاح على مدار الساعة",
    summary: "ابتداءً من الاثنين وبالشروط نفسها.",
    heading: "ما الذي يتغير",
    strong: "متاح",
    link: "الرسم البياني",
    body: [
      "## ما الذي يتغير",
      `الذهب **متاح** ابتداءً من الاثنين، انظر [الرسم البياني]${HARMLESS_LINK}.`,
      "- الهامش نفسه\n- الرسوم نفسها",
      HOSTILE,
      `[هنا]${HOSTILE_LINK}`,
    ].join("\n\n"),
  },
};

/** Each journey looks for its own: another may have published before it. */
async function publish(platform: Platform, mark: string): Promise<string> {
  const words = Object.fromEntries(
    Object.entries(WORDS).map(([id, own]) => [id, { ...own, title: `${own.title} ${mark}` }]),
  );
  return await publishNews(platform, { words, picture: "/icons/icon.svg" });
}

inLanguages({ en: "desktop", hk: "phone", ar: "phone" }, (language) => {
  test("without news the screen says so; published, it is read, and markup stays words", async ({
    page,
    platform,
    shell,
    texts,
  }) => {
    const { title, summary, heading, strong, link } = WORDS[language];
    await forgetNews(platform);
    await page.goto("/");
    const settings = await shell.openSettings();
    await settings.getByRole("link", { name: texts("shell.titles.news") }).click();
    await expect(page).toHaveURL(/\/news$/);
    await expect(page.getByText(texts("news.none"), { exact: true })).toBeVisible();
    await expect(shell.place("ranking"), "the footer").toBeVisible();
    await expectAccessible(page);

    const id = await publish(platform, "(read)");
    await page.reload();
    const row = page.getByRole("link", { name: `${title} (read)` });
    await expect(row.getByText(summary)).toBeVisible();
    await row.click();
    await expect(page).toHaveURL(new RegExp(`/news/detail\\?id=${id}$`));
    const { direction } = languageOf(language);
    const headline = page.getByRole("heading", { name: `${title} (read)` });
    await expect(headline).toHaveAttribute("dir", direction);
    await expect(page.getByText(texts("news.writtenIn").split("{")[0] ?? "")).toHaveCount(0);
    const article = page.getByRole("article");
    await expect(article.getByRole("heading", { name: heading })).toBeVisible();
    await expect(article.getByRole("strong").getByText(strong, { exact: true })).toBeVisible();
    await expect(article.getByRole("listitem")).toHaveCount(2);
    await expect(article.getByText(HOSTILE), "T33 shown as it was written").toBeVisible();
    await expect(article.locator("script, img[onerror], a[href^=javascript]")).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(window, "hurt"))).toBeUndefined();
    await expectAccessible(page);
    await article.getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(/\/trade\?market=XAUUSD$/);

    await page.goto("/news/detail?id=987654321");
    await expect(page.getByText(texts("news.unknown"), { exact: true })).toBeVisible();
    await page.getByRole("link", { name: texts("news.toList") }).click();
    await expect(page).toHaveURL(/\/news$/);
  });
});

test.describe("a reader of a language that it is not written in", () => {
  test.use({ language: "de", theme: "light" });

  test("finds the article in English, and is told so", async ({ page, platform, texts }) => {
    const id = await publish(platform, "(de)");
    await page.goto("/news");
    const title = `${WORDS.en.title} (de)`;
    const row = page.getByRole("link", { name: title });
    await expect(row.getByText(WORDS.en.summary)).toBeVisible();
    await row.click();
    await expect(page).toHaveURL(new RegExp(`id=${id}$`));
    await expect(page.getByRole("heading", { name: title })).toHaveAttribute("dir", "ltr");
    await expect(page.getByText(texts("news.writtenIn", { language: "English" }))).toBeVisible();
  });
});
