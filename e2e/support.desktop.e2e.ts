// T27: whatever an answer names as the link to support, nobody is taken, and nothing is copied, to
// what is no https address; a link that is one names its host first and keeps our tab to itself.
import { expect, test } from "./journey.ts";

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

for (const type of [2, 3]) {
  test(`T27 hostile service links of type ${type} are shown to nobody`, async ({
    page,
    door,
    texts,
  }) => {
    test.setTimeout(120_000);
    await door.enterDemo();
    let link = "";
    await page.route("**/api/basicSet/getBasicInfo*", async (route) => {
      const answer = await (await route.fetch()).json();
      const data = { ...answer.data, service_link: link, service_link_type: type };
      await route.fulfill({ json: { ...answer, data } });
    });
    const tile = page.getByRole("button", { name: texts("user.support.name") });
    for (link of HOSTILE) {
      await page.goto("/mine");
      await expect(page.getByRole("main")).toBeVisible();
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
      await expect(tile, link).toHaveCount(0);
      await expect(page.locator("a[href^='javascript' i], a[href*='evil.test']")).toHaveCount(0);
      expect(await page.title()).not.toBe("taken");
    }
    link = "https://support.example.com/help";
    await page.goto("/mine");
    await tile.click();
    await expect(page.getByText(link)).toBeVisible();
    const follow = page.getByRole("link", {
      name: texts("words.goTo", { host: "support.example.com" }),
    });
    await expect(follow).toHaveCount(type === 3 ? 1 : 0);
    if (type === 3) await expect(follow).toHaveAttribute("rel", "noopener noreferrer");
  });
}
