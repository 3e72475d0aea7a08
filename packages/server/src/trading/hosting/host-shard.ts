// One shard at work in an engine: its sequencer under the lease, its markets defined and their
// hours kept, its door on the bus. Called by claim-shards.ts through trading-engine.ts. Shard 0
// also makes and writes the tape (host-prices.ts); every other is given it. Invariant: commands are
// taken only when the shard has its markets, its halts and the quotes of now.

import { marketId, type TakeQuote } from "@truetick/engine";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import { keepHours } from "../exchange/exchange.ts";
import { defineMarkets } from "../exchange/market-terms.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { HeldShard } from "../sequencer/hold-shard.ts";
import { type Sequencer, startSequencer } from "../sequencer/sequencer.ts";
import { type MarketHalts, openMarketHalts } from "../sessions/market-halts.ts";
import type { SessionPlan } from "../sessions/session-plan.ts";
import { serveShard } from "../shards/shard-server.ts";
import { GivenTape } from "../tape/given-tape.ts";
import type { TapeInput, TapeStream } from "../tape/tape-stream.ts";
import { TAPE_NAMED, toBytes } from "../tape/tape-words.ts";
import type { TradingGround } from "../trading-ground.ts";
import type { HostedShard } from "./claim-shards.ts";
import { findFirst, type IsFirst, untilDecided } from "./missed-quotes.ts";

/** Quotes that come while a shard starts. Past it, it begins anew. */
const WAITING_MAX = 100_000;

export type HostNeeds = {
  readonly database: Database;
  readonly address: DatabaseAddress;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  readonly ground: TradingGround;
  readonly tape: TapeStream;
  /** Each shard has a plan of its own, for as long as the process lives. */
  readonly sessionsOf: (shard: number) => SessionPlan;
};

export type Hosting = {
  readonly held: HeldShard;
  readonly shard: number;
  readonly onOver: () => void;
};

/** Every shard but the tape's. */
export async function hostGivenShard(needs: HostNeeds, hosting: Hosting): Promise<HostedShard> {
  const { tape, bus } = needs;
  const { held, shard, onOver } = hosting;
  let isForked = false;
  const by = {
    epoch: () => (isForked ? 0 : tape.epoch()),
    storedSeq: tape.storedSeq,
    onNamed: (marketIds: readonly number[]) => bus.publish(TAPE_NAMED, toBytes(marketIds)),
  };
  const sequencer = await startSequencer({
    ...needs,
    shard,
    held,
    sessions: needs.sessionsOf(shard),
    onFenced: onOver,
    isGathering: true,
    tape: (heads) => new GivenTape(heads, by),
  });
  const quotes = hearQuotes(needs, sequencer, onOver);
  const stops = [
    tape.onForked(() => {
      isForked = true;
      onOver();
    }),
    quotes.stop,
  ];
  return finishHosting(needs, hosting, {
    sequencer,
    tellFirst: quotes.giveFirst,
    prepare: async () => undefined,
    begin: quotes.give,
    // Said on the stream, and not again to one that begins in the middle or has lost its state.
    isStale: (code) => quotes.isStale(code),
    stop: async () => {
      for (const stop of stops) stop();
    },
  }).catch(async (error: unknown) => {
    for (const stop of stops) stop();
    await sequencer.stop();
    throw error;
  });
}

type Parts = {
  readonly sequencer: Sequencer;
  /** Before anything else: what has been and comes first. */
  readonly tellFirst: (isFirst: IsFirst) => void;
  /** When the shard has its markets, before its hours are kept. */
  readonly prepare: (halts: MarketHalts) => Promise<void>;
  /** When its sessions are those of now, and missed cuts are made up for. */
  readonly begin: () => void;
  readonly isStale: (code: string) => boolean;
  /** Before the sequencer stops. */
  readonly stop: () => Promise<void>;
};

/** What every shard needs before its door opens; answers how to close it again. */
export async function finishHosting(
  needs: HostNeeds,
  { held, shard }: Hosting,
  { sequencer, tellFirst, prepare, begin, isStale, stop }: Parts,
): Promise<HostedShard> {
  const { bus, log, ground } = needs;
  const { lease, keeper } = held;
  const { markets, times } = ground;
  tellFirst(await findFirst({ ...needs, sequencer, shard, markets, times }));
  await untilDecided(sequencer);
  await defineMarkets(sequencer, markets);
  const halts = await openMarketHalts({ ...needs, sequencer, hasEngine: true });
  const watches = [halts.stop];
  const stopWatches = async () => {
    for (const end of watches) await end();
  };
  try {
    await prepare(halts);
    watches.push(await keepHours({ ...needs, sequencer, markets, board: { isStale } }));
    begin();
  } catch (error) {
    await stopWatches();
    throw error;
  }
  const isSure = () => keeper.isSure(lease);
  const server = serveShard({ bus, shard, sequencer, epoch: lease.epoch, isSure, log });
  return {
    status: sequencer.status,
    figures: sequencer.figures,
    stop: async () => {
      await stopWatches();
      await stop();
      await sequencer.stop();
      server.stop();
    },
  };
}

type HeardQuotes = {
  /** Of what has been heard, what comes before anything else. */
  readonly giveFirst: (isFirst: IsFirst) => void;
  /** Gives what has been heard, and from now on what comes. */
  readonly give: () => void;
  readonly isStale: (code: string) => boolean;
  readonly stop: () => void;
};

/** First what is remembered beyond the stored tape, then what comes: all of it from now on. */
function hearQuotes(
  { tape, ground, log }: HostNeeds,
  sequencer: Sequencer,
  onOver: () => void,
): HeardQuotes {
  const ids = new Map(ground.markets.map(({ id, code }) => [code, marketId(Number(id))]));
  const give = (input: TapeInput) => {
    if (sequencer.giveQuote(input) || sequencer.status() === "stopped") return;
    // One on which the engine has just broken: it is marked to, as those after it.
    if (sequencer.status() === "halted" && sequencer.giveQuote(input)) return;
    const newest = sequencer.newestQuote(input.marketId)?.seq ?? 0;
    if (input.type === "TakeQuote" && input.seq <= newest) return;
    log.error({ marketId: input.marketId, newest }, "a quote does not follow the last one given");
    onOver();
  };
  const missed = ground.markets.flatMap((market) => recentOf(tape, sequencer, market));
  let waiting: TapeInput[] | null = missed.toSorted((left, right) => left.atMs - right.atMs);
  const stop = tape.follow((input) => {
    if (waiting === null) give(input);
    else if (waiting.length < WAITING_MAX) waiting.push(input);
    else onOver();
  });
  return {
    giveFirst(isFirst) {
      const heard = waiting ?? [];
      waiting = heard.filter((input) => !isFirst(input));
      for (const input of heard) if (isFirst(input)) give(input);
    },
    give() {
      const due = waiting ?? [];
      waiting = null;
      for (const input of due) give(input);
      for (const id of ids.values()) if (tape.isStale(id)) sequencer.markStale(id);
    },
    isStale(code) {
      const id = ids.get(code);
      return id !== undefined && tape.isStale(id);
    },
    stop,
  };
}

function recentOf(
  tape: TapeStream,
  sequencer: Sequencer,
  { id }: TradedMarket,
): readonly TakeQuote[] {
  const market = marketId(Number(id));
  const afterSeq = sequencer.newestQuote(market)?.seq ?? 0;
  const recent = tape.recent(market, afterSeq);
  return recent.map((quote) => ({ ...quote, type: "TakeQuote", marketId: market }));
}
