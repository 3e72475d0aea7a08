// Takes a picture of every screen at both sizes, in both themes and three languages, with living
// prices, and of a member's own screens as a member sees them. Started by scripts/screenshots.mjs;
// nothing is asserted, somebody looks.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { SCREEN_PATHS } from "@truetick/contract";
import { findBrowser } from "../scripts/browser.mjs";
import { keptSession, makeMember } from "./people.ts";
import { type Platform, startPlatform } from "./platform.ts";

const FOLDER = join(import.meta.dirname, "../.cache/screenshots");
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
} as const;
const THEMES = ["dark", "light"] as const;
const LANGUAGES = ["en", "hk", "ar"];
/** Prices, sparklines and the chart have come by then. */
const SETTLED_AFTER_MS = 1_500;

type Shot = {
  readonly size: keyof typeof SIZES;
  readonly theme: (typeof THEMES)[number];
  readonly language: string;
};

/** Seen by a member; everything else by a visitor. */
const OWN = /^\/(?:user|order|mine)/;

type Session = {
  readonly browser: Browser;
  readonly platform: Platform;
  readonly shot: Shot;
  readonly paths: readonly string[];
};

async function takeShots(session: string | null, { browser, platform, shot, paths }: Session) {
  const { size, theme, language } = shot;
  const baseURL = platform.origin;
  const context = await browser.newContext({ ...SIZES[size], colorScheme: theme, baseURL });
  await context.addInitScript(
    (chosen) => {
      for (const [name, value] of Object.entries(chosen)) {
        if (value !== null) localStorage.setItem(`truetick.${name}`, value);
      }
    },
    { language, theme, session },
  );
  const page = await context.newPage();
  for (const path of paths) await takeShot(page, path, shot);
  await context.close();
}

async function takeShot(page: Page, path: string, { size, theme, language }: Shot) {
  await page.goto(path);
  await page.waitForTimeout(SETTLED_AFTER_MS);
  const name = path === "/" ? "quotes" : path.slice(1).replaceAll("/", "-");
  await page.screenshot({ path: join(FOLDER, `${name}-${size}-${theme}-${language}.png`) });
}

const found = findBrowser();
if (!found) throw new Error("No browser found");
const asked = process.argv.slice(2);
const paths = asked.length > 0 ? asked : SCREEN_PATHS;
await mkdir(FOLDER, { recursive: true });
const platform = await startPlatform();
const browser = await chromium.launch({ executablePath: found.path, args: [...found.args] });
try {
  for (const size of ["phone", "desktop"] as const) {
    for (const theme of THEMES) {
      for (const language of LANGUAGES) {
        const shot = { size, theme, language };
        const visit = { browser, platform, shot };
        const own = paths.filter((path) => OWN.test(path));
        await takeShots(null, { ...visit, paths: paths.filter((path) => !OWN.test(path)) });
        // A member for each: the choices of one would be kept for the next.
        if (own.length > 0)
          await takeShots(await keptSession(platform, await makeMember(platform, "reader")), {
            ...visit,
            paths: own,
          });
        console.log(`${size} ${theme} ${language}`);
      }
    }
  }
  console.log(`Screenshots are in ${FOLDER}`);
} finally {
  await browser.close();
  await platform.stop();
}
