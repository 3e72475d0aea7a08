// The axis of prices as figures: where a price lies on the chart and which price lies where, and
// how far the axis must reach to hold the levels that matter. Pure; the chart says what it shows,
// order lines and drags ask.

export const AXIS_TAG_HEIGHT_PX = 18;

/** What the axis shows now, from the bottom to the top of its pane. */
export type PriceScale = { readonly from: number; readonly to: number; readonly heightPx: number };

/** Pixels from the top of the pane. */
export function placeOf(price: number, { from, to, heightPx }: PriceScale): number {
  return to === from ? 0 : ((to - price) / (to - from)) * heightPx;
}

/** The price at a height, as the market writes it; never below its smallest. */
export function priceAt(
  topPx: number,
  { from, to, heightPx }: PriceScale,
  pricePrecision: number,
): string {
  const inside = Math.min(Math.max(topPx, 0), heightPx);
  const price = to - (inside / heightPx) * (to - from);
  return Math.max(price, 10 ** -pricePrecision).toFixed(pricePrecision);
}

/** A level further from the candles than they are high would squeeze them: it stays outside. */
const REACH = 1;
type Bounds = { readonly from: number; readonly to: number };

/** The bounds wide enough for the levels that are near. */
export function widen({ from, to }: Bounds, levels: readonly number[]): Bounds {
  const room = (to - from) * REACH;
  const near = levels.filter((level) => level > from - room && level < to + room);
  return { from: Math.min(from, ...near), to: Math.max(to, ...near) };
}

/** Above the candles for the legend, below them for the lowest price. */
const ROOM_PX = { top: 60, bottom: 24 } as const;
/** In a pane lower than this the room would be larger than the candles. */
const ROOM_PART_MAX = 0.3;

/** The bounds with room above and below, for a pane of this height. */
export function withRoom({ from, to }: Bounds, heightPx: number): Bounds {
  const leftPx = heightPx - ROOM_PX.top - ROOM_PX.bottom;
  const partOf = (roomPx: number) =>
    leftPx > 0 ? Math.min(roomPx / leftPx, ROOM_PART_MAX) : ROOM_PART_MAX;
  const range = to - from;
  return { from: from - range * partOf(ROOM_PX.bottom), to: to + range * partOf(ROOM_PX.top) };
}

/** Beside how many others each tag must stand so that none covers another, in their order. */
export function columnsOf(tops: readonly number[], tagHeightPx: number): readonly number[] {
  const columns: number[] = [];
  tops.forEach((top, index) => {
    const taken = new Set(
      columns.filter((_, other) => Math.abs((tops[other] ?? 0) - top) < tagHeightPx),
    );
    let column = 0;
    while (taken.has(column)) column += 1;
    columns[index] = column;
  });
  return columns;
}

/**
 * Where tags of this height go so that none covers another, nor the one that is kept free; as near
 * to their own places as that allows. Those above it move up, the others down.
 */
export function spreadTags(
  tops: readonly number[],
  tagHeightPx: number,
  freeTop: number,
): readonly number[] {
  const spread = [...tops];
  const order = tops.map((_, index) => index).sort((a, b) => (tops[a] ?? 0) - (tops[b] ?? 0));
  const above = order.filter((index) => (tops[index] ?? 0) <= freeTop).reverse();
  let limit = freeTop - tagHeightPx;
  for (const index of above) {
    spread[index] = Math.min(tops[index] ?? 0, limit);
    limit = (spread[index] ?? 0) - tagHeightPx;
  }
  limit = freeTop + tagHeightPx;
  for (const index of order.slice(above.length)) {
    spread[index] = Math.max(tops[index] ?? 0, limit);
    limit = (spread[index] ?? 0) + tagHeightPx;
  }
  return spread;
}

/** Where tags are drawn: those of levels give way to the newest price and to each other. */
export function tagTops(
  levels: readonly number[],
  last: number | undefined,
  scale: PriceScale,
): readonly number[] {
  const tops = levels.map((price) => placeOf(price, scale));
  if (last === undefined) return tops;
  const lastTop = placeOf(last, scale);
  return [...spreadTags(tops, AXIS_TAG_HEIGHT_PX, lastTop), lastTop];
}
