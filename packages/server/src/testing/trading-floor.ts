// A whole exchange for a test file: a database of its own, the sequencer, the members and the
// gateway on a port, with markets and quotes that the test gives by hand and a clock that only it
// moves. `restart` ends everything but the database and begins again, as after a deploy.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import { CALLS, type Call } from "@truetick/contract/calls";
import type { Role } from "@truetick/contract/desk";
import { accountId, type MarketTerms, marketId } from "@truetick/engine";
import { lots, parseMoney, parsePrice, rate } from "@truetick/money";
import type { StripeAccess } from "../cashier/card/stripe.ts";
import { type Cashier, startCashier } from "../cashier/cashier.ts";
import { createPlatformSettings } from "../content/settings/platform-settings.ts";
import { createDesk } from "../desk/desk.ts";
import {
  createExposureDesk,
  createExposureReader,
} from "../desk/exposure/exposure.staff-routes.ts";
import { createOrderDesk } from "../desk/orders/orders.staff-routes.ts";
import {
  createMovedQuotes,
  HANDLERS,
  liveWith,
  type OpenGateway,
  openGateway,
  PUBLIC_ORIGIN,
} from "../gateway/testing/open-gateway.ts";
import { createMembers, type Members } from "../members/members.ts";
import type { MemberPolicy } from "../members/registration/member-policy.ts";
import { newInviteCode } from "../members/users/invite-code.ts";
import { openDatabase } from "../platform/database.ts";
import { createLog } from "../platform/log.ts";
import { createMemberChanges } from "../platform/member-changes.ts";
import type { OutgoingMessage } from "../platform/outbox/message.ts";
import { createUploads } from "../platform/uploads/uploads.ts";
import { createAccountHandlers } from "../trading/account/account.routes.ts";
import { createMarketDirectory, createMarketFinder } from "../trading/markets/market-directory.ts";
import { createOrderHandlers } from "../trading/orders/orders.routes.ts";
import { type Sequencer, startSequencer } from "../trading/sequencer/sequencer.ts";
import { brokenInvariants } from "./broken-invariants.ts";
import { type DatabaseProxy, startDatabaseProxy } from "./database-proxy.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { insertDeposit } from "./open-deposit.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

const FOREX = {
  version: 1,
  pricePrecision: 5,
  unitsPerLot: 100_000,
  lotsMin: lots(100),
  lotsMax: lots(500_000),
  lotStep: lots(100),
  leverages: [10, 30, 100],
  marginMode: "floating",
  feeType: "notional",
  feeRate: rate(0n),
  priceAgeMaxMs: 60_000,
  longRate: rate(0n),
  shortRate: rate(0n),
  tripleDay: null,
} as const;

function terms(id: number, own: Partial<MarketTerms>): MarketTerms {
  return { ...FOREX, marketId: marketId(id), baseCurrency: "EUR", quoteCurrency: "USD", ...own };
}

const YEN = { baseCurrency: "USD", quoteCurrency: "JPY", pricePrecision: 3 } as const;

/** What is traded here, by code. */
export const FLOOR_MARKETS: Readonly<Record<string, MarketTerms>> = {
  EURUSD: terms(1, {}),
  USDJPY: terms(2, YEN),
  FIXJPY: terms(3, { ...YEN, marginMode: "fixed" }),
  GBPUSD: terms(4, { baseCurrency: "GBP", feeRate: rate(3_000n) }),
  NOLEVERAGE: terms(5, { leverages: [] }),
  GOLD: terms(6, { baseCurrency: "XAU", pricePrecision: 2, unitsPerLot: 100, leverages: [20] }),
};

const FLOOR_LIST = Object.entries(FLOOR_MARKETS).map(([code, { marketId: id, pricePrecision }]) => {
  const displayCode = `${code.slice(0, 3)}/${code.slice(3)}`;
  return { id: String(id), code, displayCode, pricePrecision };
});

export type Envelope = {
  readonly code: number;
  readonly msg: string;
  readonly reason?: string;
  // Tests read what the wire carries; each asserts the fields it speaks of.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about to check
  readonly data: any;
};

export type Reply = Envelope & { readonly status: number; readonly body: string };

export type Fields = Readonly<Record<string, string | number>>;

export type Trader = {
  readonly token: string;
  readonly userId: string;
  readonly get: (path: string, fields?: Fields, headers?: Headers) => Promise<Reply>;
  readonly post: (path: string, fields?: Fields, headers?: Headers) => Promise<Reply>;
};

/** Somebody at the desk. */
export type Operator = Omit<Trader, "userId"> & { readonly staffId: number };

type Headers = Readonly<Record<string, string>>;

export type TradingFloor = {
  readonly clock: FakeClock;
  readonly test: TestDatabase;
  /** Between the house and its database. */
  readonly proxy: DatabaseProxy;
  readonly gateway: () => OpenGateway;
  readonly sequencer: () => Sequencer;
  readonly members: () => Members;
  readonly cashier: () => Cashier;
  /** What was sent to people since the house was opened. */
  readonly letters: () => Promise<readonly OutgoingMessage[]>;
  /** How members register; a test changes it as an operator would. */
  readonly policy: FloorPolicy;
  /** The next row of the market's tape. */
  readonly quote: (code: string, bid: string, ask: string) => void;
  readonly setSession: (code: string, session: "open" | "closed" | "halted") => Promise<void>;
  readonly openDemo: () => Promise<Trader>;
  /** A real user with an account of the real book and that much cash, made by hand. */
  readonly openReal: (cash?: string) => Promise<Trader>;
  /** Somebody of the staff with these roles, logged in; made by hand. */
  readonly openStaff: (roles: readonly Role[]) => Promise<Operator>;
  readonly ask: (path: string, options?: AskOptions) => Promise<Reply>;
  /** The invariants of the database that do not hold; asked after every test. */
  readonly broken: () => Promise<Record<string, number>>;
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type AskOptions = { readonly method?: string; readonly headers?: Headers; readonly body?: string };

type Mode = "sandbox" | "live";

/** `stripe`: who takes cards; without, the sandbox's test card. */
export async function openTradingFloor(
  mode: Mode = "sandbox",
  { stripe = null }: { readonly stripe?: StripeAccess | null } = {},
): Promise<TradingFloor> {
  const test = await createTestDatabase();
  const clock = createFakeClock();
  // Everything the house asks the database goes through here, so that a test can cut it off.
  const proxy = await startDatabaseProxy(test.appUrl);
  const policy = { ...FLOOR_POLICY };
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-floor-"));
  const openAgain = () => openHouse({ url: proxy.url, clock, policy, mode, dataDir, stripe });
  let house = await openAgain();
  for (const market of Object.values(FLOOR_MARKETS)) {
    await accept(house.sequencer, { type: "DefineMarket", terms: market });
    const { marketId: id } = market;
    await accept(house.sequencer, { type: "SetMarketSession", marketId: id, session: "open" });
  }
  const ask: TradingFloor["ask"] = (path, options) => askAt(house.gateway.port, path, options);

  async function openReal(cash?: string): Promise<Trader> {
    const { userId, accountId: id } = await insertReal(test);
    const opening = { type: "OpenAccount", accountId: id, ownerId: userId, book: "real" } as const;
    await accept(house.sequencer, opening);
    const amount = cash === undefined ? null : parseMoney(cash);
    if (amount !== null) {
      const causeId = await insertDeposit(test, { userId, accountId: id, amount });
      const credit = { type: "Credit", cause: "deposit", causeId, amount } as const;
      await accept(house.sequencer, { ...credit, accountId: id });
    }
    const token = await house.members.sessions.open(userId, VISIT);
    return traderOf(ask, token, String(userId));
  }

  return {
    clock,
    test,
    proxy,
    gateway: () => house.gateway,
    sequencer: () => house.sequencer,
    members: () => house.members,
    cashier: () => house.cashier,
    letters: async () => {
      await house.members.settle();
      await house.cashier.settle();
      return house.letters;
    },
    policy,
    quote: (code, bid, ask) => {
      giveQuote(house.sequencer, clock, { code, bid, ask });
      house.quotes.move(code, bid);
    },
    setSession: (code, session) =>
      accept(house.sequencer, {
        type: "SetMarketSession",
        marketId: termsOf(code).marketId,
        session,
      }),
    openDemo: async () => {
      const { data } = await ask(`/api/user/createAccountDemoForU?demo_id=${newSecret()}`);
      return traderOf(ask, data.token, data.user.id);
    },
    openReal,
    openStaff: async (roles) => {
      const staffId = await insertStaff(test, roles);
      const { sessions } = house.members.staff;
      const token = await sessions.open(test.database, staffId, VISIT);
      const { userId: _, ...operator } = traderOf(ask, token, "");
      return { ...operator, staffId };
    },
    ask,
    broken: () => brokenInvariants(test.ownerUrl),
    restart: async () => {
      await house.stop();
      house = await openAgain();
    },
    close: async () => {
      await house.stop();
      await proxy.close();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same after a restart, as an installation's are. */
export const FLOOR_SECRETS = {
  codeKey: randomBytes(32),
  sealKey: randomBytes(32),
  chatKey: randomBytes(32),
};

type FloorPolicy = {
  -readonly [Name in keyof Awaited<ReturnType<MemberPolicy>>]: Awaited<
    ReturnType<MemberPolicy>
  >[Name];
};

const FLOOR_POLICY: FloorPolicy = {
  verifyMode: "code",
  restrictedAreas: ["CN", "CU", "IL", "KP", "VU"],
  isMobileShown: true,
};

type HouseParts = {
  readonly url: string;
  readonly clock: FakeClock;
  readonly policy: FloorPolicy;
  readonly mode: Mode;
  readonly dataDir: string;
  readonly stripe: StripeAccess | null;
};

const ENCODE_PROGRAM = join(import.meta.dirname, "../../programs/encode-picture.mjs");

/** How the users come in that are made by hand. */
const VISIT = {
  device: "",
  address: "127.0.0.1",
  language: languageOf(DEFAULT_LANGUAGE),
  method: "password",
} as const;

/** As in the sandbox: announced changes wait a minute of the floor's clock. */
export const FLOOR_NOTICE_SEC = 60;
const FLOOR_REVIEW_HOURS = 24;
/** How long a new payout method waits here. */
export const FLOOR_COOLING_SEC = 60;

/** Where settings of the floor may send people. */
const FLOOR_HOSTS = ["help.example.test"];

export function newSecret(): string {
  return randomBytes(16).toString("hex");
}

async function openHouse({ url, clock, policy, mode, dataDir, stripe }: HouseParts) {
  const log = createLog("fatal");
  const address = { url, role: null };
  const { database, close } = openDatabase(address, log);
  const sequencer = await startSequencer({ address, database, clock, log });
  const letters: OutgoingMessage[] = [];
  const messenger = {
    send: async (letter: OutgoingMessage) => void letters.push(letter),
    canSend: () => true,
  };
  const uploads = await createUploads({
    database,
    dataDir,
    sealKey: FLOOR_SECRETS.sealKey,
    clock,
    log,
    encodeProgram: ENCODE_PROGRAM,
  });
  const changes = createMemberChanges();
  const members = createMembers({
    database,
    address,
    clock,
    log,
    sequencer,
    messenger,
    secrets: FLOOR_SECRETS,
    policy: async () => policy,
    mode,
    smsPerDayMax: null,
    publicOrigin: PUBLIC_ORIGIN,
    noticeSec: FLOOR_NOTICE_SEC,
    reviewHours: FLOOR_REVIEW_HOURS,
    uploads,
    changes,
    deskAllowed: [],
  });
  const { submit, read, subscribe } = sequencer;
  const quotes = createMovedQuotes(Object.keys(FLOOR_MARKETS));
  const directory = createMarketDirectory(FLOOR_LIST);
  const cashier = await startCashier({
    database,
    clock,
    log,
    sequencer,
    findMarket: createMarketFinder(FLOOR_LIST),
    messenger,
    changes,
    uploads,
    policy: async () => policy,
    staff: members.staff,
    identity: members.identity,
    secondFactor: members.secondFactor,
    secrets: FLOOR_SECRETS,
    mode,
    publicOrigin: PUBLIC_ORIGIN,
    reviewHours: FLOOR_REVIEW_HOURS,
    coolingSec: FLOOR_COOLING_SEC,
    dataDir,
    stripe,
  });
  const desk = createDesk({
    database,
    clock,
    log,
    sequencer,
    messenger,
    settings: createPlatformSettings({
      database,
      log,
      pinned: {},
      allowedHosts: FLOOR_HOSTS,
      feeBase: "notional",
      canSendSms: true,
    }),
    proposals: members.staff.proposals,
    queues: members.staff.queues,
    letterFolder: null,
  });
  const areas = [
    HANDLERS,
    desk.handlers,
    cashier.handlers,
    createOrderHandlers({ submit, read, database, directory, clock }),
    createAccountHandlers({ submit, read, database, clock }),
    members.handlers,
    createOrderDesk({ database, directory }),
    createExposureDesk(createExposureReader({ sequencer, directory, clock }), directory),
  ];
  const gateway = await openGateway({
    calls: callsOf(areas),
    areas,
    findCaller: members.findCaller,
    findStaff: members.staff.findStaff,
    sessions: members.sessions,
    live: {
      ...liveWith(quotes),
      accounts: { isSimulated: true, directory, read, subscribe },
      changes,
    },
  });
  const stop = async () => {
    await gateway.stop();
    await cashier.stop();
    await uploads.stop();
    await members.stop();
    await sequencer.stop();
    await close();
  };
  return { gateway, sequencer, members, cashier, quotes, letters, stop };
}

/** The platform has more; those are tested where they are answered. */
function callsOf(areas: readonly object[]): Readonly<Record<string, Call>> {
  return Object.fromEntries(
    Object.entries<Call>(CALLS).filter(([name]) => areas.some((area) => name in area)),
  );
}

function termsOf(code: string): MarketTerms {
  const found = FLOOR_MARKETS[code];
  if (!found) throw new Error(`Invariant: ${code} is traded here`);
  return found;
}

function giveQuote(
  sequencer: Sequencer,
  clock: FakeClock,
  quote: { readonly code: string; readonly bid: string; readonly ask: string },
): void {
  const { marketId: id, pricePrecision } = termsOf(quote.code);
  const bid = parsePrice(quote.bid, pricePrecision);
  const ask = parsePrice(quote.ask, pricePrecision);
  if (bid === null || ask === null) throw new Error("Invariant: a quote has two prices");
  const seq = (sequencer.newestQuote(id)?.seq ?? 0) + 1;
  const isTaken = sequencer.takeQuote({ marketId: id, seq, bid, ask, atMs: clock.now() });
  if (!isTaken) throw new Error("Invariant: the quote is taken");
}

async function accept(
  sequencer: Sequencer,
  command: Parameters<Sequencer["submit"]>[0],
): Promise<void> {
  const outcome = await sequencer.submit(command);
  if (!outcome.isAccepted) throw new Error(`Invariant: accepted, not ${outcome.refusal.reason}`);
}

async function insertReal({ database }: TestDatabase) {
  const user = await database
    .insertInto("app_user")
    .values({
      book: "real",
      uid: String(100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000)),
      chat_name: randomBytes(16),
      demo_secret_hash: null,
      email: `${randomBytes(8).toString("hex")}@example.test`,
      contact_proved_at: new Date(),
      invite_code: newInviteCode(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const account = await database
    .insertInto("user_account")
    .values({ user_id: user.id, book: "real", is_main: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { userId: Number(user.id), accountId: accountId(Number(account.id)) };
}

async function insertStaff({ database }: TestDatabase, roles: readonly Role[]): Promise<number> {
  const name = `${roles.join("-")}-${randomBytes(4).toString("hex")}`;
  const { id } = await database
    .insertInto("staff")
    .values({ email: `${name}@desk.test`, name, person_ref: name, roles: [...roles] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return Number(id);
}

function traderOf(ask: TradingFloor["ask"], token: string, userId: string): Trader {
  const own = { authorization: token, lang: "en" };
  return {
    token,
    userId,
    get: (path, fields = {}, headers = {}) =>
      ask(withQuery(path, fields), { headers: { ...own, ...headers } }),
    post: (path, fields = {}, headers = {}) =>
      ask(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...own, ...headers },
        body: JSON.stringify(texts(fields)),
      }),
  };
}

export function withQuery(path: string, fields: Fields): string {
  const query = new URLSearchParams(texts(fields)).toString();
  return query === "" ? path : `${path}?${query}`;
}

function texts(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** A connection of its own per request, so that a race is one. */
function askAt(port: number, path: string, options: AskOptions = {}): Promise<Reply> {
  const { method = "GET", headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, path, method, headers: { ...headers }, agent: false });
    sent.on("error", reject);
    sent.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const heard = Buffer.concat(chunks).toString("utf8");
        // Files and streams have none.
        const hasEnvelope = response.headers["content-type"]?.startsWith("application/json");
        const envelope: Envelope =
          heard === "" || !hasEnvelope ? { code: 0, msg: "", data: null } : JSON.parse(heard);
        resolve({ ...envelope, status: response.statusCode ?? 0, body: heard });
      });
    });
    sent.end(body);
  });
}
