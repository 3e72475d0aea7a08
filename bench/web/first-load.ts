// What a first visit transfers, for every address of the app: script, style, fonts, page; and LCP.
//
// On a phone, with an empty cache, as the server sends it (compressed), until the network has been
// quiet for half a second. Addresses that need a login are opened by a demo trader. Prints; only
// the script of `/` has a bound (120 kB, G11).

import type { Browser, Request } from "@playwright/test";
import { SCREEN_PATHS, type Session } from "@truetick/contract";
import { startPlatform } from "./parts/platform.ts";
import { makeTrader, openBrowser, openWindow } from "./parts/reader.ts";

const SCRIPT_BYTES_MAX = 120_000;
const KILOBYTE = 1_000;
const OWN = /^\/(?:user|order|mine)/;
const KINDS = ["script", "stylesheet", "font", "document", "image", "fetch"] as const;
type Kind = (typeof KINDS)[number];
type Load = { readonly bytes: Record<Kind, number>; readonly lcpMs: number };

function kindOf(request: Request): Kind | null {
  const type = request.resourceType() === "xhr" ? "fetch" : request.resourceType();
  return KINDS.find((kind) => kind === type) ?? null;
}

/** The last entry is the largest so far. */
function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN);
    }).observe({ type: "largest-contentful-paint", buffered: true });
    setTimeout(resolve, 2_000, Number.NaN);
  });
}

async function load(
  browser: Browser,
  { origin, path, session }: { origin: string; path: string; session: Session },
): Promise<Load> {
  const own = OWN.test(path) ? { session } : {};
  const context = await openWindow(browser, { origin, size: "phone", ...own });
  const page = await context.newPage();
  const done: Request[] = [];
  page.on("requestfinished", (request) => done.push(request));
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  const bytes = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Load["bytes"];
  for (const request of done) {
    const kind = kindOf(request);
    if (kind) bytes[kind] += (await request.sizes()).responseBodySize;
  }
  const lcpMs = await page.evaluate(largestPaint);
  await context.close();
  return { bytes, lcpMs };
}

const kilobytes = (bytes: number) => (bytes / KILOBYTE).toFixed(1).padStart(9);

const platform = await startPlatform();
const browser = await openBrowser();
let isGood = true;
try {
  const session = await makeTrader(platform);
  const head = ["js", "css", "fonts", "html", "images", "api", "LCP ms"];
  console.log(`${"kB transferred".padEnd(26)}${head.map((word) => word.padStart(9)).join("")}`);
  for (const path of SCREEN_PATHS) {
    const { bytes, lcpMs } = await load(browser, { origin: platform.origin, path, session });
    const isHeavy = path === "/" && bytes.script > SCRIPT_BYTES_MAX;
    isGood &&= !isHeavy;
    const figures = KINDS.map((kind) => kilobytes(bytes[kind])).join("");
    const lcp = lcpMs.toFixed(0).padStart(9);
    console.log(`${path.padEnd(26)}${figures}${lcp}${isHeavy ? "  FAIL: above 120 kB" : ""}`);
  }
} finally {
  await browser.close();
  await platform.stop();
}
process.exit(isGood ? 0 : 1);
