// The last bar of a chart, kept up to date by quotes. Pure. Bars are of the bid; times on the wire
// are Unix seconds, the chart's are milliseconds.

import type { Candle, Period, Quote } from "@truetick/contract";
import type { KLineData } from "klinecharts";

/** A bar as the chart keeps it, with what the wire says of its origin. */
export type Bar = KLineData & {
  /** Made by the simulator: nothing was recorded then (H14). */
  readonly isGenerated?: true;
};

export function barOf(candle: Candle): Bar {
  return {
    timestamp: candle.time * 1000,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: candle.ticks,
    ...(candle.isGenerated ? { isGenerated: true } : {}),
  };
}

/** When the bar opened that a moment belongs to. */
function openingOf(timeSec: number, period: Period, last: Bar): number {
  const lengthMs = period.seconds * 1000;
  // A trading day does not begin at midnight UTC: it is counted on from the last one the server
  // named, and its bounds are corrected by the next load.
  const anchorMs = period.id === "1day" ? last.timestamp : 0;
  return anchorMs + Math.floor((timeSec * 1000 - anchorMs) / lengthMs) * lengthMs;
}

/** The bar after one more quote: the last one moved, or a new one begun. Null for an old quote. */
export function nextBar(last: Bar, quote: Quote, period: Period): Bar | null {
  const openedAt = openingOf(quote.time, period, last);
  if (openedAt < last.timestamp) return null;
  const bid = Number(quote.bid);
  if (openedAt > last.timestamp) {
    return { timestamp: openedAt, open: bid, high: bid, low: bid, close: bid, volume: 1 };
  }
  return {
    ...last,
    high: Math.max(last.high, bid),
    low: Math.min(last.low, bid),
    close: bid,
    volume: (last.volume ?? 0) + 1,
  };
}

/**
 * The running bar after the server was asked for it: the server has seen what was missed here, and
 * here has arrived what the server has seen since.
 */
export function joinBars(asked: Bar, own: Bar): Bar {
  return {
    ...asked,
    high: Math.max(asked.high, own.high),
    low: Math.min(asked.low, own.low),
    volume: Math.max(asked.volume ?? 0, own.volume ?? 0),
  };
}
