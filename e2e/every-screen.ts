// What holds on every screen, each visited once without loading the page again: axe finds nothing
// in it, dark or light, and the words that say that nothing is real stand uncovered (H13). Used by
// every-screen.e2e.ts and every-screen-mirrored.phone.e2e.ts.
import type { Page } from "@playwright/test";
import { SCREEN_PATHS } from "@truetick/contract";
import { expectAccessible, expectContrast } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { keptSession, makeMember } from "./people.ts";
import type { Platform } from "./platform.ts";

/** Reading dozens of screens whole takes its time, more so on a busy machine. */
export const WALK_TIMEOUT_MS = 240_000;

const NEEDS_LOGIN = /^\/(?:order|user|rank\/lead|copy\/follow|mine(?!\/(?:email|announcement)$))/;
const OPEN = SCREEN_PATHS.filter((path) => !NEEDS_LOGIN.test(path));
const OWN = SCREEN_PATHS.filter((path) => NEEDS_LOGIN.test(path));
/** The same address shows another screen. */
const VARIANTS = ["/order?type=0", "/order?type=3", "/mine/withdraw-way?type=2"];

/** Nothing moves while axe reads: a flash half over has colours that nobody sees. */
export const STILL = { contextOptions: { reducedMotion: "reduce" }, theme: "dark" } as const;

/** Goes there as a link of the app would, without loading the page again. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ depth: 0 }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  const [address = path] = path.split("?");
  const screen = page.locator(`[data-screen="${address}"]`);
  await expect(screen.locator("h1").first(), path).toBeAttached();
  await expect(screen.locator("[role=status][aria-label]"), `${path} has loaded`).toHaveCount(0);
}

async function expectBannerUncovered(page: Page, words: string, path: string): Promise<void> {
  const banner = page.getByText(words, { exact: true }).first();
  await expect(banner, path).toBeVisible();
  const isOnTop = await banner.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen === element || element.contains(seen) || (seen?.contains(element) ?? false);
  });
  expect(isOnTop, `nothing covers the banner on ${path}`).toBe(true);
}

async function walk(page: Page, paths: readonly string[], sandboxWords: string): Promise<void> {
  await page.goto("/language");
  for (const path of paths) {
    await test.step(path, async () => {
      await visit(page, path);
      await expectBannerUncovered(page, sandboxWords, path);
      await expectAccessible(page);
      await expectContrast(page, "light");
    });
  }
}

export async function walkAsVisitor(page: Page, sandboxWords: string): Promise<void> {
  await walk(page, OPEN, sandboxWords);
}

export async function walkAsMember(
  page: Page,
  platform: Platform,
  sandboxWords: string,
): Promise<void> {
  const session = await keptSession(platform, await makeMember(platform, "reader"));
  await page.addInitScript((kept) => {
    // A framed page of no origin keeps nothing.
    if (window.top === window) localStorage.setItem("truetick.session", kept);
  }, session);
  await walk(page, [...OWN, ...VARIANTS], sandboxWords);
}
