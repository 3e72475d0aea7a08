// News from the desk to its readers: written in three languages beside its preview, published, read
// in each and in English by the others, changed and taken back; and whatever an editor or a trader
// writes, no script of it ever runs, at the desk or at a reader's (T31, T33).
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { HOSTILE_TEXTS } from "@truetick/contract/testing/hostile-texts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { at, inLanguages } from "./languages.ts";
import { type DeskPage, deskText } from "./pages/desk.ts";
import { logInElsewhere, makeMember, newWords, post } from "./people.ts";

test.setTimeout(150_000);

const WORDS = {
  en: { title: "Silver trades at night", body: "Silver is **open** at night.", name: "English" },
  hk: { title: "白銀可夜間交易", body: "白銀於晚間**開市**。", name: "繁體中文" },
  ar: { title: "الفضة متاحة ليلًا", body: "الفضة **متاحة** ليلًا.", name: "العربية" },
} as const;

async function write(desk: DeskPage, id: keyof typeof WORDS): Promise<void> {
  const { page } = desk;
  const { title, body, name } = WORDS[id];
  const tab = page.getByRole("tab", { name });
  if (id !== "en") await page.locator('[name="add-language"]').selectOption(id);
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await page.locator('[name="title"]').fill(title);
  await page.locator('[name="body"]').fill(body);
  const preview = page.getByRole("complementary", { name: deskText("articles.preview") });
  await expect(preview.getByRole("heading", { name: title })).toBeVisible();
  await expect(preview.locator("strong")).toBeVisible();
}

async function begin(desk: DeskPage): Promise<void> {
  await desk.button("articles.create.news").click();
  await expect(desk.page).toHaveURL(/\/desk\/news\/\d+/);
  await expect(desk.page.locator('[name="title"]')).toHaveValue("");
}

async function save(desk: DeskPage): Promise<void> {
  await desk.button("articles.acts.save").click();
  await expect(desk.button("articles.acts.save")).toBeDisabled();
}

/** A reader of a language, with a window of the own. */
async function openReader(
  { browser, origin }: { readonly browser: Browser; readonly origin: string },
  language: string,
): Promise<{ readonly window: BrowserContext; readonly page: Page }> {
  const window = await browser.newContext({ baseURL: origin });
  await window.addInitScript((id) => localStorage.setItem("truetick.language", id), language);
  return { window, page: await window.newPage() };
}

test.describe("en, hk, ar and de", at("desktop"), () => {
  test("written at the desk in three languages, it is read in each, in English by others", async ({
    browser,
    platform,
    openDesk,
  }) => {
    const desk = await openDesk(0);
    await desk.page.goto(`${platform.origin}/desk/news`);
    await begin(desk);
    for (const id of ["en", "hk", "ar"] as const) await write(desk, id);
    await expect(desk.button("articles.acts.publish"), "save first").toBeDisabled();
    await save(desk);
    await expectAccessible(desk.page);
    await desk.act("articles.acts.publish");
    const id = /news\/(\d+)/.exec(desk.page.url())?.[1];

    for (const [language, own] of [
      ["en", "en"],
      ["hk", "hk"],
      ["ar", "ar"],
      ["de", "en"],
    ] as const) {
      const { window, page } = await openReader({ browser, origin: platform.origin }, language);
      await page.goto("/news");
      await page.getByRole("link", { name: WORDS[own].title }).click();
      await expect(page).toHaveURL(new RegExp(`id=${id}$`));
      const heading = page.getByRole("heading", { name: WORDS[own].title });
      await expect(heading).toHaveAttribute("dir", own === "ar" ? "rtl" : "ltr");
      await expect(page.getByRole("article").locator("strong")).toBeVisible();
      await window.close();
    }

    await desk.page.getByRole("tab", { name: WORDS.en.name }).click();
    await desk.page.locator('[name="title"]').fill("Silver trades all night");
    await save(desk);
    const { window, page } = await openReader({ browser, origin: platform.origin }, "en");
    await page.goto(`/news/detail?id=${id}`);
    await expect(page.getByRole("heading", { name: "Silver trades all night" })).toBeVisible();
    await desk.act("articles.acts.unpublish");
    await page.reload();
    await expect(page.getByRole("article")).toHaveCount(0);
    await window.close();
  });
});

async function expectUnhurt(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, "hurt")), where).toBeUndefined();
  const strangers =
    "script:not([src]), [onerror], [onload], [onclick], iframe, object, embed, " +
    "a[href^='javascript' i], a[href*='evil.test'], img[src*='evil.test'], form[action]";
  await expect(page.getByRole("main").locator(strangers), where).toHaveCount(0);
}

inLanguages({ en: "desktop" }, (language) => {
  test("T31, T33: the hostile corpus is words at the desk and for every reader", async ({
    browser,
    platform,
    openDesk,
  }) => {
    const desk = await openDesk(0);
    await desk.page.goto(`${platform.origin}/desk/news`);
    await begin(desk);
    const title = newWords(HOSTILE_TEXTS[0] ?? "");
    await desk.page.locator('[name="title"]').fill(title);
    await desk.page.locator('[name="summary"]').fill(title);
    await desk.page.locator('[name="body"]').fill(HOSTILE_TEXTS.join("\n\n"));
    const preview = desk.page.getByRole("complementary", { name: deskText("articles.preview") });
    await expect(preview.getByText("ontoggle", { exact: false })).toBeVisible();
    await expectUnhurt(desk.page, "the preview");
    await save(desk);
    await desk.act("articles.acts.publish");
    await expectUnhurt(desk.page, "the list at the desk");
    const id = /news\/(\d+)/.exec(desk.page.url())?.[1];

    const { window, page } = await openReader({ browser, origin: platform.origin }, language);
    await page.goto("/news");
    await expect(page.getByRole("link", { name: title })).toBeVisible();
    await expectUnhurt(page, "the list of news");
    await page.goto(`/news/detail?id=${id}`);
    for (const text of HOSTILE_TEXTS.slice(0, 8)) {
      await expect(
        page.getByRole("article").getByText(text, { exact: true }).first(),
      ).toBeVisible();
    }
    await expectUnhurt(page, "the article");
    await window.close();

    const member = await makeMember(platform, "hostile");
    const token = await logInElsewhere(platform, member);
    const content = HOSTILE_TEXTS.join("\n").slice(0, 3_900);
    const path = "/api/feedback/submit";
    const { id: told } = await post(platform, { path, fields: { content }, token });
    await desk.open("feedback", String(told));
    await expect(desk.page.getByRole("main").getByText("onbegin", { exact: false })).toBeVisible();
    await expectUnhurt(desk.page, "feedback at the desk");
  });
});
