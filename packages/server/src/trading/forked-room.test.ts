// A followed price room that has heard quotes which are not on the tape that goes on: it shows the
// tape again, on the board and in the bars, also where the tape's numbers are lower (inv20, inv43).

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PERIODS } from "@truetick/contract";
import { marketId } from "@truetick/engine";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMemoryBus } from "../platform/bus/memory-bus.ts";
import { createLog } from "../platform/log.ts";
import { createNews } from "../platform/news/news.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { defineMarkets } from "./exchange/market-terms.ts";
import { SIMULATED_PLAN } from "./feed/feed-plan.ts";
import { followPriceRoom } from "./followed-room.ts";
import { holdShard } from "./sequencer/hold-shard.ts";
import { startSequencer } from "./sequencer/sequencer.ts";
import { HELD_BY_NOBODY } from "./sessions/hand-orders.ts";
import { followTapeStream } from "./tape/follow-tape.ts";
import { publishTape, rememberTape } from "./tape/publish-tape.ts";
import { giveQuote } from "./testing/bare-exchange.ts";
import { openTradingGround } from "./trading-ground.ts";

const log = createLog("silent");

let test: TestDatabase;
let dataDir: string;
let ends: (() => unknown)[];
beforeEach(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "truetick-forked-"));
  ends = [];
});
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function open() {
  const { database } = test;
  const address = { url: test.appUrl, role: null };
  const clock = createFakeClock();
  const bus = createMemoryBus(log);
  const news = createNews({ bus, log });
  const config = {
    mode: "sandbox" as const,
    feed: SIMULATED_PLAN,
    oanda: null,
    simSeed: 7,
    hasRealSessions: false,
    tapeDays: 30,
    dataDir,
  };
  const shared = { database, address, bus, clock, log, news };
  const ground = await openTradingGround({ ...shared, config, publishesSeeds: false });
  const { markets, feeds } = ground;
  const [market] = markets;
  if (!market) throw new Error("Invariant: there is a market");
  const id = marketId(Number(market.id));
  return {
    market,
    /** What the one before it had not stored is lost: nobody is asked. */
    write: async () => {
      const held = await holdShard({ ...shared, shard: 0 });
      const sequencer = await startSequencer({ ...shared, shard: 0, held });
      await defineMarkets(sequencer, markets);
      const { epoch } = held.lease;
      const memory = rememberTape({ sequencer, marketIds: [id] });
      const publisher = publishTape({ bus, sequencer, epoch, memory, log });
      ends.push(async () => {
        publisher.stop();
        await sequencer.stop();
        await held.keeper.stop();
      });
      return {
        quote: (bid: number) => {
          clock.advance(100);
          giveQuote(sequencer, { market: id, bid, ask: bid + 10, atMs: clock.now() });
        },
        store: () => sequencer.storeTape([id]),
        vanish: async () => {
          publisher.stop();
          await held.keeper.release(held.lease);
        },
      };
    },
    follow: async () => {
      const tape = await followTapeStream(shared);
      const setting = { ...shared, ...ground, tape, held: HELD_BY_NOBODY, seed: null };
      const room = await followPriceRoom({ ...setting, plan: feeds.plan });
      ends.push(tape.stop, room.stop);
      return room;
    },
  };
}

it.each([0, 1])("shows the tape again, of which %i quotes were stored", async (stored) => {
  const { market, write, follow } = await open();
  const first = await write();
  const bids = [110_000].slice(0, stored);
  for (const bid of bids) first.quote(bid);
  if (stored > 0) expect(await first.store()).toBe(true);
  const room = await follow();
  const shown = () => room.board.updateOf(market.code)?.quote;
  for (const bid of [120_000, 105_000, 106_000]) first.quote(bid);
  await expect.poll(() => shown()?.seq).toBe(stored + 3);
  await first.vanish();
  const next = await write();
  next.quote(110_020);
  bids.push(110_020);
  const own = { bid: "1.10020", seq: stored + 1, dayHigh: "1.10020" };
  const low = stored > 0 ? "1.10000" : "1.10020";
  await expect.poll(shown, { timeout: 5_000 }).toMatchObject({ ...own, dayLow: low });
  for (const period of PERIODS) {
    const bars = await room.book.bars(market, { period, beforeMs: null, count: 10 });
    const [open, close] = [bids[0], bids.at(-1)];
    const bar = { open, high: Math.max(...bids), low: Math.min(...bids), close };
    expect(bars, period.id).toMatchObject([{ ...bar, ticks: bids.length }]);
  }
});
