// Takes a picture of every screen at both sizes, in both themes and three languages, with living
// prices, as a member with a life behind him sees it; the doors as a visitor does. Started by
// scripts/screenshots.mjs; nothing is asserted, somebody looks.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, devices, type Page } from "@playwright/test";
import { SCREEN_PATHS } from "@truetick/contract";
import { findBrowser } from "../scripts/browser.mjs";
import { keptSession } from "./people.ts";
import { type Platform, startPlatform } from "./platform.ts";
import { makeReader } from "./reader.ts";
import { joinCommunity, type PictureLanguage, publishArticle } from "./reader-community.ts";

const FOLDER = join(import.meta.dirname, "../.cache/screenshots");
const SIZES = {
  phone: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const;
const THEMES = ["dark", "light"] as const;
const LANGUAGES = ["en", "hk", "ar"] as const;
/** Prices and sparklines have come by then. */
const SETTLED_AFTER_MS = 1_200;
/** What says that it is still loading; a crowded machine needs its time. */
const UNFINISHED = '[class*="_skeleton_"], [class*="_spinner_"]';
const FINISHED_WITHIN_MS = 8_000;

type Shot = {
  readonly size: keyof typeof SIZES;
  readonly theme: (typeof THEMES)[number];
  readonly language: PictureLanguage;
};

/** Nobody who is logged in sees these. */
const DOORS = /^\/(?:login|register|forgot)/;
/** The same address shows something else. */
const VARIANTS = ["/order?type=0", "/order?type=3", "/mine/withdraw-way?type=2"];

type Visit = {
  readonly browser: Browser;
  readonly platform: Platform;
  readonly shot: Shot;
  readonly paths: readonly string[];
  /** Where a screen shows something of the reader's own. */
  readonly addresses: ReadonlyMap<string, string>;
};

async function takeShots(session: string | null, visit: Visit) {
  const { browser, platform, shot, paths, addresses } = visit;
  const { size, theme, language } = shot;
  const baseURL = platform.origin;
  const context = await browser.newContext({ ...SIZES[size], colorScheme: theme, baseURL });
  await context.addInitScript(
    (chosen) => {
      // A framed page of no origin keeps nothing.
      if (window.top !== window) return;
      for (const [name, value] of Object.entries(chosen)) {
        if (value !== null) localStorage.setItem(`truetick.${name}`, value);
      }
    },
    { language, theme, session },
  );
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(addresses.get(path) ?? path);
    await takeShot(page, path, shot);
  }
  await context.close();
}

async function takeShot(page: Page, path: string, { size, theme, language }: Shot) {
  await page.locator("main *").first().waitFor({ state: "attached" });
  // Logos and lines of a day too; a page that always asks for something is not waited for.
  await page.waitForLoadState("networkidle", { timeout: FINISHED_WITHIN_MS }).catch(() => null);
  await page.waitForTimeout(SETTLED_AFTER_MS);
  const unfinished = page.locator(UNFINISHED).first();
  // A picture of what never finishes is worth looking at too.
  await unfinished.waitFor({ state: "detached", timeout: FINISHED_WITHIN_MS }).catch(() => null);
  const name = path === "/" ? "quotes" : path.slice(1).replaceAll(/[/?=&]/g, "-");
  await page.screenshot({ path: join(FOLDER, `${name}-${size}-${theme}-${language}.png`) });
}

async function takeVariant(session: string, visit: Visit): Promise<void> {
  const { paths, shot } = visit;
  const doors = paths.filter((path) => DOORS.test(path));
  if (doors.length > 0) await takeShots(null, { ...visit, paths: doors });
  await takeShots(session, { ...visit, paths: paths.filter((path) => !DOORS.test(path)) });
  console.log(`${shot.size} ${shot.theme} ${shot.language}`);
}

const found = findBrowser();
if (!found) throw new Error("No browser found");
const asked = process.argv.slice(2);
const paths = asked.length > 0 ? asked : [...SCREEN_PATHS, ...VARIANTS];
await mkdir(FOLDER, { recursive: true });
const platform = await startPlatform();
const browser = await chromium.launch({ executablePath: found.path, args: [...found.args] });
try {
  const newsId = await publishArticle(platform);
  for (const theme of THEMES) {
    for (const language of LANGUAGES) {
      // A member for each: the choices of one would be kept for the next.
      const prepare = async (size: keyof typeof SIZES) => {
        const member = await makeReader(platform);
        const why = `/order/why?id=${member.endedId}`;
        const own = await joinCommunity({ platform, newsId }, member, language);
        const addresses = new Map([...own, ["/order/why", why]]);
        const session = await keptSession(platform, member);
        const visit = { browser, platform, paths, addresses, shot: { size, theme, language } };
        return () => takeVariant(session, visit);
      };
      const [takePhone, takeDesktop] = [await prepare("phone"), await prepare("desktop")];
      await Promise.all([takePhone(), takeDesktop()]);
    }
  }
  console.log(`Screenshots are in ${FOLDER}`);
} finally {
  await browser.close();
  await platform.stop();
}
