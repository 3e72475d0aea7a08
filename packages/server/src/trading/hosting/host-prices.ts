// The tape's shard at work in an engine: the price room beside its sequencer, hearing the feed role
// and writing the tape, which is said on the bus. Called by trading-engine.ts for shard 0. What its
// last writer had said and not stored is rebuilt before the first quote of ours. Invariant: numbers
// go on where the last writer's were heard to end.

import { type MarketId, marketId, type TakeQuote } from "@truetick/engine";
import { openCandleStore } from "../candles/candle-store.ts";
import { createTapeEnd } from "../exchange/exchange.ts";
import { type LivePast, livePast, readNewestMs } from "../exchange/lived-past.ts";
import { createCutWatch } from "../exchange/new-york-cut.ts";
import { createStartClock } from "../exchange/start-clock.ts";
import { createPriceSimulator } from "../feed/simulator/price-simulator.ts";
import { hearFeeds } from "../feed-line/hear-feeds.ts";
import { createPriceRoom, type PriceRoom } from "../price-room.ts";
import { needsRawTape } from "../quotes/source-book.ts";
import { tellRoomReports } from "../room-report.ts";
import { type Sequencer, startSequencer } from "../sequencer/sequencer.ts";
import { heldBy, type MarketHalts } from "../sessions/market-halts.ts";
import { publishTape, rememberTape } from "../tape/publish-tape.ts";
import { rebuildTape } from "../tape/rebuild-tape.ts";
import { Tape } from "../tape/tape.ts";
import { startTapeKeeper } from "../tape/tape-keeper.ts";
import type { HostedShard } from "./claim-shards.ts";
import { finishHosting, type Hosting, type HostNeeds } from "./host-shard.ts";

const REFRESH_EVERY_MS = 500;

type PriceNeeds = HostNeeds & {
  readonly tapeDays: number;
  readonly livePast?: LivePast | undefined;
};

export async function hostPriceShard(needs: PriceNeeds, hosting: Hosting): Promise<HostedShard> {
  const { bus, ground, log } = needs;
  const marketIds = ground.markets.map(({ id }) => marketId(Number(id)));
  // Rejects before the shard is recovered: nobody could be asked for the tape (rebuild-tape.ts).
  await bus.flush();
  const { sequencer, rebuilt } = await startWriter(needs, hosting);
  const { epoch } = hosting.held.lease;
  const running: Running = { room: null, stops: [] };
  const stop = async () => {
    for (const end of running.stops.toReversed()) await end();
  };
  try {
    const memory = rememberTape({ sequencer, marketIds });
    let untold = rebuilt;
    return await finishHosting(needs, hosting, {
      sequencer,
      tellFirst: (isFirst) => {
        const first = rebuilt.filter(isFirst);
        untold = rebuilt.filter((quote) => !isFirst(quote));
        tellAgain(first, sequencer);
        for (const quote of first) {
          if (!memory.put(epoch, quote)) throw new Error("Invariant: the tape is told in order");
        }
      },
      prepare: async (halts) => {
        // Nothing opened since a night pays for it, and nothing closed by these has escaped it.
        await createCutWatch({ ...needs, markets: ground.markets, sequencer }).look();
        // Whoever hears its first word and has heard more than it has begins anew.
        const publisher = publishTape({ bus, sequencer, epoch, memory, log });
        running.stops.push(async () => publisher.stop());
        tellAgain(untold, sequencer);
        if (rebuilt.length > 0) {
          await storeAgain(sequencer, marketIds);
          log.info({ quotes: rebuilt.length }, "the tape goes on where it was last heard");
        }
        running.room = await openRoom({ needs, sequencer, halts, epoch }, running);
      },
      begin: () => beginPrices(needs, hosting, running),
      isStale: (code) => running.room?.board.isStale(code) ?? false,
      stop,
    });
  } catch (error) {
    await stop();
    await sequencer.stop();
    throw error;
  }
}

/** Throws when one of them cannot be where it was heard: nothing may be quoted after it then. */
function tellAgain(rebuilt: readonly TakeQuote[], { giveQuote, status }: Sequencer): void {
  for (const quote of rebuilt) {
    // One on which the engine breaks is told all the same, as those after it.
    if (giveQuote(quote) || (status() === "halted" && giveQuote(quote))) continue;
    throw new Error(`quote ${quote.seq} of market ${quote.marketId} cannot be told again`);
  }
}

/** Bars begin with what is stored. */
async function storeAgain(
  { storeTape, status }: Sequencer,
  marketIds: readonly MarketId[],
): Promise<void> {
  if ((await storeTape(marketIds)) || status() === "halted") return;
  throw new Error("the rebuilt tape was not stored");
}

type Running = { room: PriceRoom | null; readonly stops: (() => Promise<void>)[] };

/** In a fresh sandbox at the end of what it lived through. */
async function startWriter(
  needs: PriceNeeds,
  { held, shard, onOver }: Hosting,
): Promise<{ readonly sequencer: Sequencer; readonly rebuilt: readonly TakeQuote[] }> {
  const { database, ground } = needs;
  const { markets, times, feeds } = ground;
  const clock = createStartClock(needs.clock);
  const newestMs = await readNewestMs(database);
  let rebuilt: readonly TakeQuote[] = [];
  const sequencer = await startSequencer({
    ...needs,
    clock,
    shard,
    held,
    sessions: needs.sessionsOf(shard),
    onFenced: onOver,
    isGathering: true,
    tape: async (heads) => {
      rebuilt = await rebuildTape(needs, heads);
      return new Tape(heads);
    },
  });
  const isFresh = newestMs === 0 && rebuilt.length === 0;
  if (!feeds.seed || !needs.livePast || !isFresh) return { sequencer, rebuilt };
  const simulator = createPriceSimulator(feeds.seed);
  const stage = { database, sequencer, markets, simulator, times, clock, newestMs };
  try {
    await livePast(stage, needs.livePast);
    return { sequencer, rebuilt };
  } catch (error) {
    await sequencer.stop();
    throw error;
  }
}

type RoomParts = {
  readonly needs: PriceNeeds;
  readonly sequencer: Sequencer;
  readonly halts: MarketHalts;
  readonly epoch: number;
};

async function openRoom(
  { needs, sequencer, halts, epoch }: RoomParts,
  running: Running,
): Promise<PriceRoom> {
  const { clock, ground, database } = needs;
  const { markets, feeds, hasRealSessions, times } = ground;
  const { plan, seed } = feeds;
  const tape = createTapeEnd({ ...needs, sequencer });
  const held = heldBy(halts);
  const candles = await openCandleStore({ database, markets });
  const setting = { markets, seed, clock, hasRealSessions, times, held, tape, candles };
  const room = createPriceRoom({ ...setting, plan });
  halts.follow(room.board.refresh);
  const keeper = await startTapeKeeper({
    ...needs,
    epoch,
    markets,
    newestSeq: tape.lastSeq,
    keepsAll: needsRawTape(room.sources),
    keepDays: needs.tapeDays,
    sealCandles: () => candles.seal(epoch),
  });
  keeper.follow(room.intake);
  running.stops.push(keeper.stop);
  return room;
}

function beginPrices(
  { bus, clock, ground }: PriceNeeds,
  hosting: Hosting,
  { room, stops }: Running,
): void {
  if (!room) throw new Error("Invariant: prices begin in a room");
  const { markets, feeds } = ground;
  let beganAtMs = clock.now();
  room.quoteLast();
  const refreshing = setInterval(room.refresh, REFRESH_EVERY_MS);
  stops.push(async () => clearInterval(refreshing));
  const { epoch } = hosting.held.lease;
  const report = tellRoomReports({ bus, epoch, markets, room, beganAtMs: () => beganAtMs });
  stops.push(async () => report());
  const unhear = hearFeeds({
    bus,
    sources: feeds.plan.sources.map(({ name }) => name),
    sinkOf: room.sinkOf,
    skip: (untilMs) => {
      beganAtMs = untilMs;
      room.skip(untilMs);
    },
  });
  stops.push(async () => unhear());
}
