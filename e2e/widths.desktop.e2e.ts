// Nothing is lost between a small phone and a large desk: every screen at every kind of width, down
// to the 320 CSS pixels of WCAG 1.4.10 and the short page of a 200 % zoom. One page, resized.
import type { Page } from "@playwright/test";
import { SCREEN_PATHS } from "@truetick/contract";
import { findCutOff } from "./cut-off.ts";
import { expect, test } from "./journey.ts";
import { makeMember } from "./people.ts";

const SIZES = [
  { width: 320, height: 640 },
  // 1440 by 900 at 200 %.
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
] as const;

/** Screens that only visitors have business at; the rest is walked as a trader. */
const DOOR = /^\/(?:login|register|forgot)$/;

/** Goes to a screen without loading the page, as a link would. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.locator(`[data-screen="${path}"] h1`).first().waitFor({ state: "attached" });
  await expect(page.locator("main [role=status][aria-label]:visible")).toHaveCount(0);
}

/** The page draws itself anew after a change of its size: what is still lost then is lost. */
const DRAWN_WITHIN_MS = 3_000;

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await goTo(page, path);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect
        .poll(() => findCutOff(page), {
          message: `${path} at ${size.width}`,
          timeout: DRAWN_WITHIN_MS,
        })
        .toEqual([]);
    }
  }
}

/** Reading thousands of styles takes its time, more so on a busy machine. */
test.describe.configure({ timeout: 240_000 });

test("nothing is cut off on any screen at any width", async ({ page, platform, door }) => {
  await page.goto("/login");
  await walk(
    page,
    SCREEN_PATHS.filter((path) => DOOR.test(path)),
  );
  const member = await makeMember(platform, "widths");
  await door.enterAs(member, "/user");
  await walk(
    page,
    SCREEN_PATHS.filter((path) => !DOOR.test(path)),
  );
});

test.describe("from right to left", () => {
  test.use({ language: "ar" });

  test("nothing is cut off where orders stand beside everything else", async ({
    page,
    door,
    ticket,
  }) => {
    await door.enterDemo();
    await ticket.open("EURUSD", "buy");
    await ticket.act.click();
    await expect(ticket.toast(/EUR\/USD/)).toBeVisible();
    await walk(page, ["/trade", "/order", "/", "/user"]);
  });
});
