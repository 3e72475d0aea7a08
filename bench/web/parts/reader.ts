// A reader's browser: one Chromium, windows of a phone or a desktop in one language, and a demo
// trader with positions for the workspace.

import { randomBytes } from "node:crypto";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { requestDemoLogin, requestPlaceOrder, type Session } from "@truetick/contract";
import { ensureBrowser } from "../../../scripts/browser.mjs";
import { ask, type Platform } from "./platform.ts";

export const SIZES = {
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const;
export type Size = keyof typeof SIZES;

const POSITIONS = 5;
/** At the market, at any price, with nothing beside it. */
const AT_ONCE = {
  target: null,
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  seenPrice: null,
  maxDeviation: null,
  expiresAt: null,
} as const;

export async function openBrowser(): Promise<Browser> {
  const { path, args } = await ensureBrowser(console.log);
  return chromium.launch({ executablePath: path, args: [...args] });
}

/** A demo account with open positions, whose profits move with every tick. */
export async function makeTrader({ origin, markets }: Platform): Promise<Session> {
  const secret = randomBytes(32).toString("hex");
  const session = await ask(origin, requestDemoLogin(secret));
  for (const market of markets.slice(0, POSITIONS)) {
    const order = requestPlaceOrder({
      marketId: market.id,
      side: "buy",
      lots: market.lotsMin,
      leverage: market.leverages.at(-1) ?? 1,
      ...AT_ONCE,
    });
    await ask(origin, order, session.token);
  }
  return session;
}

export async function openWindow(
  browser: Browser,
  { origin, size, session }: { origin: string; size: Size; session?: Session },
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...SIZES[size], baseURL: origin, locale: "en-GB" });
  await context.addInitScript(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) {
        localStorage.setItem(`truetick.${name}`, value);
      }
    },
    { language: "en", ...(session ? { session: JSON.stringify(session) } : {}) },
  );
  return context;
}

/** Rows with prices in them are what a reader waits for on both screens. */
export async function untilPriced(page: Page): Promise<void> {
  await page.waitForFunction(() => /\d/.test(document.querySelector("main")?.textContent ?? ""));
}
