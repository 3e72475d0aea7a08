// The calls about charts: a page of bars, and the few bars of a sparkline. Refusals:
// MARKET_UNKNOWN, PERIOD_UNKNOWN. How much one call may cost is bounded here (T46).

import { type CandleWire, candleToWire, type Period, periodOf } from "@truetick/contract";
import { candlesFromFields } from "@truetick/contract/calls";
import { formatDecimal, formatPrice, price } from "@truetick/money";
import { type Handlers, type Refused, refuse } from "../../platform/handler.ts";
import { createBoundedCache } from "../bounded-cache.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { Bar, Side } from "./bar.ts";
import type { CandleBook } from "./candle-book.ts";

const PAGE_BARS = 500;
const SPARKLINE_BARS = 48;
const CHART_PERIOD = "1min";
const SPARKLINE_PERIOD = "30min";
/** Every market in every period, and then some. */
const SPARKLINES_HELD = 512;

type CandleHandlers = Handlers<"listCandles" | "listRecentCandles">;
type Chart = { readonly market: TradedMarket; readonly period: Period; readonly side: Side };
/** The finished bars before the one that is growing, which opens at `fromMs`. */
type Sparkline = { fromMs: number | null; finished: readonly CandleWire[] };

export function createCandleHandlers({
  markets,
  book,
}: {
  markets: readonly TradedMarket[];
  book: CandleBook;
}): CandleHandlers {
  const byId = new Map(markets.map((market) => [market.id, market]));
  const sparklines = createBoundedCache<string, Sparkline>(SPARKLINES_HELD);

  function chartOf(marketId: string, periodText: string, side: Side = "bid"): Chart | Refused {
    const market = byId.get(marketId);
    if (!market) return refuse("MARKET_UNKNOWN");
    const period = periodOf(periodText);
    return period ? { market, period, side } : refuse("PERIOD_UNKNOWN");
  }

  async function recent({ market, period, side }: Chart): Promise<CandleWire[]> {
    const [growing] = await book.bars(market, { period, side, beforeMs: null, count: 1 });
    if (!growing) return [];
    const fresh = (): Sparkline => ({ fromMs: null, finished: [] });
    const sparkline = sparklines.take(`${market.id}/${period.id}/${side}`, fresh);
    if (sparkline.fromMs !== growing.atMs) {
      const wanted = { period, side, beforeMs: growing.atMs, count: SPARKLINE_BARS - 1 };
      const bars = await book.bars(market, wanted);
      sparkline.finished = bars.map((bar) => toWire(bar, market, side));
      sparkline.fromMs = growing.atMs;
    }
    return [...sparkline.finished, toWire(growing, market, side)];
  }

  return {
    async listCandles(fields) {
      const { marketId, period, before, side } = candlesFromFields(fields);
      const chart = chartOf(marketId, period ?? CHART_PERIOD, side);
      if (!("market" in chart)) return chart;
      const beforeMs = before === null ? null : before * 1_000;
      const wanted = { period: chart.period, side: chart.side, beforeMs, count: PAGE_BARS };
      const bars = await book.bars(chart.market, wanted);
      return bars.map((bar) => toWire(bar, chart.market, chart.side));
    },
    async listRecentCandles(fields) {
      const { marketId, period, side } = candlesFromFields(fields);
      const chart = chartOf(marketId, period ?? SPARKLINE_PERIOD, side);
      return "market" in chart ? await recent(chart) : chart;
    },
  };
}

/** A mid is half of what its bar holds: five tenths of a point, one decimal more. */
const TENTHS_OF_HALF = 5n;

function toWire(bar: Bar, { pricePrecision }: TradedMarket, side: Side): CandleWire {
  const shown = (points: number) =>
    side === "mid"
      ? formatDecimal(BigInt(points) * TENTHS_OF_HALF, pricePrecision + 1)
      : formatPrice(price(points), pricePrecision);
  return candleToWire({
    time: bar.atMs / 1_000,
    open: shown(bar.open),
    high: shown(bar.high),
    low: shown(bar.low),
    close: shown(bar.close),
    ticks: bar.ticks,
    ...(bar.isGenerated ? { isGenerated: true } : {}),
  });
}
