// A gateway on a port of its own for tests: the declared calls answered by the smallest honest
// handlers, quotes that a test moves by hand, and every log line kept for reading.

import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { QuoteUpdate } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { ZERO_MONEY } from "@truetick/money";
import { createCopyChanges } from "../../community/copying/copy-changes.ts";
import { systemClock } from "../../platform/clock.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { createCashierChanges } from "../../platform/member-changes.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { type Gateway, type GatewayParts, type GatewaySettings, startGateway } from "../gateway.ts";
import type { LiveSources } from "../socket/live-topics.ts";
import type { QuoteSource } from "../socket/quote-topics.ts";
import { loadSendAll } from "../socket/send-all.ts";
import type { SessionSource } from "../socket/session-sockets.ts";

export const PUBLIC_ORIGIN = "https://trade.example.test";
const NOWHERE = "/nonexistent";
/** As the product runs, where it was built. */
const SEND_ALL = join(import.meta.dirname, "../../../native/dist/send-all.node");

export type MovedQuotes = QuoteSource & { readonly move: (code: string, bid: string) => void };

export function createMovedQuotes(codes: readonly string[] = ["EURUSD", "XAUUSD"]): MovedQuotes {
  const newest = new Map<string, { version: number; update: QuoteUpdate }>();
  let version = 0;
  const move = (code: string, bid: string) => {
    version += 1;
    const quote = {
      bid,
      ask: bid,
      dayOpen: "1.00000",
      dayHigh: bid,
      dayLow: "1.00000",
      dayChange: "0.00",
      time: 1_700_000_000,
      seq: version,
    };
    const update = {
      marketId: code,
      code,
      isOpen: true,
      opensAt: null,
      isClosingOnly: false,
      isStale: false,
      quote,
    };
    newest.set(code, { version, update });
  };
  for (const code of codes) move(code, "1.00000");
  return {
    isSimulated: true,
    version: () => version,
    changedSince: (since) =>
      [...newest.values()].filter((entry) => entry.version > since).map((entry) => entry.update),
    move,
  };
}

const { listMarkets, listCategories, listCandles, listRecentCandles, listTape } = CALLS;

/** The calls of these tests. A new call of the platform is tested where it is answered. */
export const MARKET_CALLS = {
  listMarkets,
  listCategories,
  listCandles,
  listRecentCandles,
  listTape,
};

export const HANDLERS: Handlers<keyof typeof MARKET_CALLS> = {
  listMarkets: () => [],
  listCategories: (_input, { language }) => [{ Id: "1", NameShowTrans: language.id }],
  listCandles: () => [],
  listRecentCandles: () => [],
  listTape: () => refuse("MARKET_UNKNOWN"),
};

/** What the live socket tells of when only quotes move: bars that follow them, and no account. */
export function liveWith(quotes: QuoteSource): LiveSources {
  const { isSimulated } = quotes;
  const news = createAloneNews();
  const newestOf = (code: string) => quotes.changedSince(0).find((each) => each.code === code);
  return {
    quotes,
    candles: {
      isSimulated,
      knows: (code) => newestOf(code) !== undefined,
      newest: (code) => {
        const bid = newestOf(code)?.quote.bid ?? "0";
        const bar = { time: 1_700_000_000, open: bid, high: bid, low: bid, close: bid, ticks: 1 };
        return { "1min": bar };
      },
    },
    accounts: {
      isSimulated,
      directory: () => null,
      financingOf: () => ZERO_MONEY,
      read: async (look) => look({ account: () => null, orders: () => [] }),
      readHere: async (look) => look({ account: () => null, orders: () => [] }),
      subscribe: () => () => undefined,
    },
    changes: createCashierChanges(news),
    inbox: { follow: () => () => undefined },
    copies: createCopyChanges(news),
    support: { follow: () => () => undefined },
  };
}

/** Sessions that never end. */
const ENDLESS: SessionSource = {
  onEnded: () => () => undefined,
  onMissed: () => () => undefined,
  living: async (ids) => new Map(ids.map((id) => [id, Number.POSITIVE_INFINITY])),
};

export function partsWith(overrides: Partial<GatewayParts> = {}): GatewayParts {
  return {
    calls: MARKET_CALLS,
    areas: [HANDLERS],
    findCaller: async () => null,
    findStaff: async () => null,
    allowsDesk: () => true,
    watchStaff: async () => null,
    sessions: ENDLESS,
    live: liveWith(createMovedQuotes()),
    vitalSigns: async () => ({
      mode: "sandbox",
      feed: "sim",
      isSimulated: true,
      markets: 2,
      newestQuoteAgeMs: 12,
      isFeedFresh: true,
      engine: "trading",
      queuedRows: 0,
      heldQuotes: 0,
      journalSeq: 41,
      isDatabaseReachable: true,
      areMigrationsCurrent: true,
    }),
    readings: {
      quotesAccepted: () => 7,
      quotesRefused: () => [{ source: "sim", reason: "CROSSED", count: 2 }],
      priceSources: () => [{ source: "sim", isSilent: false, ticks: 9 }],
      isTrading: () => true,
      queuedRows: () => 3,
      heldQuotes: () => 0,
      journalSeq: () => 41,
      messagesWaiting: async () => [{ channel: "email", count: 4 }],
      messagesEnded: () => [{ channel: "push", state: "refused", count: 5 }],
      inboxLag: () => 6,
      alertsWaiting: () => 8,
      copyLag: () => 9,
      verdict: () => ({ isWhole: true, faults: 0, finishedAt: 10, tookSec: 11, rows: 12 }),
      proof: () => ({ lagRows: 13, ageSec: 14, crashes: 0 }),
      databaseConnections: () => ({ total: 3, idle: 2, waiting: 0 }),
    },
    appName: async () => "Truetick",
    webFolder: NOWHERE,
    deskFolder: NOWHERE,
    ...overrides,
  };
}

export type OpenGateway = Gateway & { readonly logged: string[] };

/** Bound, but with nothing to serve yet. */
export async function openBareGateway(
  overrides: Partial<GatewaySettings> = {},
): Promise<OpenGateway> {
  const logged: string[] = [];
  const log = createLog("debug", { write: (line: string) => void logged.push(line) });
  const gateway = await startGateway({
    sendAll: loadSendAll(SEND_ALL),
    port: 0,
    mode: "sandbox",
    publicOrigin: PUBLIC_ORIGIN,
    trustedProxies: 0,
    checksAnswers: true,
    version: "0.0.0-test",
    log,
    clock: systemClock,
    ...overrides,
  });
  return { ...gateway, logged };
}

export async function openGateway(
  parts: Partial<GatewayParts> = {},
  settings: Partial<GatewaySettings> = {},
): Promise<OpenGateway> {
  const gateway = await openBareGateway(settings);
  await gateway.attach(partsWith(parts));
  return gateway;
}

export type Heard = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: string;
};

/** One request as given: node:http adds nothing but Host and Connection, unlike fetch. */
export async function ask(
  { port }: { port: number },
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string | string[]>;
    body?: string | Buffer;
  } = {},
): Promise<Heard> {
  const { method = "GET", headers = {}, body } = options;
  const sent = httpRequest({ port, path, method, headers, agent: false });
  sent.end(body);
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { statusCode: status, headers: heard } = response;
  return { status, headers: heard, bytes, body: bytes.toString("utf8") };
}

/** Bytes on the wire, and all that comes back until the server hangs up or stays silent. */
export function sayRaw(
  { port }: { port: number },
  bytes: string | Buffer,
  { waitMs = 1_000 }: { waitMs?: number } = {},
): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const connection = connect(port, "127.0.0.1");
    const finish = () => {
      clearTimeout(patience);
      connection.destroy();
      resolve(Buffer.concat(chunks).toString("latin1"));
    };
    const patience = setTimeout(finish, waitMs);
    connection.on("data", (chunk) => chunks.push(chunk));
    connection.on("close", finish).on("error", finish);
    connection.write(bytes);
  });
}
