// The bar of each period that is growing right now, as a chart that is already drawn needs it.
// Read by the live socket for markets that somebody watches.

import { type Candle, PERIODS, type PeriodId } from "@truetick/contract";
import { formatPrice, price } from "@truetick/money";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { Bar } from "./bar.ts";
import type { CandleBook } from "./candle-book.ts";

export type NewestCandles = {
  readonly knows: (code: string) => boolean;
  /** By period; one without a bar yet is left out. */
  readonly newest: (code: string) => Promise<Partial<Record<PeriodId, Candle>>>;
};

export function createNewestCandles({
  markets,
  book,
}: {
  markets: readonly TradedMarket[];
  book: Pick<CandleBook, "bars">;
}): NewestCandles {
  const byCode = new Map(markets.map((market) => [market.code, market]));
  return {
    knows: (code) => byCode.has(code),
    async newest(code) {
      const market = byCode.get(code);
      const newest: Partial<Record<PeriodId, Candle>> = {};
      if (!market) return newest;
      for (const period of PERIODS) {
        const [bar] = await book.bars(market, { period, beforeMs: null, count: 1 });
        if (bar) newest[period.id] = candleOf(bar, market);
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
  };
}
