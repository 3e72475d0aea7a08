// Which of the checkpoints that were seen are kept: the newest all, of older ones the first of each
// hour, of those that are older still the first of each day; and the very first, for good. Pure.

const NEWEST_KEPT = 60;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const HOURLY_FOR_MS = 2 * DAY_MS;
/** About nine hundred bytes each: what a browser lends is five million. */
const KEPT_MAX = 480;

type Dated = { readonly atMs: number };

/** Oldest first, before and after. */
export function thinHistory<Kept extends Dated>(seen: readonly Kept[]): readonly Kept[] {
  const newest = seen.slice(-NEWEST_KEPT);
  const last = seen.at(-1);
  if (!last || newest.length === seen.length) return seen;
  const spans = new Set<number>();
  const older = seen.slice(0, -NEWEST_KEPT).filter(({ atMs }) => {
    const spanMs = last.atMs - atMs > HOURLY_FOR_MS ? DAY_MS : HOUR_MS;
    // Days and hours begin apart, so that one name never is another's.
    const span = Math.floor(atMs / spanMs) * spanMs + (spanMs === DAY_MS ? 1 : 0);
    return !spans.has(span) && spans.add(span);
  });
  const [first, ...others] = [...older, ...newest];
  if (!first) return seen;
  return [first, ...others.slice(-(KEPT_MAX - 1))];
}
