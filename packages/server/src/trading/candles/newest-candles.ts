// The bar of each period that is growing right now, as a chart that is already drawn needs it.
// Asked by the live socket on every flush for markets that somebody watches, so what came before
// the running minute is joined once a minute and remembered.

import { type Candle, PERIODS, type Period, type PeriodId } from "@truetick/contract";
import { formatPrice, price } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import { createBoundedCache } from "../bounded-cache.ts";
import { MINUTE_MS } from "../feed/simulator/time-grid.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import { type Bar, joinBars } from "./bar.ts";
import { bucketAt } from "./bucket.ts";
import type { CandleBook } from "./candle-book.ts";

export type NewestCandles = {
  readonly knows: (code: string) => boolean;
  /** By period; one without a quote so far is left out. */
  readonly newest: (code: string) => Partial<Record<PeriodId, Candle>>;
};

/** The bar of a period up to the running minute, which begins at `toMs`. */
type Base = { toMs: number; bar: Bar | null };

/** Every market in every period, and then some. */
const BASES_HELD = 512;

export function createNewestCandles({
  markets,
  book,
  clock,
}: {
  markets: readonly TradedMarket[];
  book: Pick<CandleBook, "join">;
  clock: Pick<Clock, "now">;
}): NewestCandles {
  const byCode = new Map(markets.map((market) => [market.code, market]));
  const bases = createBoundedCache<string, Base>(BASES_HELD);

  function baseOf(market: TradedMarket, period: Period, toMs: number): Bar | null {
    const base = bases.take(`${market.code}/${period.id}`, () => ({ toMs: 0, bar: null }));
    if (base.toMs === toMs) return base.bar;
    const { fromMs } = bucketAt(period, market.dayCut, toMs);
    base.bar = fromMs < toMs ? book.join(market, { fromMs, toMs }) : null;
    base.toMs = toMs;
    return base.bar;
  }

  return {
    knows: (code) => byCode.has(code),
    newest(code) {
      const market = byCode.get(code);
      const newest: Partial<Record<PeriodId, Candle>> = {};
      if (!market) return newest;
      const minuteMs = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
      const running = book.join(market, { fromMs: minuteMs, toMs: minuteMs + MINUTE_MS });
      for (const period of PERIODS) {
        const base = baseOf(market, period, minuteMs);
        const bar = base && running ? joinBars(base, running) : (base ?? running);
        if (!bar) continue;
        const { fromMs } = bucketAt(period, market.dayCut, minuteMs);
        newest[period.id] = candleOf({ ...bar, atMs: fromMs }, market);
      }
      return newest;
    },
  };
}

function candleOf(bar: Bar, { pricePrecision }: TradedMarket): Candle {
  const shown = (points: number) => formatPrice(price(points), pricePrecision);
  return {
    time: bar.atMs / 1_000,
    open: shown(bar.open),
    high: shown(bar.high),
    low: shown(bar.low),
    close: shown(bar.close),
    ticks: bar.ticks,
    ...(bar.isGenerated ? { isGenerated: true } : {}),
  };
}
