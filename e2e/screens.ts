// Takes a picture of every screen at both sizes, in both themes and three languages, with living
// prices. Started by scripts/screenshots.mjs; nothing is asserted, somebody looks.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { SCREEN_PATHS } from "@truetick/contract";
import { findBrowser } from "../scripts/browser.mjs";
import { startPlatform } from "./platform.ts";

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

type Session = {
  readonly browser: Browser;
  readonly origin: string;
  readonly shot: Shot;
  readonly paths: readonly string[];
};

async function takeShots({ browser, origin, shot, paths }: Session) {
  const { size, theme, language } = shot;
  const context = await browser.newContext({ ...SIZES[size], colorScheme: theme, baseURL: origin });
  await context.addInitScript(
    (chosen) => {
      for (const [name, value] of Object.entries(chosen)) {
        localStorage.setItem(`truetick.${name}`, value);
      }
    },
    { language, theme },
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
        await takeShots({ browser, origin: platform.origin, shot, paths });
        console.log(`${size} ${theme} ${language}`);
      }
    }
  }
  console.log(`Screenshots are in ${FOLDER}`);
} finally {
  await browser.close();
  await platform.stop();
}
