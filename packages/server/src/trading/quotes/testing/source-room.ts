// A price room that listens to feeds on a clock the test moves, and remembers all that came of it:
// the quotes, what every tick became, and the bars.

import { PERIODS } from "@truetick/contract";
import { createFakeClock, type FakeClock } from "../../../testing/fake-clock.ts";
import type { Bar } from "../../candles/bar.ts";
import type { Feed } from "../../feed/feed.ts";
import type { SourceRule } from "../../feed/feed-plan.ts";
import type { Arrival } from "../../feed/source-clock.ts";
import { sandboxMarkets, type TradedMarket } from "../../markets/traded-market.ts";
import { createPriceRoom, type PriceRoom } from "../../price-room.ts";
import { SteadyTime } from "../../sequencer/steady-time.ts";
import type { MadeQuote, SourceTick } from "../quote-intake.ts";

export type SourceRoom = PriceRoom & {
  readonly clock: FakeClock;
  readonly quotes: readonly MadeQuote[];
  readonly ticks: readonly SourceTick[];
  readonly minutes: (market: TradedMarket) => Promise<Bar[]>;
};

/** Both clocks of a moment, as the running server hands them to its feeds. */
export function arrivalOf(clock: FakeClock): () => Arrival {
  const time = new SteadyTime(clock);
  return () => ({ wallMs: time.now(), steadyMs: clock.monotonic() });
}

export const silentLog = { info: () => undefined, warn: () => undefined };

export function marketOf(code: string): TradedMarket {
  const market = sandboxMarkets().find((each) => each.code === code);
  if (!market) throw new Error(`no market ${code}`);
  return market;
}

export function openSourceRoom({
  feeds,
  rule = { kind: "priority" },
  markets = sandboxMarkets(),
  clock = createFakeClock(),
}: {
  feeds: readonly Pick<Feed, "source" | "instruments">[];
  rule?: SourceRule;
  markets?: readonly TradedMarket[];
  clock?: FakeClock;
}): SourceRoom {
  const room = createPriceRoom({
    markets,
    seed: null,
    clock,
    hasRealSessions: false,
    plan: {
      sources: feeds.map(({ source: name, instruments }) => ({ name, instruments })),
      ruleOf: () => rule,
    },
  });
  const quotes: MadeQuote[] = [];
  const ticks: SourceTick[] = [];
  room.intake.subscribe((quote) => quotes.push(quote));
  room.intake.watchSources((tick) => ticks.push(tick));
  const [minute] = PERIODS;
  if (!minute) throw new Error("Invariant: there are periods");
  return {
    ...room,
    clock,
    quotes,
    ticks,
    minutes: (market) => room.book.bars(market, { period: minute, beforeMs: null, count: 500 }),
  };
}

/** Settles when the condition holds; fails in plain words when it does not in time. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const patienceMs = 10_000;
  const startedAt = performance.now();
  while (!condition()) {
    if (performance.now() - startedAt > patienceMs) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
