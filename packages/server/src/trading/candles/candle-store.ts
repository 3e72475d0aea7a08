// Bars as they are kept: hours of the tape in a table, the newest in memory. Opened by trading.ts
// before the first price: what the tape has beyond the stored hours is folded then. Invariant: an
// hour is stored only when a quote after it is on the stored tape, so that nothing can still be
// missing from it; it is a fold of the tape and of nothing else (inv20).

import { readRun } from "@truetick/proof";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import { heldTape } from "../tape/hold-tape.ts";
import type { Side } from "./bar.ts";
import type { CandleHourTable } from "./candle-table.ts";
import { MinuteRing } from "./minute-ring.ts";
import { joinPrices, type MinuteBars, packMinutes, readMinutes } from "./pack-minutes.ts";
import "../tape/tape-table.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const RING_HOURS = 26;
const PIECES_PER_READ = 2_000;
/** No piece of the tape has more. */
const PIECE_QUOTES_MAX = 1_000;
const SIDE_AT: Readonly<Record<Side, number>> = { bid: 0, ask: 4, mid: 8 };

export type StoredHour = {
  readonly hour: number;
  readonly minuteCount: number;
  readonly ticks: number;
  readonly pricesOf: (side: Side) => readonly number[];
  /** Null where the whole hour has quotes and its minutes were not asked for. */
  readonly minutes: readonly MinuteBars[] | null;
};

export type CandleStore = {
  /** The one of now: another takes its place when it is opened again. */
  readonly ringOf: (code: string) => MinuteRing;
  /** The first hour that is stored of a market; null when none is. */
  readonly firstHour: (market: TradedMarket) => number | null;
  /** Up to here, Unix milliseconds, every quote is in a stored hour, or there is none. */
  readonly storedUntilMs: (market: TradedMarket) => number;
  readonly readHours: (market: TradedMarket, wanted: HoursWanted) => Promise<StoredHour[]>;
  /** The last quote of the tape that was in the bars when they were opened. */
  readonly foldedSeq: (code: string) => number;
  /** The next one of the stored tape, for who opened them a while ago. */
  readonly fold: (code: string, quote: FoldedQuote) => void;
  /** Stores the hours that are over, for the tape's writer alone. */
  readonly seal: (epoch: number) => Promise<void>;
  /** Reads a market's anew, for who has heard quotes that are not on the tape. */
  readonly reopen: (code: string) => Promise<void>;
  /** Looks which hours another process has stored since. */
  readonly lookAgain: () => Promise<void>;
};

type FoldedQuote = Readonly<Record<"seq" | "atMs" | "bid" | "ask", number>>;

export type HoursWanted = {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  readonly needsMinutes: boolean;
  /** One whose minutes are needed in any case: the rest of it is in memory. */
  readonly splitHour?: number;
};

type Shelf = {
  readonly id: number;
  ring: MinuteRing;
  firstHour: number | null;
  /** The last quote that was folded when it was opened. */
  foldedSeq: number;
  /** The newest hour that is stored; -1 when none is. */
  sealedHour: number;
  /** Where the stored tape was last looked at for what memory has lost. */
  lookedHour: number;
};

export async function openCandleStore({
  database,
  markets,
}: {
  database: Database;
  markets: readonly TradedMarket[];
}): Promise<CandleStore> {
  const shelves = new Map<string, Shelf>();
  for (const { id, code } of markets) {
    shelves.set(code, await openShelf(database, Number(id)));
  }
  const shelfOf = (code: string): Shelf => {
    const shelf = shelves.get(code);
    if (!shelf) throw new Error(`Invariant: the bars of ${code} are kept`);
    return shelf;
  };
  return {
    ringOf: (code) => shelfOf(code).ring,
    firstHour: ({ code }) => shelfOf(code).firstHour,
    storedUntilMs: ({ code }) => storedUntilMs(shelfOf(code)),
    foldedSeq: (code) => shelfOf(code).foldedSeq,
    fold(code, { seq, atMs, bid, ask }) {
      const shelf = shelfOf(code);
      shelf.ring.add(atMs, bid, ask, seq);
      shelf.foldedSeq = seq;
    },
    async reopen(code) {
      const shelf = shelfOf(code);
      Object.assign(shelf, await openShelf(database, shelf.id));
    },
    async lookAgain() {
      for (const shelf of shelves.values()) {
        const { first, last } = await readBounds(database, shelf.id);
        shelf.firstHour = first;
        shelf.sealedHour = Math.max(shelf.sealedHour, last ?? -1);
      }
    },
    readHours: (market, wanted) => readHours(database, Number(market.id), wanted),
    async seal(epoch) {
      const storedMs = await readStoredEnds(database);
      const storedHour = ({ id }: Shelf) => Math.floor((storedMs.get(id) ?? 0) / HOUR_MS);
      for (const shelf of shelves.values()) await catchUp(database, shelf, storedHour(shelf));
      const due = [...shelves.values()].flatMap((shelf) => cutHours(shelf, storedHour(shelf)));
      // What is in memory is the tape for as long as nobody else writes it.
      await storeHours(database, due, heldTape(epoch));
      for (const { market_id, hour } of due) {
        for (const shelf of shelves.values()) if (shelf.id === market_id) noteSealed(shelf, hour);
      }
    },
  };
}

/** While no hour is stored, all of the tape went through memory: nothing is before its first. */
function storedUntilMs({ sealedHour, ring }: Shelf): number {
  if (sealedHour >= 0) return (sealedHour + 1) * HOUR_MS;
  return Math.max(0, ring.earliestMinute) * MINUTE_MS;
}

function noteSealed(shelf: Shelf, hour: number): void {
  shelf.firstHour ??= hour;
  shelf.sealedHour = Math.max(shelf.sealedHour, hour);
}

async function openShelf(database: Database, id: number): Promise<Shelf> {
  const ring = new MinuteRing();
  const { first, last, seq } = await readBounds(database, id);
  const sealed = { firstHour: first, sealedHour: last ?? -1, lookedHour: -1 };
  const shelf: Shelf = { id, ring, ...sealed, foldedSeq: seq };
  if (last !== null) {
    const wanted = { from: last - RING_HOURS, to: last + 1, needsMinutes: true };
    for (const { minutes } of await readHours(database, id, wanted)) {
      for (const minute of minutes ?? []) ring.put(minute, seq);
    }
  }
  await foldTape(database, shelf, seq);
  return shelf;
}

async function readBounds(database: Database, id: number) {
  const { rows } = await sql<{ first: number | null; last: number | null; seq: bigint | null }>`
    select min(hour) as first, max(hour) as last, max(last_seq) as seq
    from candle_hour where market_id = ${id}`.execute(database);
  const [row] = rows;
  return { first: row?.first ?? null, last: row?.last ?? null, seq: Number(row?.seq ?? 0n) };
}

/** From the quote after `fromSeq` to the end of the stored tape. */
async function foldTape(database: Database, shelf: Shelf, fromSeq: number): Promise<void> {
  let doneSeq = fromSeq;
  for (;;) {
    const pieces = await database
      .selectFrom("tape_piece")
      .select(["first_seq", "last_seq", "quotes"])
      .where("market_id", "=", shelf.id)
      .where("first_seq", ">", BigInt(doneSeq - PIECE_QUOTES_MAX))
      .where("last_seq", ">", BigInt(doneSeq))
      .orderBy("first_seq")
      .limit(PIECES_PER_READ)
      .execute();
    const due = pieces.flatMap((piece) => foldPiece(shelf, piece, doneSeq));
    doneSeq = Number(pieces.at(-1)?.last_seq ?? doneSeq);
    await storeHours(database, due);
    shelf.foldedSeq = doneSeq;
    if (pieces.length < PIECES_PER_READ) return;
  }
}

/** Answers the hours that were over when a quote after them came. */
function foldPiece(
  shelf: Shelf,
  { first_seq, quotes }: { readonly first_seq: bigint; readonly quotes: Buffer },
  doneSeq: number,
): CandleHourTable[] {
  const due: CandleHourTable[] = [];
  for (const [index, { atMs, bid, ask }] of readRun(quotes).entries()) {
    const seq = Number(first_seq) + index;
    if (seq <= doneSeq) continue;
    const hour = Math.floor(atMs / HOUR_MS);
    if (Math.floor(shelf.ring.lastMinute / HOUR_MINUTES) < hour) {
      const over = cutHours(shelf, hour);
      for (const row of over) noteSealed(shelf, row.hour);
      due.push(...over);
    }
    shelf.ring.add(atMs, bid, ask, seq);
  }
  return due;
}

/**
 * A weekend is longer than memory: its first quote pushes out the hour before, which nothing could
 * end until then. Such hours are folded from the tape.
 */
async function catchUp(database: Database, shelf: Shelf, storedHour: number): Promise<void> {
  if (storedHour <= shelf.lookedHour) return;
  if (shelf.sealedHour + 1 < oldestHour(shelf.ring)) {
    const { seq } = await readBounds(database, shelf.id);
    const again: Shelf = { ...shelf, ring: new MinuteRing() };
    await foldTape(database, again, seq);
    shelf.firstHour = again.firstHour;
    shelf.sealedHour = Math.max(shelf.sealedHour, again.sealedHour);
  }
  shelf.lookedHour = storedHour;
}

/** The first that is whole in memory. */
function oldestHour(ring: MinuteRing): number {
  return Math.ceil(ring.firstMinute / HOUR_MINUTES);
}

/** Where the stored tape of each market ends, in time. */
async function readStoredEnds(database: Database): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; at: bigint }>`
    select p.market_id as id, p.last_at_ms as at
    from (select distinct market_id from market_terms) m
    cross join lateral (
      select * from tape_piece where market_id = m.market_id order by first_seq desc limit 1
    ) p`.execute(database);
  return new Map(rows.map(({ id, at }) => [id, Number(at)]));
}

/** The hours before the given one that are in memory and not stored. */
function cutHours({ id, ring, sealedHour }: Shelf, beforeHour: number): CandleHourTable[] {
  const rows: CandleHourTable[] = [];
  // Nothing in memory: not a single hour since 1970 has to be looked at.
  if (ring.lastMinute < 0) return rows;
  for (let hour = Math.max(sealedHour + 1, oldestHour(ring)); hour < beforeHour; hour += 1) {
    const { minutes, lastSeq } = ring.read(hour * HOUR_MINUTES, (hour + 1) * HOUR_MINUTES);
    if (minutes.length === 0) continue;
    rows.push({
      market_id: id,
      hour,
      last_seq: BigInt(lastSeq),
      minute_count: minutes.length,
      prices: joinPrices(minutes).map(BigInt),
      ticks: minutes.reduce((sum, { ticks }) => sum + ticks, 0),
      minutes: Buffer.from(packMinutes(minutes)),
    });
  }
  return rows;
}

/** A fold of what is stored is true whoever stores it. */
const BY_ANYBODY = sql`(select) held`;

async function storeHours(
  database: Database,
  rows: readonly CandleHourTable[],
  fence: RawBuilder<unknown> = BY_ANYBODY,
): Promise<void> {
  if (rows.length === 0) return;
  const all = <Name extends keyof CandleHourTable>(name: Name) => rows.map((row) => row[name]);
  const prices = rows.map((row) => `{${row.prices.join()}}`);
  await sql`
    insert into candle_hour (market_id, hour, last_seq, minute_count, prices, ticks, minutes)
    select of_market, hour, last_seq, minute_count, prices::bigint[], ticks, minutes
    from ${fence} cross join unnest(
      ${all("market_id")}::int[], ${all("hour")}::int[], ${all("last_seq")}::bigint[],
      ${all("minute_count")}::int[], ${prices}::text[], ${all("ticks")}::int[],
      ${all("minutes")}::bytea[]
    ) one (of_market, hour, last_seq, minute_count, prices, ticks, minutes)
    on conflict do nothing`.execute(database);
}

async function readHours(
  database: Database,
  id: number,
  { from, to, needsMinutes, splitHour = -1 }: HoursWanted,
): Promise<StoredHour[]> {
  const rows = await database
    .selectFrom("candle_hour")
    .select(["hour", "minute_count", "prices", "ticks"])
    // An hour with holes is filled minute by minute where the past is made up.
    .select(
      sql<Buffer | null>`case when ${needsMinutes} or minute_count < 60 or hour = ${splitHour}
        then minutes end`.as("packed"),
    )
    .where("market_id", "=", id)
    .where("hour", ">=", from)
    .where("hour", "<", to)
    .orderBy("hour")
    .execute();
  return rows.map(({ hour, minute_count, prices, ticks, packed }) => {
    const numbers = prices.map(Number);
    return {
      hour,
      minuteCount: minute_count,
      ticks,
      pricesOf: (side) => numbers.slice(SIDE_AT[side], SIDE_AT[side] + 4),
      minutes: packed && readMinutes(packed, hour),
    };
  });
}
