// Recorded ticks and minutes of real markets through gate, tape and candles, against the bars that
// the same sources printed (inv20). First with the gate open, since one source's quotes are crossed
// one time in ten and its bars count them; then with the gate at work: a bar may differ only where
// a tick was refused. Found through MARKET_DATA_DIR; skipped where that is absent.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { PERIODS, type PeriodId } from "@truetick/contract";
import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { columnsOf, type ReplayRow } from "../feed/replay/replay-columns.ts";
import { sandboxMarkets, type TradedMarket } from "../markets/traded-market.ts";
import { createPriceRoom } from "../price-room.ts";
import { Tape } from "../tape/tape.ts";
import { type Bar, joinAll, type Side } from "./bar.ts";
import { createCandleBook } from "./candle-book.ts";
import { openCandleStore } from "./candle-store.ts";

const FOLDER = process.env.MARKET_DATA_DIR ?? "../shared/data";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TIMEOUT_MS = 120_000;

function linesOf(file: string): string[] {
  const bytes = readFileSync(join(FOLDER, file));
  const text = file.endsWith(".gz") ? gunzipSync(bytes).toString("utf8") : bytes.toString("utf8");
  return text.trim().split("\n");
}

/** Ticks, or the four of each minute, in points. */
function ticksOf(file: string, pricePrecision: number): ReplayRow[] {
  const [header = "", ...lines] = linesOf(file);
  const read = columnsOf(header, { pricePrecision, spread: 0 });
  if (!read) throw new Error(`${file} has columns that nobody knows`);
  return lines.flatMap((line) => [...read(line)]);
}

type Printed = Omit<Bar, "ticks" | "isGenerated">;

/** The bars that a source printed. */
function printed(file: string, pricePrecision: number, side?: Side): Printed[] {
  const [header = "", ...lines] = linesOf(file);
  const names = header.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    const cell = (name: string) => {
      const found = cells[names.indexOf(side ? `${side}_${name}` : name)] ?? "";
      return Math.round(Number(found) * 10 ** pricePrecision);
    };
    const [open, high, low, close] = [cell("open"), cell("high"), cell("low"), cell("close")];
    return { atMs: Number(cells[0]), open, high, low, close };
  });
}

let storage: TestDatabase;
let marketsMade = 0;
beforeAll(async () => {
  if (existsSync(FOLDER)) storage = await createTestDatabase();
});
afterAll(async () => {
  await storage?.close();
});

function newMarket(pricePrecision: number): TradedMarket {
  const [first] = sandboxMarkets();
  if (!first) throw new Error("Invariant: there is a market");
  marketsMade += 1;
  return { ...first, id: String(9_000 + marketsMade), pricePrecision, dayCut: "utc" };
}

/** Onto the tape as it is stored. */
async function store(tape: Tape): Promise<void> {
  const { database } = storage;
  const pieces = tape.takeAll();
  const days = pieces.map(({ firstAtMs }) => Math.floor(firstAtMs / DAY_MS));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const firstDay = new Date(first * DAY_MS).toISOString().slice(0, 10);
  await sql`select make_tape_room(${firstDay}::date, ${last - first + 1})`.execute(database);
  const rows = pieces.map((piece) => ({
    market_id: piece.marketId,
    first_seq: BigInt(piece.firstSeq),
    last_seq: BigInt(piece.lastSeq),
    first_at_ms: BigInt(piece.firstAtMs),
    last_at_ms: BigInt(piece.newest.atMs),
    last_bid: BigInt(piece.newest.bid),
    last_ask: BigInt(piece.newest.ask),
    quotes: Buffer.from(piece.quotes),
    prev_hash: Buffer.from(piece.prevHash),
    hash: Buffer.from(piece.hash),
  }));
  for (let at = 0; at < rows.length; at += 500) {
    await database
      .insertInto("tape_piece")
      .values(rows.slice(at, at + 500))
      .execute();
  }
}

/** Reads bars of what is on the stored tape, as the call about charts does. */
async function chartOf(market: TradedMarket, endsMs: number) {
  const clock = createFakeClock(endsMs);
  const candles = await openCandleStore({ database: storage.database, markets: [market] });
  const history = {
    firstMs: endsMs,
    join: () => null,
    ticksOfMinute: () => [],
    lastTick: () => null,
  };
  const book = createCandleBook({ history, clock, markets: [market], store: candles });
  return async (id: PeriodId, side: Side = "bid"): Promise<Bar[]> => {
    const period = PERIODS.find((each) => each.id === id);
    if (!period) throw new Error(`no period ${id}`);
    return book.bars(market, { period, side, beforeMs: null, count: 100_000 });
  };
}

function tapeOf(market: TradedMarket) {
  const tape = new Tape([]);
  const id = marketId(Number(market.id));
  let seq = 0;
  const put = ({ atMs, bid, ask }: ReplayRow): number => {
    seq += 1;
    const quote = { seq, atMs, bid: price(bid), ask: price(ask) };
    tape.announce(id, quote);
    tape.write(id, quote);
    return seq;
  };
  return { tape, put };
}

/** With the gate open: every tick is a quote. */
async function replayAll(rows: readonly ReplayRow[], pricePrecision: number) {
  const market = newMarket(pricePrecision);
  const { tape, put } = tapeOf(market);
  for (const row of rows) put(row);
  await store(tape);
  return chartOf(market, rows.at(-1)?.atMs ?? 0);
}

/** Through the gate; answers also what was refused. */
async function replayGated(rows: readonly ReplayRow[], pricePrecision: number) {
  const market = newMarket(pricePrecision);
  const { tape, put } = tapeOf(market);
  const clock = createFakeClock(rows[0]?.atMs ?? 0);
  const room = createPriceRoom({
    markets: [market],
    seed: null,
    clock,
    hasRealSessions: false,
    tape: { lastSeq: () => 0, take: put },
  });
  const refused: ReplayRow[] = [];
  rows.forEach((row, index) => {
    clock.advance(Math.max(0, row.atMs - clock.now()));
    const outcome = room.intake.take({ code: market.code, ...row, sourceSeq: index + 1 });
    if (outcome !== null) refused.push(row);
  });
  await store(tape);
  return { chart: await chartOf(market, rows.at(-1)?.atMs ?? 0), refused };
}

const bare = ({ atMs, open, high, low, close }: Printed): Printed => {
  return { atMs, open, high, low, close };
};

/** Days as a source counts them, from its own hour on. */
function daysFrom(hours: readonly Bar[], offsetMs: number): Bar[] {
  const days = new Map<number, Bar[]>();
  for (const bar of hours) {
    const day = Math.floor((bar.atMs - offsetMs) / DAY_MS);
    days.set(day, [...(days.get(day) ?? []), bar]);
  }
  return [...days].flatMap(([day, parts]) => {
    const bar = joinAll(parts);
    return bar ? [{ ...bar, atMs: day * DAY_MS + offsetMs }] : [];
  });
}

describe.skipIf(!existsSync(FOLDER))("recorded markets, found through MARKET_DATA_DIR", () => {
  // First, while its tape is the only one that is stored: the check reads all of them.
  it(
    "inv20: the database, folding by itself, comes to the same bars",
    async () => {
      await replayAll(ticksOf("ticks/eurusd-oanda-tick.csv.gz", 5), 5);
      const owner = new pg.Client({ connectionString: storage.ownerUrl });
      await owner.connect();
      const answer = await owner
        .query<{ hours: number; broken: number }>(
          `select count(*)::int as hours, (select count(*)::int from inv20) as broken
           from candle_hour`,
        )
        .finally(() => owner.end());
      expect(answer.rows[0]?.hours).toBeGreaterThan(100);
      expect(answer.rows[0]?.broken).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    "EUR/USD of FXCM: minutes, hours and days are the source's own, bid and ask",
    async () => {
      const chart = await replayAll(ticksOf("ticks/eurusd-fxcm-tick.csv.gz", 5), 5);
      for (const side of ["bid", "ask"] as const) {
        expect((await chart("1min", side)).map(bare)).toEqual(
          printed("ticks/eurusd-fxcm-m1.csv.gz", 5, side),
        );
        const hours = await chart("60min", side);
        expect(hours.map(bare)).toEqual(printed("ticks/eurusd-fxcm-h1.csv.gz", 5, side));
        expect(daysFrom(hours, 5 * HOUR_MS).map(bare)).toEqual(
          printed("ticks/eurusd-fxcm-d1.csv.gz", 5, side),
        );
      }
    },
    TIMEOUT_MS,
  );

  it.each([
    ["EUR/USD", "eurusd", 5],
    ["gold", "xauusd", 3],
  ] as const)(
    "%s of OANDA: minutes are the source's own, bid and ask",
    async (_name, code, precision) => {
      const chart = await replayAll(
        ticksOf(`ticks/${code}-oanda-tick.csv.gz`, precision),
        precision,
      );
      for (const side of ["bid", "ask"] as const) {
        expect((await chart("1min", side)).map(bare)).toEqual(
          printed(`ticks/${code}-oanda-m1.csv.gz`, precision, side),
        );
      }
    },
    TIMEOUT_MS,
  );

  const HOUR = "candles/eurusd-dukascopy-tick-20190204T00";
  const DAY = "candles/eurusd-dukascopy-m1-20190204";
  it.each([
    [
      `${HOUR}.csv.gz`,
      { "1min": "m1", "5min": "m5", "15min": "m15", "30min": "m30", "60min": "h1" },
    ],
    [`${DAY}.csv.gz`, { "30min": "m30", "60min": "h1", "1day": "d1" }],
  ] as const)(
    "EUR/USD of Dukascopy, %s: every period is the source's own",
    async (file, wanted) => {
      const chart = await replayAll(ticksOf(file, 5), 5);
      for (const [id, name] of Object.entries(wanted)) {
        const expected = printed(file.replace(".csv.gz", `-expected-${name}.csv`), 5);
        // Only names of periods are listed above.
        expect((await chart(id as PeriodId)).map(bare), name).toEqual(expected);
      }
    },
  );

  it(
    "F13: with the gate at work, every bar that differs had a tick refused",
    async () => {
      const rows = ticksOf("ticks/eurusd-fxcm-tick.csv.gz", 5);
      const { chart, refused } = await replayGated(rows, 5);
      const isRefused = new Set(refused);
      expect(refused.length).toBeGreaterThan(50_000);
      expect(refused.filter(({ bid, ask }) => bid <= ask).length).toBeLessThan(1_000);
      const open = await replayAll(
        rows.filter((row) => !isRefused.has(row)),
        5,
      );
      for (const [id, file] of [
        ["1min", "m1"],
        ["60min", "h1"],
      ] as const) {
        const bars = await chart(id);
        // The gate takes ticks away and does nothing else to the bars.
        expect(bars).toEqual(await open(id));
        const lengthMs = id === "1min" ? 60_000 : HOUR_MS;
        const touched = new Set(refused.map(({ atMs }) => Math.floor(atMs / lengthMs) * lengthMs));
        const own = new Map(bars.map((bar) => [bar.atMs, bare(bar)]));
        const unexplained = printed(`ticks/eurusd-fxcm-${file}.csv.gz`, 5, "bid").filter((bar) => {
          const isSame = JSON.stringify(own.get(bar.atMs)) === JSON.stringify(bar);
          return !isSame && !touched.has(bar.atMs);
        });
        expect(unexplained).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );
});
