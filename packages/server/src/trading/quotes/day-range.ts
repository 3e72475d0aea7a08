// Open, high and low of a market's trading day so far, and the change since the open. All in
// whole points of the bid. Used by the quote board; primed from the candles at start-up.

import { formatDecimal } from "@truetick/money";

export type DayRange = { readonly open: number; readonly high: number; readonly low: number };

export function startDay(bid: number): DayRange {
  return { open: bid, high: bid, low: bid };
}

export function extendDay(range: DayRange, bid: number): DayRange {
  if (bid <= range.high && bid >= range.low) return range;
  return { open: range.open, high: Math.max(range.high, bid), low: Math.min(range.low, bid) };
}

const PERCENT_DECIMALS = 2;

/** (bid - open) / open in percent with two decimals, halves away from zero. */
export function dayChange({ open }: DayRange, bid: number): string {
  const scaled = BigInt(bid - open) * 10_000n * 2n;
  const divisor = BigInt(open) * 2n;
  const half = BigInt(open);
  const hundredths = scaled < 0n ? (scaled - half) / divisor : (scaled + half) / divisor;
  return formatDecimal(hundredths, PERCENT_DECIMALS);
}
