// What the reader has drawn on his charts, by market: points of time and price, so that a drawing
// stands where it was drawn in every period. Kept by the browser as text. Pure. Invariant: the book
// is bounded, and what cannot be read as a drawing is left out.

/** How many points make each of them. */
export const DRAWING_POINTS = {
  trendLine: 2,
  ray: 2,
  horizontalLine: 1,
  channel: 3,
  rectangle: 2,
  fibonacci: 2,
} as const;

export type DrawingTool = keyof typeof DRAWING_POINTS;

// The keys of a constant: Object.keys only knows them as texts.
export const DRAWING_TOOLS = Object.keys(DRAWING_POINTS) as readonly DrawingTool[];

export type DrawingPoint = {
  /** Unix seconds. */
  readonly time: number;
  readonly price: number;
};

export type Drawing = { readonly tool: DrawingTool; readonly points: readonly DrawingPoint[] };

export type DrawingBook = ReadonlyMap<string, readonly Drawing[]>;

export const DRAWINGS_PER_MARKET_MAX = 40;
/** Past this the market that was drawn on longest ago is forgotten. */
export const MARKETS_DRAWN_MAX = 30;

type PointText = readonly [time: number, price: number];
type DrawingText = readonly [tool: DrawingTool, points: readonly PointText[]];

function isPoint(value: unknown): value is PointText {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}

function isDrawing(value: unknown): value is DrawingText {
  if (!Array.isArray(value)) return false;
  const [name, points] = value;
  const tool = DRAWING_TOOLS.find((known) => known === name);
  if (!tool || !Array.isArray(points)) return false;
  return points.length === DRAWING_POINTS[tool] && points.every(isPoint);
}

function readDrawings(values: unknown): readonly Drawing[] {
  if (!Array.isArray(values)) return [];
  return values
    .filter(isDrawing)
    .slice(0, DRAWINGS_PER_MARKET_MAX)
    .map(([tool, points]) => ({
      tool,
      points: points.map(([time, price]) => ({ time, price })),
    }));
}

export function readBook(text: string | null): DrawingBook {
  let markets: unknown = null;
  try {
    markets = JSON.parse(text ?? "null");
  } catch {
    // What somebody else has written there is no book.
  }
  if (typeof markets !== "object" || markets === null) return new Map();
  const entries = Object.entries(markets)
    .map(([code, values]) => [code, readDrawings(values)] as const)
    .filter(([, drawings]) => drawings.length > 0);
  return new Map(entries.slice(-MARKETS_DRAWN_MAX));
}

export function writeBook(book: DrawingBook): string {
  const markets = [...book].map(([code, drawings]) => [
    code,
    drawings.map(
      ({ tool, points }): DrawingText => [
        tool,
        points.map(({ time, price }): PointText => [time, price]),
      ],
    ),
  ]);
  return JSON.stringify(Object.fromEntries(markets));
}

/** The book with the drawings of one market as they are now. */
export function withDrawings(
  book: DrawingBook,
  code: string,
  drawings: readonly Drawing[],
): DrawingBook {
  const markets = [...book].filter(([known]) => known !== code);
  if (drawings.length > 0) markets.push([code, drawings.slice(0, DRAWINGS_PER_MARKET_MAX)]);
  return new Map(markets.slice(-MARKETS_DRAWN_MAX));
}
