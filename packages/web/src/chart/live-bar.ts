// The last bar of a chart, kept up to date by quotes. Pure. Bars are of the bid; times on the wire
// are Unix seconds, the chart's are milliseconds.

import type { Candle, Period, Quote } from "@truetick/contract";
import type { KLineData } from "klinecharts";

export function barOf(candle: Candle): KLineData {
  return {
    timestamp: candle.time * 1000,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: candle.ticks,
  };
}

/** When the bar opened that a moment belongs to. */
function openingOf(timeSec: number, period: Period, last: KLineData): number {
  const lengthMs = period.seconds * 1000;
  // A trading day does not begin at midnight UTC: it is counted on from the last one the server
  // named, and its bounds are corrected by the next load.
  const anchorMs = period.id === "1day" ? last.timestamp : 0;
  return anchorMs + Math.floor((timeSec * 1000 - anchorMs) / lengthMs) * lengthMs;
}

/** The bar after one more quote: the last one moved, or a new one begun. Null for an old quote. */
export function nextBar(last: KLineData, quote: Quote, period: Period): KLineData | null {
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
