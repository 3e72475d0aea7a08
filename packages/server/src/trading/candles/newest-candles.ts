// The bar of each period that is growing right now, as a chart that is already drawn needs it.
// Asked by the live socket on every flush for markets that somebody watches, so what came before
// the running minute is joined once a minute and remembered; before the one ahead of it, for as
// long as its last quotes may be on their way to a process that follows the tape.

import { type Candle, PERIODS, type Period, type PeriodId } from "@truetick/contract";
import { formatPrice, price } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import { createBoundedCache } from "../bounded-cache.ts";
import { MINUTE_MS } from "../feed/simulator/time-grid.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import { type Bar, joinBars } from "./bar.ts";
import { type Bucket, bucketAt } from "./bucket.ts";
import type { CandleBook } from "./candle-book.ts";

export type NewestCandles = {
  readonly knows: (code: string) => boolean;
  /** By period; one without a quote so far is left out. */
  readonly newest: (code: string) => Partial<Record<PeriodId, Candle>>;
};

/** The bar of a stretch that is over. */
type Base = Bucket & { readonly bar: Bar | null };
type Kept = { base: Base };

const NONE: Base = { fromMs: 0, toMs: 0, bar: null };

/** Every market in every period, and then some. */
const BASES_HELD = 512;

export function createNewestCandles({
  markets,
  book,
  clock,
}: {
  markets: readonly TradedMarket[];
  book: Pick<CandleBook, "join" | "lastMinuteMs">;
  clock: Pick<Clock, "now">;
}): NewestCandles {
  const byCode = new Map(markets.map((market) => [market.code, market]));
  const bases = createBoundedCache<string, Kept>(BASES_HELD);

  function baseOf(market: TradedMarket, period: Period, { fromMs, toMs }: Bucket): Bar | null {
    const kept = bases.take(`${market.code}/${period.id}`, () => ({ base: NONE }));
    const { base } = kept;
    if (base.fromMs === fromMs && base.toMs === toMs) return base.bar;
    const bar = fromMs < toMs ? book.join(market, { fromMs, toMs }) : null;
    kept.base = { fromMs, toMs, bar };
    return bar;
  }

  return {
    knows: (code) => byCode.has(code),
    newest(code) {
      const market = byCode.get(code);
      const newest: Partial<Record<PeriodId, Candle>> = {};
      if (!market) return newest;
      const minuteMs = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
      const endMs = minuteMs + MINUTE_MS;
      // A market's quotes come in order: with one of this minute there are all of the last.
      const lastMs = minuteMs - MINUTE_MS;
      const openMs = book.lastMinuteMs(market) === lastMs ? lastMs : minuteMs;
      const open = book.join(market, { fromMs: openMs, toMs: endMs });
      for (const period of PERIODS) {
        const { fromMs } = bucketAt(period, market.dayCut, minuteMs);
        const base = baseOf(market, period, { fromMs, toMs: openMs });
        const rest = fromMs <= openMs ? open : book.join(market, { fromMs, toMs: endMs });
        const bar = base && rest ? joinBars(base, rest) : (base ?? rest);
        if (bar) newest[period.id] = candleOf({ ...bar, atMs: fromMs }, market);
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
