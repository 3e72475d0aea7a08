// The usual ways to keep candles, for comparison. Objects: a bar of every period and side is
// replaced by a new object on every tick. Rows: ticks are kept as they came, and whoever wants a
// chart folds them.

export type NaiveTick = { readonly atMs: number; readonly bid: number; readonly ask: number };

export type NaiveBar = {
  readonly atMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly ticks: number;
};

const LENGTHS_MS = [60_000, 300_000, 900_000, 1_800_000, 3_600_000, 86_400_000];

function grown(bar: NaiveBar | undefined, atMs: number, price: number): NaiveBar {
  if (!bar) return { atMs, open: price, high: price, low: price, close: price, ticks: 1 };
  return {
    ...bar,
    high: Math.max(bar.high, price),
    low: Math.min(bar.low, price),
    close: price,
    ticks: bar.ticks + 1,
  };
}

export class ObjectCandles {
  /** By side and period, then by when the bar opens. */
  readonly #bars = new Map<string, Map<number, NaiveBar>>();

  record({ atMs, bid, ask }: NaiveTick): void {
    const sides = { bid, ask, mid: bid + ask };
    for (const lengthMs of LENGTHS_MS) {
      const opensAt = Math.floor(atMs / lengthMs) * lengthMs;
      for (const [side, price] of Object.entries(sides)) {
        const key = `${side}/${lengthMs}`;
        const bars = this.#bars.get(key) ?? new Map<number, NaiveBar>();
        this.#bars.set(key, bars);
        bars.set(opensAt, grown(bars.get(opensAt), opensAt, price));
      }
    }
  }

  bar(side: string, lengthMs: number, opensAt: number): NaiveBar | undefined {
    return this.#bars.get(`${side}/${lengthMs}`)?.get(opensAt);
  }
}

/** One page of bars of the bid, folded from every tick of its time. */
export function foldRows(
  ticks: readonly NaiveTick[],
  { fromMs, toMs, lengthMs }: { fromMs: number; toMs: number; lengthMs: number },
): NaiveBar[] {
  const bars = new Map<number, NaiveBar>();
  for (const { atMs, bid } of ticks) {
    if (atMs < fromMs || atMs >= toMs) continue;
    const opensAt = Math.floor(atMs / lengthMs) * lengthMs;
    bars.set(opensAt, grown(bars.get(opensAt), opensAt, bid));
  }
  return [...bars.values()];
}
