// The axis of prices as figures: where a price lies on the chart and which price lies where, and
// how far the axis must reach to hold the levels that matter. Pure; the chart says what it shows,
// order lines and drags ask.

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
