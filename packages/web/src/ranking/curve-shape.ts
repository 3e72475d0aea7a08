// The geometry of a record: the days to lines inside a box, and which levels are worth naming.
// Floats are fine here: this is where a line goes, not how much somebody has. Pure.

export type CurveBox = { readonly width: number; readonly height: number };

export type CurveShape = {
  readonly line: string;
  /** The line closed along the level of zero, to be filled faintly. */
  readonly area: string;
  readonly xOf: (day: number) => number;
  readonly yOf: (value: number) => number;
  /** Levels to be named at the edge, highest first. */
  readonly levels: readonly number[];
};

const EDGE = 4;
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const LEVELS_MAX = 4;

/** Round levels inside the range, zero among them. */
function levelsIn(low: number, high: number): readonly number[] {
  const step = STEPS.find((each) => (high - low) / each <= LEVELS_MAX) ?? STEPS.at(-1) ?? 1;
  const levels: number[] = [];
  for (let at = Math.floor(high / step); at * step >= low - step / 1e6; at -= 1) {
    levels.push(at * step);
  }
  return levels;
}

/** Null while there are not two days to draw a line between. */
export function curveShape(values: readonly number[], box: CurveBox): CurveShape | null {
  if (values.length < 2) return null;
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const step = box.width / (values.length - 1);
  const xOf = (day: number) => day * step;
  const yOf = (value: number) => EDGE + ((high - value) / span) * (box.height - EDGE * 2);
  const points = values.map((value, day) => `${xOf(day).toFixed(1)} ${yOf(value).toFixed(1)}`);
  const line = `M${points.join("L")}`;
  const zero = yOf(0).toFixed(1);
  return { line, area: `${line}V${zero}H0Z`, xOf, yOf, levels: levelsIn(low, high) };
}
