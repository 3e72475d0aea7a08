// The geometry of a sparkline: closes to an SVG path inside a box, and the height of the day's
// open. Pure; the component draws what comes back.

export type SparklineBox = { readonly width: number; readonly height: number };

export type SparklineShape = {
  readonly line: string;
  /** The line closed along the bottom edge, to be filled faintly. */
  readonly area: string;
  /** Height of the day's open, or null when it lies nowhere. */
  readonly openY: number | null;
};

const EDGE = 1.5;

export function sparklineShape(
  closes: readonly number[],
  dayOpen: number | null,
  box: SparklineBox,
): SparklineShape | null {
  const first = closes[0];
  if (first === undefined || closes.length < 2) return null;
  let low = dayOpen ?? first;
  let high = low;
  for (const close of closes) {
    if (close < low) low = close;
    if (close > high) high = close;
  }
  const span = high - low;
  const innerHeight = box.height - EDGE * 2;
  const step = (box.width - EDGE * 2) / (closes.length - 1);
  // A market that has not moved is a level line through the middle, not along the bottom.
  const yOf = (value: number) =>
    span === 0 ? box.height / 2 : EDGE + ((high - value) / span) * innerHeight;
  const points = closes.map(
    (close, index) => `${(EDGE + index * step).toFixed(1)} ${yOf(close).toFixed(1)}`,
  );
  const line = `M${points.join("L")}`;
  return {
    line,
    area: `${line}V${box.height}H${EDGE}Z`,
    openY: dayOpen === null ? null : yOf(dayOpen),
  };
}
