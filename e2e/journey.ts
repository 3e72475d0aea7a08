// The test function of every browser journey: a running platform, the pages of the app, and a
// guard that fails the journey when the browser complained about anything at all.
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { OPERATORS } from "./operators.ts";
import { CashierPage } from "./pages/cashier.ts";
import { CentrePage } from "./pages/centre.ts";
import { DeskPage } from "./pages/desk.ts";
import { DoorPage } from "./pages/door.ts";
import { NoticesPage } from "./pages/notices.ts";
import { OrdersPage } from "./pages/orders.ts";
import { QuotesPage } from "./pages/quotes.ts";
import { Shell } from "./pages/shell.ts";
import { Ticket } from "./pages/ticket.ts";
import { TradePage } from "./pages/trade.ts";
import { PLATFORM_MAX_MS, type Platform, startPlatform } from "./platform.ts";
import { type Texts, textsOf } from "./texts.ts";

export { expect };

export type Complaints = {
  /** What the browser complained about, in its words. */
  readonly heard: string[];
  readonly note: (words: string) => void;
  /** From now on failures of the network are part of the story; nothing else is. */
  readonly expectNetworkLoss: () => void;
};

type Fixtures = {
  /** The language the reader has chosen; null for a first visit. */
  readonly language: string | null;
  readonly theme: "dark" | "light" | null;
  readonly texts: Texts;
  readonly complaints: Complaints;
  readonly shell: Shell;
  readonly door: DoorPage;
  readonly centre: CentrePage;
  readonly quotes: QuotesPage;
  readonly trade: TradePage;
  readonly ticket: Ticket;
  readonly orders: OrdersPage;
  readonly cashier: CashierPage;
  readonly notices: NoticesPage;
  /** Opens the desk in a window of its own, logged in as the first or the second operator. */
  readonly openDesk: (which: 0 | 1) => Promise<DeskPage>;
};

/** A simulated price rests for up to half a minute now and then, as real ones do. */
export const STILL_MAX_MS = 60_000;

/** A page that complains about every row need not fill the terminal. */
const HEARD_MAX = 12;
const NETWORK_LOSS = /net::ERR_\w+|WebSocket connection|\b(?:408|503)\b/;
/** What Playwright itself says where it allows no worker. */
const NO_WORKER = "Service Worker registration blocked by Playwright";
/** What the browser says of a request whose page the journey has left. */
const LEFT_BEHIND = "net::ERR_ABORTED";

type Shared = {
  readonly platform: Platform;
  /** What the windows of the desk have kept, by the operator's address. */
  readonly deskSessions: Map<string, string>;
};

export const test = base.extend<Fixtures, Shared>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know the needs
    async ({}, use) => {
      const platform = await startPlatform();
      await use(platform);
      await platform.stop();
    },
    { scope: "worker", timeout: PLATFORM_MAX_MS },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know the needs
  deskSessions: [async ({}, use) => use(new Map()), { scope: "worker" }],
  baseURL: async ({ platform }, use) => use(platform.origin),
  language: ["en", { option: true }],
  theme: [null, { option: true }],
  texts: async ({ language }, use) => use(textsOf(language ?? "hk")),
  complaints: [
    async ({ page }, use) => {
      const complaints = createComplaints();
      listen(page, complaints);
      await use(complaints);
      expect(complaints.heard, "the browser has nothing to complain about").toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, language, theme }, use) => {
    await page.addInitScript(
      (chosen) => {
        // A framed page of no origin keeps nothing, and may not even ask.
        if (window.top !== window) return;
        for (const [name, value] of Object.entries(chosen)) {
          // Only before the first choice: a journey may change its mind and reload.
          if (value !== null && localStorage.getItem(`truetick.${name}`) === null) {
            localStorage.setItem(`truetick.${name}`, value);
          }
        }
      },
      { language, theme },
    );
    await use(page);
  },
  shell: async ({ page, texts }, use) => use(new Shell(page, texts)),
  door: async ({ page, texts }, use) => use(new DoorPage(page, texts)),
  centre: async ({ page, texts }, use) => use(new CentrePage(page, texts)),
  quotes: async ({ page, texts }, use) => use(new QuotesPage(page, texts)),
  trade: async ({ page, texts }, use) => use(new TradePage(page, texts)),
  ticket: async ({ page, texts }, use) => use(new Ticket(page, texts)),
  orders: async ({ page, texts }, use) => use(new OrdersPage(page, texts)),
  cashier: async ({ page, texts }, use) => use(new CashierPage(page, texts)),
  notices: async ({ page, texts }, use) => use(new NoticesPage(page, texts)),
  openDesk: async ({ browser, platform, deskSessions, complaints }, use) => {
    const windows: BrowserContext[] = [];
    await use(async (which) => {
      const window = await browser.newContext({ viewport: DESK_VIEWPORT, colorScheme: "dark" });
      windows.push(window);
      const page = await window.newPage();
      listen(page, complaints);
      const desk = new DeskPage(page, platform);
      await desk.enter(OPERATORS[which], deskSessions);
      return desk;
    });
    for (const window of windows) await window.close();
  },
});

const DESK_VIEWPORT = { width: 1440, height: 900 };

/** Of all windows of one journey. */
function createComplaints(): Complaints {
  let isLossExpected = false;
  const heard: string[] = [];
  return {
    heard,
    note(words) {
      if (isLossExpected && NETWORK_LOSS.test(words)) return;
      if (heard.length < HEARD_MAX) heard.push(words);
    },
    expectNetworkLoss: () => {
      isLossExpected = true;
    },
  };
}

/** Console errors include every violation of the content security policy. */
function listen(page: Page, { note }: Complaints): void {
  page.on("console", (message) => {
    const kind = message.type();
    if (message.text() === NO_WORKER) return;
    if (kind === "error" || kind === "warning") {
      note(`console ${kind}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => note(`page error: ${error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== LEFT_BEHIND) note(`request failed: ${request.url()} ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) note(`answer ${response.status()}: ${response.url()}`);
  });
}
