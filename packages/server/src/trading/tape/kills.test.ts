// kill -9 of the whole trading area at any moment: afterwards the tape has no gap and no repeat,
// its chain verifies, and the candles are those that anybody recomputes from it (inv18–20). Twice
// here, thirty times with FULL=1.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { PERIODS } from "@truetick/contract";
import { CHAIN_GENESIS, chainHash, pieceRecord, type RunQuote, readRun } from "@truetick/proof";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createCandleBook } from "../candles/candle-book.ts";
import { openCandleStore } from "../candles/candle-store.ts";
import { loadMarkets, type TradedMarket } from "../markets/traded-market.ts";

const isFull = process.env.FULL === "1";
const KILLS = isFull ? 30 : 2;
const MINUTE_MS = 60_000;
const TIMEOUT_MS = isFull ? 600_000 : 120_000;

let storage: TestDatabase;
let dataDir: string;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  storage = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "truetick-kills-"));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await storage.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs until prices do, and then for a while that nobody knows beforehand. */
async function runAndDie(): Promise<void> {
  const script = join(import.meta.dirname, "../testing/price-child.ts");
  const args = ["--import", "tsx", script, storage.appUrl, dataDir];
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  await once(createInterface({ input: child.stdout }), "line");
  await sleep(5_500 + Math.random() * 3_000);
  child.kill("SIGKILL");
  await once(child, "close");
  children.delete(child);
}

/** Every quote of a market as it is stored; insists on numbers and links. */
async function readWhole({ id }: TradedMarket): Promise<RunQuote[]> {
  const marketId = Number(id);
  const pieces = await storage.database
    .selectFrom("tape_piece")
    .selectAll()
    .where("market_id", "=", marketId)
    .orderBy("first_seq")
    .execute();
  const quotes: RunQuote[] = [];
  let hash = CHAIN_GENESIS;
  for (const piece of pieces) {
    expect(Number(piece.first_seq)).toBe(quotes.length + 1);
    quotes.push(...readRun(piece.quotes));
    const [firstSeq, lastSeq] = [Number(piece.first_seq), Number(piece.last_seq)];
    expect(lastSeq).toBe(quotes.length);
    hash = chainHash(hash, pieceRecord({ marketId, firstSeq, lastSeq, packed: piece.quotes }));
    expect(piece.hash.equals(hash)).toBe(true);
  }
  return quotes;
}

/** Bars of the bid, tick by tick, as plainly as can be. */
function recompute(quotes: readonly RunQuote[], lengthMs: number) {
  const bars = new Map<
    number,
    { atMs: number; open: number; high: number; low: number; close: number; ticks: number }
  >();
  for (const { atMs: quotedAtMs, bid } of quotes) {
    const atMs = Math.floor(quotedAtMs / lengthMs) * lengthMs;
    const bar = bars.get(atMs) ?? { atMs, open: bid, high: bid, low: bid, close: bid, ticks: 0 };
    bars.set(atMs, {
      ...bar,
      high: Math.max(bar.high, bid),
      low: Math.min(bar.low, bid),
      close: bid,
      ticks: bar.ticks + 1,
    });
  }
  return [...bars.values()];
}

it(
  "after every kill the tape is whole, its chain verifies, and the candles are its fold",
  async () => {
    let longest = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await runAndDie();
      const markets = await loadMarkets(storage.database);
      const store = await openCandleStore({ database: storage.database, markets });
      const history = {
        firstMs: Number.POSITIVE_INFINITY,
        join: () => null,
        ticksOfMinute: () => [],
        lastTick: () => null,
      };
      const book = createCandleBook({ history, clock: systemClock, markets, store });
      for (const market of markets) {
        const quotes = await readWhole(market);
        for (const period of PERIODS.filter(({ id }) => id !== "1day")) {
          const bars = await book.bars(market, { period, beforeMs: null, count: 1_000 });
          const expected = recompute(quotes, (period.seconds / 60) * MINUTE_MS);
          expect(bars.map(({ isGenerated: _, ...bar }) => bar)).toEqual(expected);
        }
        longest = Math.max(longest, quotes.length);
      }
      expect(await brokenInvariants(storage.ownerUrl)).toEqual({});
    }
    expect(longest).toBeGreaterThan(KILLS);
  },
  TIMEOUT_MS,
);
