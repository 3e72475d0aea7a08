// The durable heart alone, for tests: a database of its own, the sequencer, three markets, quotes
// given by hand and a clock that only the test moves. `restart` ends the sequencer and begins
// again on the same database.

import { setTimeout as sleep } from "node:timers/promises";
import {
  type AccountId,
  accountId,
  type Book,
  type Event,
  type MarketTerms,
  marketId,
  type OrderId,
  type PlaceOrder,
} from "@truetick/engine";
import { lots, type Money, money, price, rate } from "@truetick/money";
import pg from "pg";
import { createLog, type Log } from "../../platform/log.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../testing/database-proxy.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import {
  type CommandKey,
  type Outcome,
  type Sequencer,
  type StartedSequencer,
  startSequencer,
  type UnstampedCommand,
} from "../sequencer/sequencer.ts";
import type { SessionPlan } from "../sessions/session-plan.ts";

export const EURUSD = marketId(1);
export const USDJPY = marketId(2);
export const GOLD = marketId(3);

const FOREX: MarketTerms = {
  marketId: EURUSD,
  version: 1,
  baseCurrency: "EUR",
  quoteCurrency: "USD",
  pricePrecision: 5,
  unitsPerLot: 100_000,
  lotsMin: lots(100),
  lotsMax: lots(1_000_000),
  lotStep: lots(100),
  leverages: [10, 30, 100],
  marginMode: "floating",
  feeType: "notional",
  feeRate: rate(3_000n),
  priceAgeMaxMs: 60_000,
  longRate: rate(-3_000_000n),
  shortRate: rate(1_000_000n),
  tripleDay: 3,
};

const MARKETS: readonly MarketTerms[] = [
  FOREX,
  {
    ...FOREX,
    marketId: USDJPY,
    baseCurrency: "USD",
    quoteCurrency: "JPY",
    pricePrecision: 3,
    marginMode: "fixed",
  },
  {
    ...FOREX,
    marketId: GOLD,
    baseCurrency: "XAU",
    pricePrecision: 2,
    unitsPerLot: 100,
    leverages: [20],
    feeRate: rate(0n),
  },
];

/** Prices a fresh exchange is quoted at. */
const FIRST_QUOTES = [
  [EURUSD, 110_000, 110_010],
  [USDJPY, 149_490, 149_500],
  [GOLD, 265_000, 265_030],
] as const;

export type Exchange = {
  readonly clock: FakeClock;
  readonly test: TestDatabase;
  /** Between the journal's writer and the database. */
  readonly proxy: DatabaseProxy;
  readonly sequencer: () => StartedSequencer;
  readonly quote: (market: number, bid: number, ask: number) => void;
  readonly openAccount: (book: Book, deposit?: number) => Promise<AccountId>;
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

let accountsOpened = 0;
let depositsMade = 0;

export async function openExchange(
  options: {
    readonly log?: Log;
    readonly commitTimeoutMs?: number;
    readonly sessions?: SessionPlan;
    readonly isGathering?: boolean;
  } = {},
): Promise<Exchange> {
  const test = await createTestDatabase();
  const clock = createFakeClock();
  const proxy = await startDatabaseProxy(test.appUrl);
  const begin = () =>
    startSequencer({
      address: { url: proxy.url, role: null },
      database: test.database,
      clock,
      log: createLog("fatal"),
      ...options,
    });
  let sequencer = await begin();
  await openMarkets(sequencer);
  const quote: Exchange["quote"] = (market, bid, ask) =>
    giveQuote(sequencer, { market, bid, ask, atMs: clock.now() });
  for (const [market, bid, ask] of FIRST_QUOTES) quote(market, bid, ask);
  return {
    clock,
    test,
    proxy,
    sequencer: () => sequencer,
    quote,
    openAccount: (book, deposit) => openAccount(sequencer, book, deposit),
    restart: async () => {
      await sequencer.stop();
      sequencer = await begin();
    },
    close: async () => {
      await sequencer.stop();
      await proxy.close();
      await test.close();
    },
  };
}

export async function openMarkets(sequencer: Pick<Sequencer, "submit">): Promise<void> {
  for (const terms of MARKETS) {
    await accept(sequencer, { type: "DefineMarket", terms });
    const { marketId } = terms;
    await accept(sequencer, { type: "SetMarketSession", marketId, session: "open" });
  }
}

export function giveQuote(
  sequencer: Pick<Sequencer, "newestQuote" | "takeQuote">,
  quote: { market: number; bid: number; ask: number; atMs: number },
): void {
  const id = marketId(quote.market);
  const isTaken = sequencer.takeQuote({
    marketId: id,
    seq: (sequencer.newestQuote(id)?.seq ?? 0) + 1,
    bid: price(quote.bid),
    ask: price(quote.ask),
    atMs: quote.atMs,
  });
  if (!isTaken) throw new Error("Invariant: the quote is taken");
}

/** In whole units of the account currency; a demo account brings its own 10,000. */
async function openAccount(
  sequencer: Pick<Sequencer, "submit">,
  book: Book,
  deposit = 0,
): Promise<AccountId> {
  accountsOpened += 1;
  const id = accountId(accountsOpened);
  await accept(sequencer, { type: "OpenAccount", accountId: id, ownerId: accountsOpened, book });
  if (deposit > 0) {
    depositsMade += 1;
    await accept(sequencer, {
      type: "Credit",
      accountId: id,
      cause: "deposit",
      causeId: depositsMade,
      amount: money(BigInt(deposit) * 1_000_000n),
    });
  }
  return id;
}

export function marketOrder(
  account: AccountId,
  own: Partial<Omit<PlaceOrder, "type" | "atMs" | "accountId">> = {},
): Omit<PlaceOrder, "atMs"> {
  return {
    type: "PlaceOrder",
    accountId: account,
    marketId: EURUSD,
    side: "buy",
    lots: lots(1_000),
    leverage: 100,
    target: null,
    askedPrice: null,
    maxDeviation: null,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    expiresAtMs: null,
    ...own,
  };
}

/** Submits what must be accepted; answers its events. */
export async function accept(
  sequencer: Pick<Sequencer, "submit">,
  command: UnstampedCommand,
  key?: CommandKey,
): Promise<readonly Event[]> {
  const outcome = await sequencer.submit(command, key);
  if (!outcome.isAccepted) throw new Error(`Invariant: not refused: ${reasonOf(outcome)}`);
  return outcome.events;
}

export async function place(
  sequencer: Pick<Sequencer, "submit">,
  command: Omit<PlaceOrder, "atMs">,
): Promise<OrderId> {
  for (const event of await accept(sequencer, command)) {
    if (event.type === "OrderOpened" || event.type === "OrderPlaced") return event.orderId;
  }
  throw new Error("Invariant: an order that was taken is opened or placed");
}

export function reasonOf(outcome: Outcome): string {
  return outcome.isAccepted ? "accepted" : outcome.refusal.reason;
}

export function keyOf(owner: number, key: string, payload = key): CommandKey {
  return { ownerId: owner, key, payload };
}

export async function untilTrading({ status }: Sequencer, withinMs = 5_000): Promise<number> {
  const startedAt = performance.now();
  while (status() !== "trading") {
    if (performance.now() - startedAt > withinMs) throw new Error(`not trading: ${status()}`);
    await sleep(5);
  }
  return performance.now() - startedAt;
}

/** Statements of the database's owner, whom no trigger stops. */
export async function asOwner(exchange: Exchange, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: exchange.test.ownerUrl });
  await client.connect();
  await client.query(`set session_replication_role = replica; ${statements}`);
  await client.end();
}

/** An amount that is no bigint: a bug of ours that no rule of the engine expects. */
export function impossible(account: AccountId): UnstampedCommand {
  const credit = { type: "Credit", accountId: account, cause: "adjustment", causeId: 1 } as const;
  return { ...credit, amount: 1.5 as unknown as Money };
}
