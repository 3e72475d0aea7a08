// The one-minute bars of a market's day, read off its slots without making a single tick. They
// equal what folding every tick of the day would give: a slot's ticks lie between its first bid
// and its last.

import { firstBid, type MarketDay } from "./market-day.ts";
import { MINUTES_PER_DAY, SLOTS_PER_MINUTE } from "./time-grid.ts";

/** Columns by minute of the UTC day, in points of the bid. A minute without ticks is no bar. */
export type MinuteBars = {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly ticks: Int32Array;
};

export function minuteBars(
  marketDay: MarketDay,
  isOpenAtMinute: (minute: number) => boolean,
): MinuteBars {
  const column = () => new Int32Array(MINUTES_PER_DAY);
  const bars = { open: column(), high: column(), low: column(), close: column(), ticks: column() };
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    if (isOpenAtMinute(minute)) fillMinute(bars, marketDay, minute);
  }
  return bars;
}

function fillMinute(bars: MinuteBars, marketDay: MarketDay, minute: number): void {
  const { bids, counts } = marketDay;
  const start = minute * SLOTS_PER_MINUTE;
  const end = start + SLOTS_PER_MINUTE;
  const open = firstBid(marketDay, start);
  let high = open;
  let low = open;
  let ticks = 0;
  for (let slot = start; slot < end; slot += 1) {
    // Later first bids lie between two ends that are looked at anyway.
    const last = bids[slot + 1] ?? 0;
    if (last > high) high = last;
    if (last < low) low = last;
    ticks += counts[slot] ?? 0;
  }
  bars.open[minute] = open;
  bars.high[minute] = high;
  bars.low[minute] = low;
  bars.close[minute] = bids[end] ?? 0;
  bars.ticks[minute] = ticks;
}
