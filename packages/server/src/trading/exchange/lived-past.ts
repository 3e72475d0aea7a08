// The stage on which a sandbox lives through days that are over, before its first live price: the
// engine at any moment of them, the simulator's own prices on the tape, cuts and financing as the
// clock would have brought them. Set up by trading.ts for whoever wants to act there; prices and
// cuts are kept here, so that nobody on the stage can bring their own (H01).

import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { PriceSimulator } from "../feed/simulator/price-simulator.ts";
import { slotTicks } from "../feed/simulator/slot-ticks.ts";
import { DAY_MS, dayOf, SLOT_MS } from "../feed/simulator/time-grid.ts";
import { readShards } from "../journal/read-shards.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import type { OpeningTimes } from "../sessions/market-hours.ts";
import { tradingDayEnd } from "../sessions/trading-day.ts";
import { defineMarkets } from "./market-terms.ts";
import { cutAt } from "./new-york-cut.ts";
import type { StartClock } from "./start-clock.ts";

/** The bid of a market at a moment that is over, in points; null where it has no model. */
export type PastPrice = (market: TradedMarket, atMs: number) => number | null;

export type PastStage = {
  readonly submit: Sequencer["submit"];
  readonly read: Sequencer["read"];
  readonly markets: readonly TradedMarket[];
  readonly priceAt: PastPrice;
  /** Once, before anything else: from when on the past is lived through. */
  readonly begin: (fromMs: number) => Promise<void>;
  /** Where the journal stands; 0 when it is empty. */
  readonly newestMs: number;
  /** Where the past ends. */
  readonly nowMs: number;
  /**
   * Goes on to a moment: first through every cut on the way, then quotes these markets. Moments
   * only ever grow.
   */
  readonly goTo: (atMs: number, markets: readonly TradedMarket[]) => Promise<void>;
};

/** Lives through what is over. Called before the first live price; answers when it is done. */
export type LivePast = (stage: PastStage) => Promise<void>;

type PastNeeds = {
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly markets: readonly TradedMarket[];
  readonly simulator: PriceSimulator;
  readonly times: OpeningTimes;
  readonly clock: StartClock;
  readonly newestMs: number;
};

/** Lets somebody live through what is over; the clock is the real one again afterwards. */
export async function livePast(needs: PastNeeds, live: LivePast): Promise<void> {
  await live(createPastStage(needs));
  // The bars begin with what is stored of the tape.
  await needs.sequencer.storeTape(needs.markets.map(({ id }) => marketId(Number(id))));
  needs.clock.release();
}

function createPastStage(needs: PastNeeds): PastStage {
  const { database, sequencer, markets, simulator, clock, newestMs } = needs;
  const nowMs = clock.now();
  let hereMs = nowMs;

  async function passCut(cutAtMs: number, quoted: readonly TradedMarket[]): Promise<void> {
    clock.setTo(cutAtMs);
    quote(needs, quoted, cutAtMs);
    const cut = cutAt(cutAtMs);
    await Promise.all(
      quoted.map(({ id }) =>
        sequencer.submit({ type: "ChargeFinancing", marketId: marketId(Number(id)), ...cut }),
      ),
    );
    await sequencer.submit({ type: "StartDay", cutDate: cut.cutDate });
  }

  return {
    submit: sequencer.submit,
    read: sequencer.read,
    markets,
    priceAt: createPastPrice(simulator),
    newestMs,
    nowMs,
    async begin(fromMs) {
      clock.setTo(fromMs);
      hereMs = fromMs;
      await makePastRoom(database, { fromMs, nowMs, isFirst: newestMs === 0 });
      await defineMarkets(sequencer, markets);
    },
    async goTo(atMs, quoted) {
      for (
        let cutAtMs = tradingDayEnd("new-york", hereMs);
        cutAtMs <= atMs;
        cutAtMs = tradingDayEnd("new-york", cutAtMs)
      ) {
        await passCut(cutAtMs, quoted);
      }
      hereMs = atMs;
      clock.setTo(atMs);
      quote(needs, quoted, atMs);
    },
  };
}

export function createPastPrice(simulator: PriceSimulator): PastPrice {
  return (market, atMs) => {
    const made = simulator.marketDay(market, dayOf(atMs));
    return made?.bids[slotOf(atMs)] ?? null;
  };
}

function slotOf(atMs: number): number {
  return Math.floor((atMs - dayOf(atMs) * DAY_MS) / SLOT_MS);
}

/** The last tick of each market before this moment, where the market was open. */
function quote(
  { sequencer, simulator, times }: PastNeeds,
  markets: readonly TradedMarket[],
  atMs: number,
): void {
  for (const market of markets) {
    const made = simulator.marketDay(market, dayOf(atMs - 1));
    const tick = made && slotTicks(made, slotOf(atMs - 1)).findLast((one) => one.atMs < atMs);
    if (!tick || !times.isOpen(market, tick.atMs)) continue;
    const id = marketId(Number(market.id));
    const newest = sequencer.newestQuote(id);
    if (newest && newest.atMs > tick.atMs) continue;
    const { bid, ask } = tick;
    const seq = (newest?.seq ?? 0) + 1;
    sequencer.takeQuote({ marketId: id, seq, atMs: tick.atMs, bid: price(bid), ask: price(ask) });
  }
}

/**
 * Room on the tape: on the first start the days before yesterday in one part, then, as always, a
 * part for each day.
 */
async function makePastRoom(
  database: Database,
  { fromMs, nowMs, isFirst }: { fromMs: number; nowMs: number; isFirst: boolean },
): Promise<void> {
  const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
  const yesterdayMs = nowMs - DAY_MS;
  const isLong = isFirst && day(fromMs) < day(yesterdayMs);
  if (isLong) {
    const [first, last] = [day(fromMs), day(yesterdayMs - DAY_MS)];
    await sql`select make_past_tape_room(${first}::date, ${last}::date)`.execute(database);
  }
  const singleFromMs = isLong ? yesterdayMs : fromMs;
  const days = dayOf(nowMs) - dayOf(singleFromMs) + 1;
  await sql`select make_tape_room(${day(singleFromMs)}::date, ${days})`.execute(database);
}

/** When the newest row of all journals was decided; 0 when there is none. */
export async function readNewestMs(database: Database): Promise<number> {
  const { rows } = await sql<{ at_ms: bigint | null }>`
    select max(newest.at_ms) as at_ms
    from unnest(${await readShards(database)}::smallint[]) as known (shard)
    cross join lateral (
      select j.at_ms from journal j where j.shard = known.shard order by j.seq desc limit 1
    ) newest`.execute(database);
  return Number(rows[0]?.at_ms ?? 0n);
}
