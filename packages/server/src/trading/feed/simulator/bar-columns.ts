// The bars of a market's day, read off its slots without making a single tick. They equal what
// folding every tick of the day would give: a slot's ticks lie between its first bid and its
// last. Bars of any whole number of minutes come from the same fold.

import { firstBid, type MarketDay } from "./market-day.ts";
import { MINUTES_PER_DAY, SLOTS_PER_MINUTE } from "./time-grid.ts";

/** Columns by number of the bar in the UTC day, in points of the bid. No ticks: no bar. */
export type BarColumns = {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly ticks: Int32Array;
};

/** Minutes in which the market is closed are left out. */
export function foldDay(
  marketDay: MarketDay,
  minutesPerBar: number,
  isOpenAtMinute: (minute: number) => boolean,
): BarColumns {
  const column = () => new Int32Array(MINUTES_PER_DAY / minutesPerBar);
  const bars = { open: column(), high: column(), low: column(), close: column(), ticks: column() };
  let minute = 0;
  for (let bar = 0; bar < bars.ticks.length; bar += 1) {
    for (const end = minute + minutesPerBar; minute < end; minute += 1) {
      if (isOpenAtMinute(minute)) addMinute(bars, bar, { marketDay, minute });
    }
  }
  return bars;
}

function addMinute(
  bars: BarColumns,
  bar: number,
  { marketDay, minute }: { marketDay: MarketDay; minute: number },
): void {
  const { bids, counts } = marketDay;
  const start = minute * SLOTS_PER_MINUTE;
  const end = start + SLOTS_PER_MINUTE;
  const first = firstBid(marketDay, start);
  const isNew = bars.ticks[bar] === 0;
  let high = isNew ? first : Math.max(first, bars.high[bar] ?? 0);
  let low = isNew ? first : Math.min(first, bars.low[bar] ?? 0);
  let ticks = bars.ticks[bar] ?? 0;
  for (let slot = start; slot < end; slot += 1) {
    // Later first bids lie between two ends that are looked at anyway.
    const last = bids[slot + 1] ?? 0;
    if (last > high) high = last;
    if (last < low) low = last;
    ticks += counts[slot] ?? 0;
  }
  if (isNew) bars.open[bar] = first;
  bars.high[bar] = high;
  bars.low[bar] = low;
  bars.close[bar] = bids[end] ?? 0;
  bars.ticks[bar] = ticks;
}
