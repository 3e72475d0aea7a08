// How memory went: the line of least squares through samples, and how much more there is at the end
// than before. Used by soak.test.ts.

export type Sample = { readonly atMs: number; readonly rssMb: number; readonly heapMb: number };

export type Trend = { readonly mbPerMinute: number; readonly growthPercent: number };

const MINUTE_MS = 60_000;
/** The start fills caches: what comes after the first third is looked at. */
const SETTLED_AFTER = 1 / 3;
/** What is compared: the first and the last tenth of the rest. */
const END_SHARE = 0.1;

export function trendOf(samples: readonly Sample[], read: (sample: Sample) => number): Trend {
  const settled = samples.slice(Math.floor(samples.length * SETTLED_AFTER));
  const points = settled.map((sample) => ({ x: sample.atMs / MINUTE_MS, y: read(sample) }));
  const [middleX, middleY] = [meanOf(points.map(({ x }) => x)), meanOf(points.map(({ y }) => y))];
  const spread = points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0);
  const shared = points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0);
  const ends = Math.max(1, Math.floor(points.length * END_SHARE));
  const before = meanOf(points.slice(0, ends).map(({ y }) => y));
  const after = meanOf(points.slice(-ends).map(({ y }) => y));
  return {
    mbPerMinute: spread === 0 ? 0 : shared / spread,
    growthPercent: (after / before - 1) * 100,
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
