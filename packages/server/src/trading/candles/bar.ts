// One bar in whole points, and how bars join. Of the bid, of the ask, or of both together: a mid
// price may end on half a point, so bars of it are kept doubled, as the sum of bid and ask.
// Invariant, kept wherever bars are made: low <= open, close <= high, and ticks >= 1.

export const SIDES = ["bid", "ask", "mid"] as const;
export type Side = (typeof SIDES)[number];

export type Bar = {
  /** When it opens, Unix milliseconds. */
  readonly atMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly ticks: number;
  /** Wholly or in part made from the seed, of a time that nothing was recorded in (H14). */
  readonly isGenerated: boolean;
};

/** An earlier bar and the one that follows it as one longer bar. */
export function joinBars(earlier: Bar, later: Bar): Bar {
  return {
    atMs: earlier.atMs,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    ticks: earlier.ticks + later.ticks,
    isGenerated: earlier.isGenerated || later.isGenerated,
  };
}

export function joinAll(bars: Iterable<Bar | null>): Bar | null {
  let joined: Bar | null = null;
  for (const bar of bars) {
    if (bar) joined = joined ? joinBars(joined, bar) : bar;
  }
  return joined;
}
