// The simulator as a live source: hands on the ticks that have fallen due since it was last asked.
// Polled by trading.ts on a timer, and by simulated runs on their own clock.

import type { PriceSimulator, SimulatedMarket } from "./simulator/price-simulator.ts";
import { createTickStream } from "./simulator/tick-stream.ts";
import type { Tick } from "./tick.ts";

export type SimFeed = {
  /** Due ticks of open markets, oldest first. */
  readonly takeDue: (nowMs: number) => Tick[];
};

/** After a longer sleep it goes on from now, and says so: the charts know what was missed. */
const CATCH_UP_MAX_MS = 60_000;

export function createSimFeed<Market extends SimulatedMarket>({
  simulator,
  markets,
  isMarketOpen,
  fromMs,
  onBeat,
  onSkip,
}: {
  simulator: PriceSimulator;
  markets: readonly Market[];
  isMarketOpen: (market: Market, atMs: number) => boolean;
  /** The first tick is the first after this moment. */
  fromMs: number;
  /** The source is alive: called unless it is asked for a moment that was before. */
  onBeat: () => void;
  /** Called when the ticks up to and including a moment were left out. */
  onSkip: (untilMs: number) => void;
}): SimFeed {
  const byCode = new Map(markets.map((market) => [market.code, market]));
  let stream = createTickStream(simulator, markets, fromMs + 1);
  let takenMs = fromMs;

  function isOpen({ code, atMs }: Tick): boolean {
    const market = byCode.get(code);
    return market !== undefined && isMarketOpen(market, atMs);
  }

  return {
    takeDue(nowMs) {
      if (nowMs - takenMs > CATCH_UP_MAX_MS) {
        stream = createTickStream(simulator, markets, nowMs + 1);
        onSkip(nowMs);
      }
      if (nowMs >= takenMs) onBeat();
      takenMs = Math.max(takenMs, nowMs);
      return stream.takeUntil(nowMs).filter(isOpen);
    },
  };
}
