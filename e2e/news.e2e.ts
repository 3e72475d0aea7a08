// News: nothing on a new installation, then an article in three languages that each reader finds in
// the own one, a fallback for the others, and hostile markup that stays words (T33).
import { expectAccessible } from "./axe.ts";
import { forgetNews, publishNews } from "./database.ts";
import { expect, test } from "./journey.ts";
import type { Platform } from "./platform.ts";

const HOSTILE = '<img src=x onerror="window.hurt=1"><script>window.hurt=2</script>';

const WORDS = {
  en: {
    title: "Gold trades around the clock",
    summary: "From Monday on, with the same terms.",
    body: [
      "## What changes",
      "Gold is **open** from Monday on, see [its chart](/trade?market=XAUUSD).",
      "- same margin\n- same fee",
      HOSTILE,
      "[here](javascript:window.hurt=3)",
    ].join("\n\n"),
  },
  hk: {
    title: "黃金全日交易",
    summary: "由星期一起，條款不變。",
    body: "黃金由星期一起**全日**開市。",
  },
  ar: {
    title: "الذهب متاح على مدار الساعة",
    summary: "ابتداءً من الاثنين وبالشروط نفسها.",
    body: "الذهب **متاح** ابتداءً من الاثنين.",
  },
};

/** Each journey looks for its own: another may have published before it. */
async function publish(platform: Platform, mark: string): Promise<string> {
  const words = Object.fromEntries(
    Object.entries(WORDS).map(([id, own]) => [id, { ...own, title: `${own.title} ${mark}` }]),
  );
  return await publishNews(platform, { words, picture: "/icons/icon.svg" });
}

test("without news the screen says so; published, it is read, and markup stays words", async ({
  page,
  platform,
  shell,
  texts,
}) => {
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
  await page.getByRole("link", { name: `${WORDS.en.title} (read)` }).click();
  await expect(page).toHaveURL(new RegExp(`/news/detail\\?id=${id}$`));
  const article = page.getByRole("article");
  await expect(article.getByRole("heading", { name: "What changes" })).toBeVisible();
  await expect(article.getByText("open", { exact: true })).toBeVisible();
  await expect(article.getByRole("listitem")).toHaveCount(2);
  await expect(article.getByText(HOSTILE), "T33 shown as it was written").toBeVisible();
  await expect(article.locator("script, img[onerror], a[href^=javascript]")).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, "hurt"))).toBeUndefined();
  await expectAccessible(page);
  await article.getByRole("link", { name: "its chart" }).click();
  await expect(page).toHaveURL(/\/trade\?market=XAUUSD$/);

  await page.goto("/news/detail?id=987654321");
  await expect(page.getByText(texts("news.unknown"), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: texts("news.toList") }).click();
  await expect(page).toHaveURL(/\/news$/);
});

for (const [language, own, direction] of [
  ["hk", "hk", "ltr"],
  ["ar", "ar", "rtl"],
  ["de", "en", "ltr"],
] as const) {
  test.describe(`a reader of ${language}`, () => {
    test.use({ language, theme: "light" });

    test("finds the article in the own language, or in English", async ({
      page,
      platform,
      texts,
    }) => {
      const id = await publish(platform, `(${language})`);
      await page.goto("/news");
      const title = `${WORDS[own].title} (${language})`;
      const row = page.getByRole("link", { name: title });
      await expect(row.getByText(WORDS[own].summary)).toBeVisible();
      await row.click();
      await expect(page).toHaveURL(new RegExp(`id=${id}$`));
      const heading = page.getByRole("heading", { name: title });
      await expect(heading).toHaveAttribute("dir", direction);
      const foreign = page.getByText(texts("news.writtenIn", { language: "English" }));
      await expect(foreign).toHaveCount(own === language ? 0 : 1);
    });
  });
}
