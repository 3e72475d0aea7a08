// A price room that follows the tape over a line which loses, doubles and delays messages shows
// what the writer's tape says, number by number and bar by bar (inv20).

import { setTimeout as sleep } from "node:timers/promises";
import { PERIODS } from "@truetick/contract";
import { marketId } from "@truetick/engine";
import { formatPrice, price } from "@truetick/money";
import { readRun } from "@truetick/proof";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/log.ts";
import { createNews } from "../platform/news/news.ts";
import { createFaultyBus, NO_FAULTS } from "../testing/faulty-bus.ts";
import { followPriceRoom } from "./followed-room.ts";
import type { TradedMarket } from "./markets/traded-market.ts";
import { HELD_BY_NOBODY } from "./sessions/hand-orders.ts";
import { followTapeStream } from "./tape/follow-tape.ts";
import { type EngineNodes, openEngineNodes } from "./testing/engine-nodes.ts";
import { openTradingGround } from "./trading-ground.ts";

const TIMEOUT_MS = 60_000;
const MINUTE_MS = 60_000;
const log = createLog("fatal");

let nodes: EngineNodes;
beforeEach(async () => {
  nodes = await openEngineNodes(1);
});
afterEach(() => nodes.close(), TIMEOUT_MS);

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > 20_000) throw new Error("not within 20 s");
    await sleep(20);
  }
}

async function openRoom() {
  const { bus, config, storage } = nodes;
  const { database } = storage;
  const clock = systemClock;
  const faults = { lost: 0.2, doubled: 0.2, late: 0.3, lateMaxMs: 80 };
  const faulty = createFaultyBus(bus, { said: NO_FAULTS, heard: faults });
  const news = createNews({ bus: null, log });
  const parts = { database, config, clock, log, news, publishesSeeds: false };
  const ground = await openTradingGround(parts);
  const tape = await followTapeStream({ bus: faulty, database, log });
  const setting = { ...ground, bus: faulty, database, tape, clock, log, held: HELD_BY_NOBODY };
  // No past is made up, so that every bar is one of the tape.
  const room = await followPriceRoom({ ...setting, seed: null, plan: ground.feeds.plan });
  const stop = () => {
    room.stop();
    tape.stop();
  };
  return { ...ground, room, tape, stop };
}

async function readQuotes({ id }: TradedMarket) {
  const pieces = await nodes.storage.database
    .selectFrom("tape_piece")
    .select("quotes")
    .where("market_id", "=", Number(id))
    .orderBy("first_seq")
    .execute();
  return pieces.flatMap(({ quotes }) => readRun(quotes));
}

function barsOf(quotes: Awaited<ReturnType<typeof readQuotes>>) {
  const bars = new Map<
    number,
    Record<"atMs" | "open" | "high" | "low" | "close" | "ticks", number>
  >();
  for (const { atMs: quotedAtMs, bid } of quotes) {
    const atMs = Math.floor(quotedAtMs / MINUTE_MS) * MINUTE_MS;
    const bar = bars.get(atMs) ?? { atMs, open: bid, high: bid, low: bid, close: bid, ticks: 0 };
    const [high, low] = [Math.max(bar.high, bid), Math.min(bar.low, bid)];
    bars.set(atMs, { ...bar, high, low, close: bid, ticks: bar.ticks + 1 });
  }
  return [...bars.values()];
}

it(
  "shows the writer's board and bars, whatever was lost on the way",
  async () => {
    const feed = await nodes.feed();
    const engine = await nodes.engine();
    await until(() => engine.shards().length === 1);
    const { room, tape, markets, stop } = await openRoom();
    await until(() => room.board.recorded() > 300);
    feed.kill();
    await until(() => tape.store(markets.map(({ id }) => marketId(Number(id)))));
    const [minute] = PERIODS.filter(({ id }) => id === "1min");
    if (!minute) throw new Error("Invariant: there is a period of a minute");
    for (const market of markets) {
      const quotes = await readQuotes(market);
      const newest = quotes.at(-1);
      await until(() => room.board.updateOf(market.code)?.quote.seq === quotes.length);
      const shown = room.board.updateOf(market.code)?.quote;
      expect(shown?.bid).toBe(formatPrice(price(newest?.bid ?? 0), market.pricePrecision));
      expect(shown?.ask).toBe(formatPrice(price(newest?.ask ?? 0), market.pricePrecision));
      const bars = await room.book.bars(market, { period: minute, beforeMs: null, count: 1_000 });
      expect(bars.map(({ isGenerated: _, ...bar }) => bar)).toEqual(barsOf(quotes));
    }
    stop();
  },
  TIMEOUT_MS,
);
