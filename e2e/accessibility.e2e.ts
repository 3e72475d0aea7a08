// Everybody can use it: axe finds nothing on the screens of the house, dark and light, in a
// language of the west, of the east and of the right-to-left.
import { expectAccessible } from "./axe.ts";
import { test } from "./journey.ts";

const PATHS = ["/", "/trade", "/order", "/copy", "/rank", "/language"];

for (const language of ["en", "hk", "ar"]) {
  for (const theme of ["dark", "light"] as const) {
    test.describe(`${language} ${theme}`, () => {
      test.use({ language, theme });

      test("axe finds nothing on any screen", async ({ page, quotes, trade }) => {
        await quotes.open();
        await expectAccessible(page);
        for (const path of PATHS.slice(1)) {
          await page.goto(path);
          if (path === "/trade") await trade.chart.waitFor();
          await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
          await expectAccessible(page);
        }
      });
    });
  }
}

test("axe finds nothing in the states that come and go", async ({ page, quotes, shell }) => {
  await quotes.open();
  await quotes.search("zzz");
  await quotes.nothingFound("zzz").waitFor();
  await expectAccessible(page);
  await page.goto("/");
  await shell.openSettings();
  await expectAccessible(page);
});
