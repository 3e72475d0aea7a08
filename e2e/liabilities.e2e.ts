// H16: what the house owes, beside what it declares to hold, for everybody; and a member's own
// money in it, checked in the browser against the own statement and the signed log. Two people
// declare the reserves at the desk. A server that counts less is caught by the browser it tells.
import { expectAccessible } from "./axe.ts";
import { makeFundedMember } from "./funds.ts";
import { test as base, expect } from "./journey.ts";
import { deskText } from "./pages/desk.ts";
import { keptSession, post } from "./people.ts";
import { PLATFORM_MAX_MS, type Platform, startPlatform } from "./platform.ts";
import { textsOf } from "./texts.ts";

/** A cut is daily; here there is a tree every few seconds, and a checkpoint as often. */
const test = base.extend<object, { platform: Platform }>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know the needs
    async ({}, use) => {
      const settings = { LIABILITIES_EVERY_SECONDS: "3", PROOF_EVERY_SECONDS: "2" };
      const platform = await startPlatform(settings);
      await use(platform);
      await platform.stop();
    },
    { scope: "worker", timeout: PLATFORM_MAX_MS },
  ],
});

test.setTimeout(240_000);
/** A figure on its way to the screen must not be read half faded. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** From pressing the button to the answer; without it, it is pressed again. */
const SOON = { timeout: 4_000 };
/** The next tree and the next checkpoint, on a machine that has much else to do. */
const COUNTED_WITHIN_MS = 40_000;
const PLACE = "First Harbour Bank, client money account";

test("what is owed stands beside what is held, and the own leaf is checked here", async ({
  page,
  platform,
  openDesk,
}, info) => {
  const member = await makeFundedMember(platform, { name: "owed", usd: "750" });
  const first = await openDesk(0);
  await first.page.goto(`${platform.origin}/desk/reserves`);
  await first.act("reserves.declare", {
    place: PLACE,
    amount: "900",
    asOf: "2026-01-05T09:00",
    why: "Month end.",
  });
  await expect(first.page.getByText(deskText("reserves.noWayOut"))).toBeVisible();
  await expectAccessible(first.page);
  const second = await openDesk(1);
  await second.page.goto(`${platform.origin}/desk/proposals`);
  await second.page.locator('a[href*="/desk/proposals/"]').first().click();
  await second.act("proposals.acts.approve");
  await first.page.reload();
  await expect(first.page.getByRole("cell", { name: PLACE })).toBeVisible();
  await first.page.screenshot({ path: info.outputPath("desk-reserves.png"), fullPage: true });

  const session = await keptSession(platform, member);
  const { token: sessionToken } = JSON.parse(session);
  await page.goto("/language");
  await page.evaluate((kept) => localStorage.setItem("truetick.session", kept), session);
  for (const language of ["en", "hk", "ar"]) {
    await test.step(language, async () => {
      const texts = textsOf(language);
      const fields = { language };
      await post(platform, { path: "/v1/api/main/setting", fields, token: sessionToken });
      await page.evaluate((id) => localStorage.setItem("truetick.language", id), language);
      await page.goto("/transparency");
      const sections = page.locator("section", {
        has: page.getByRole("heading", { level: 2, name: texts("liabilities.title") }),
      });
      await sections.scrollIntoViewIfNeeded();
      await expect(page.getByRole("heading", { name: PLACE })).toBeVisible();
      await expect(page.getByText(texts("liabilities.playMoney"))).toBeVisible();
      const button = page.getByRole("button", { name: texts("liabilities.check") });
      // A tree after the deposit, and a checkpoint after the tree.
      await expect(async () => {
        await button.click();
        await expect(page.getByText(beginningOf(texts("liabilities.isIn")))).toBeVisible(SOON);
        await expect(page.getByText(beginningOf(texts("liabilities.logged")))).toBeVisible(SOON);
      }).toPass({ timeout: COUNTED_WITHIN_MS });
      await expect(page.getByText(texts("liabilities.wrong"))).toHaveCount(0);
      await expectAccessible(page);
      await sections.screenshot({ path: info.outputPath(`${language}.png`) });
      const own = page.locator("section", { has: button });
      await own.screenshot({ path: info.outputPath(`${language}-own.png`) });
    });
  }
});

/** A text up to its first figure. */
function beginningOf(text: string): string {
  return text.split("{")[0]?.trim() ?? text;
}

test("a server that counts less is caught by the browser", async ({ page, platform, texts }) => {
  const member = await makeFundedMember(platform, { name: "less", usd: "400" });
  const session = await keptSession(platform, member);
  await page.route("**/v1/api/proof/liability*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.data?.leaf) answer.data.leaf.amount = "399.000000";
    await route.fulfill({ response, json: answer });
  });
  await page.goto("/language");
  await page.evaluate((kept) => localStorage.setItem("truetick.session", kept), session);
  await page.goto("/transparency");
  await expect(async () => {
    await page.getByRole("button", { name: texts("liabilities.check") }).click();
    await expect(page.getByText(beginningOf(texts("liabilities.faults.path")))).toBeVisible(SOON);
  }).toPass({ timeout: COUNTED_WITHIN_MS });
  await expect(page.getByText(beginningOf(texts("liabilities.isIn")))).toHaveCount(0);
});
