// T27: whatever an answer names as the link to support, nobody is taken, and nothing is copied, to
// what is no https address; a link that is one names its host first and keeps our tab to itself.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import type { Texts } from "./texts.ts";

const HOSTILE = [
  "javascript:document.title='taken'",
  "JaVaScRiPt:document.title='taken'",
  "data:text/html,<script>document.title='taken'</script>",
  "http://support.example.com/",
  "//evil.test/",
  "https://support.example.com@evil.test/",
  "blob:https://support.example.com/1",
  "file:///etc/passwd",
];
const SETTINGS = "**/api/basicSet/getBasicInfo*";
const HOST = "support.example.com";
const TYPES = [2, 3] as const;

type Named = { link: string; readonly type: number };

/** From now on the platform's answer names this as the link to support. */
async function nameLink(page: Page, named: Named): Promise<void> {
  await page.route(SETTINGS, async (route) => {
    const answer = await (await route.fetch()).json();
    const data = { ...answer.data, service_link: named.link, service_link_type: named.type };
    await route.fulfill({ json: { ...answer, data } });
  });
}

function tileOf(page: Page, texts: Texts): Locator {
  return page.getByRole("button", { name: texts("user.support.name") });
}

for (const type of TYPES) {
  inLanguages({ en: "desktop" }, () => {
    test(`T27 hostile service links of type ${type} are shown to nobody`, async ({
      page,
      door,
      texts,
    }) => {
      test.setTimeout(120_000);
      await door.enterDemo();
      const named: Named = { link: "", type };
      await nameLink(page, named);
      for (const link of HOSTILE) {
        named.link = link;
        // Until it is answered the tile leads to the chat, whatever the link is.
        const answered = page.waitForResponse(SETTINGS);
        await page.goto("/mine");
        await (await answered).finished();
        await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
        await expect(tileOf(page, texts), link).toHaveCount(0);
        await expect(page.locator("a[href^='javascript' i], a[href*='evil.test']")).toHaveCount(0);
        expect(await page.title()).not.toBe("taken");
      }
      named.link = `https://${HOST}/help`;
      await page.goto("/mine");
      await expect(tileOf(page, texts), "that it is there otherwise").toBeVisible();
    });
  });
}

inLanguages({ en: "desktop", hk: "phone", ar: "phone" }, () => {
  test("a link to support is copied, or names its host before it leaves", async ({
    page,
    door,
    texts,
  }) => {
    await door.enterDemo();
    const link = `https://${HOST}/help`;
    for (const type of TYPES) {
      await nameLink(page, { link, type });
      await page.goto("/mine");
      await tileOf(page, texts).click();
      await expect(page.getByText(link)).toBeVisible();
      const copy = page.getByRole("button", { name: texts("words.copy"), exact: true });
      await expect(copy).toHaveCount(type === 2 ? 1 : 0);
      const leave = page.getByRole("link", { name: texts("words.goTo", { host: HOST }) });
      await expect(leave).toHaveCount(type === 3 ? 1 : 0);
      if (type === 3) await expect(leave).toHaveAttribute("rel", "noopener noreferrer");
    }
  });
});
