// Keeps the tape's house: parts for the days to come, old parts let go of after their time, the raw
// tape stored every few seconds. Started by trading.ts. The application can neither make nor drop a
// part: two functions of the database do, and they keep the ends of every chain (0007-tape.sql).

import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { QuoteIntake } from "../quotes/quote-intake.ts";
import { TAKEN } from "./raw-run.ts";
import { openRawTape, type RawTape } from "./raw-tape.ts";

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
const STORE_EVERY_MS = 5_000;
const SEAL_EVERY_MS = 60_000;
/** Ready made, also for a server that is not restarted for long and cannot look for days. */
const DAYS_AHEAD = 14;
/** Verifying a day before it is dropped reads all of it. */
const RETIRE_TIMEOUT = "10min";

export type TapeKeeper = {
  /** Notes every tick that became no quote, and those that a quote was made of. */
  readonly follow: (intake: Pick<QuoteIntake, "watchSources">) => void;
  readonly stop: () => Promise<void>;
};

type Needs = {
  readonly database: Database;
  /** Of the lease of shard 0. */
  readonly epoch: number;
  readonly markets: readonly TradedMarket[];
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** The newest number on a market's tape. */
  readonly newestSeq: (market: TradedMarket) => number;
  /** Whether its quotes are made of more than the one tick they come from. */
  readonly keepsAll: (market: TradedMarket) => boolean;
  /** Parts whose days ended longer ago than this are let go of. */
  readonly keepDays: number;
  /** Stores the bars of what is over: before any part is let go of, and every minute. */
  readonly sealCandles: () => Promise<void>;
};

export async function startTapeKeeper(needs: Needs): Promise<TapeKeeper> {
  const { log } = needs;
  await makeRoom(needs);
  const raw = await openRawTape(needs);
  let underWay = look(needs);
  const looking = setInterval(() => {
    underWay = look(needs);
  }, LOOK_EVERY_MS);
  const storing = setInterval(() => void raw.store(), STORE_EVERY_MS);
  const seal = () =>
    needs.sealCandles().catch((err: unknown) => log.warn({ err }, "bars were not stored"));
  const sealing = setInterval(() => void seal(), SEAL_EVERY_MS);
  let unfollow: () => void = () => undefined;
  return {
    follow(intake) {
      unfollow = intake.watchSources(noting(needs, raw));
    },
    stop: async () => {
      unfollow();
      clearInterval(looking);
      clearInterval(storing);
      clearInterval(sealing);
      await underWay;
      await raw.store();
    },
  };
}

type Watcher = Parameters<QuoteIntake["watchSources"]>[0];

function noting({ markets, clock, newestSeq, keepsAll }: Needs, raw: RawTape): Watcher {
  const byCode = new Map(markets.map((market) => [market.code, market]));
  return ({ source, tick, outcome }) => {
    const market = byCode.get(tick.code);
    if (!market || (outcome === null && !keepsAll(market))) return;
    raw.put(Number(market.id), {
      quoteSeq: newestSeq(market),
      receivedAtMs: Math.floor(clock.now()),
      sourceAtMs: String(tick.sourceAtMs ?? tick.atMs),
      source,
      sourceSeq: String(tick.sourceSeq),
      bid: String(tick.bid),
      ask: String(tick.ask),
      outcome: outcome ?? TAKEN,
      markupPoints: market.markupPoints,
    });
  };
}

async function look(needs: Needs): Promise<void> {
  try {
    await makeRoom(needs);
    await needs.sealCandles();
    const dropped = await retireTape(needs);
    if (dropped.length > 0) needs.log.info({ dropped }, "old days of the tape are let go of");
  } catch (err) {
    needs.log.error({ err }, "the tape's house is not kept; it is tried again in an hour");
  }
}

async function makeRoom({ database, clock }: Needs): Promise<void> {
  const yesterday = new Date(clock.now() - DAY_MS).toISOString().slice(0, 10);
  await sql`select make_tape_room(${yesterday}::date, ${DAYS_AHEAD + 1})`.execute(database);
}

async function retireTape({ database, clock, keepDays }: Needs): Promise<string[]> {
  const beforeMs = Math.floor(clock.now()) - keepDays * DAY_MS;
  return database.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${RETIRE_TIMEOUT}, true)`.execute(tx);
    const { rows } = await sql<{ name: string }>`
      select retire_tape(${beforeMs}) as name`.execute(tx);
    return rows.map(({ name }) => name);
  });
}
