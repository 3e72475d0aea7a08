// One bar in whole points of the bid, and how bars grow and join. Invariant, kept by these two
// functions alone: low <= open, close <= high, and ticks >= 1.

export type Bar = {
  /** When it opens, Unix milliseconds. */
  readonly atMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly ticks: number;
};

/** The bar after one more tick. */
export function addTick(bar: Bar, bid: number): Bar {
  return {
    atMs: bar.atMs,
    open: bar.open,
    high: Math.max(bar.high, bid),
    low: Math.min(bar.low, bid),
    close: bid,
    ticks: bar.ticks + 1,
  };
}

export function startBar(atMs: number, bid: number): Bar {
  return { atMs, open: bid, high: bid, low: bid, close: bid, ticks: 1 };
}

/** An earlier bar and the one that follows it as one longer bar. */
export function joinBars(earlier: Bar, later: Bar): Bar {
  return {
    atMs: earlier.atMs,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    ticks: earlier.ticks + later.ticks,
  };
}
