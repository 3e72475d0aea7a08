// The shorter story in the other two languages that every journey is walked in, one of them from
// right to left: a trader is found and read, copied, the copy paused and stopped.
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { buy, list, newAlias, openDemo } from "./leaders.ts";
import { CopyingPage } from "./pages/copying.ts";

for (const language of ["hk", "ar"]) {
  test.describe(language, () => {
    // Nothing moves while axe reads.
    test.use({ language, contextOptions: { reducedMotion: "reduce" } });

    test("a trader is found, copied, paused and left", async ({ page, platform, texts }) => {
      const leader = await openDemo(platform);
      const follower = await openDemo(platform);
      const alias = newAlias("tide");
      await list(leader, alias);
      await page.addInitScript((session) => {
        localStorage.setItem("truetick.session", session);
      }, follower.session);
      await page.goto("/rank");
      const copying = new CopyingPage(page, texts);
      await copying.findTrader(alias);
      await expect(page.getByText(texts("ranking.rules.risk"), { exact: true })).toBeVisible();
      await expectAccessible(page);
      await copying.start(alias, "2500");
      await buy(leader, "0.10");
      await expect(copying.rows).toHaveCount(1);
      await expectAccessible(page);
      await copying.act("pause");
      await expect(copying.status("paused")).toBeVisible();
      await copying.act("stop");
      await copying.sheet("stop").locator("button[type=submit]").click();
      await expect(copying.status("stopped")).toBeVisible();
      await page.goto("/copy");
      await expect(page.getByText(texts("copy.stopReasons.owner"), { exact: true })).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}
