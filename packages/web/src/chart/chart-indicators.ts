// The indicators that the chart can show: their parameters, lines and colours, and how they are put
// on a chart and taken off again. Those over the candles write their figures into the page's
// legend, the others into their own pane.

import type {
  AxisCreateTicksParams,
  AxisTick,
  Chart,
  IndicatorCreate,
  IndicatorCreateTooltipDataSourceParams,
  IndicatorTooltipData,
} from "klinecharts";
import { INDICATORS, type IndicatorName } from "./chart-choice.ts";

type Line = {
  /** The library's name for the figure. */
  readonly key: string;
  /** What tells it from its sisters: the length of an average. */
  readonly label: string;
  /** The token of its colour. */
  readonly token: string;
};

export type IndicatorPlan = {
  readonly params: readonly number[];
  readonly lines: readonly Line[];
  readonly isDashed?: true;
} & (
  | { readonly place: "candles" }
  | {
      readonly place: "pane";
      readonly heightPx: number;
      readonly decimalsOf: (pricePrecision: number) => number;
      /** Where its axis is marked; everywhere else when empty. */
      readonly marks: readonly number[];
      /** What its axis always holds. */
      readonly bounds?: { readonly minValue: number; readonly maxValue: number };
    }
);

const average = (key: string, length: number, token: string): Line => ({
  key,
  label: String(length),
  token,
});

export const INDICATOR_PLANS: Readonly<Record<IndicatorName, IndicatorPlan>> = {
  MA: {
    place: "candles",
    params: [5, 10, 30],
    isDashed: true,
    lines: [average("ma1", 5, "warn"), average("ma2", 10, "accent"), average("ma3", 30, "text-2")],
  },
  EMA: {
    place: "candles",
    params: [20, 50],
    lines: [average("ema1", 20, "accent"), average("ema2", 50, "warn")],
  },
  BOLL: {
    place: "candles",
    params: [20, 2],
    lines: [
      { key: "up", label: "", token: "text-3" },
      { key: "mid", label: "", token: "text-2" },
      { key: "dn", label: "", token: "text-3" },
    ],
  },
  VOL: {
    place: "pane",
    params: [],
    heightPx: 64,
    decimalsOf: () => 0,
    marks: [],
    lines: [{ key: "volume", label: "", token: "text-2" }],
  },
  MACD: {
    place: "pane",
    params: [12, 26, 9],
    heightPx: 80,
    decimalsOf: (pricePrecision) => pricePrecision + 1,
    marks: [0],
    lines: [
      { key: "dif", label: "", token: "accent" },
      { key: "dea", label: "", token: "warn" },
      { key: "macd", label: "", token: "text-2" },
    ],
  },
  RSI: {
    place: "pane",
    params: [14],
    heightPx: 72,
    decimalsOf: () => 1,
    marks: [30, 70],
    bounds: { minValue: 20, maxValue: 80 },
    lines: [{ key: "rsi1", label: "", token: "accent" }],
  },
};

/** The figures of one indicator at one bar, in the order of its lines; null before it begins. */
export type IndicatorFigures = readonly (number | null)[];

export type IndicatorLook = {
  readonly pricePrecision: number;
  readonly nameOf: (name: IndicatorName) => string;
  readonly colourOf: (token: string) => string;
  readonly write: (value: number, decimals: number) => string;
  /** For those over the candles, whose legend is the page's. */
  readonly onFigures: (name: IndicatorName, figures: IndicatorFigures) => void;
};

const CANDLE_PANE = "candle_pane";
const paneOf = (name: IndicatorName) =>
  INDICATOR_PLANS[name].place === "candles" ? CANDLE_PANE : `pane-${name}`;

const TICK_ROOM_PX = 18;

function ticksAt(
  marks: readonly number[],
  { range, bounding, defaultTicks }: AxisCreateTicksParams,
) {
  if (marks.length === 0) {
    // A low pane has room for one figure: the highest that is whole.
    return defaultTicks.filter(({ coord }) => coord > TICK_ROOM_PX).slice(-1);
  }
  return marks.map((value): AxisTick => {
    const coord = ((range.to - value) / range.range) * bounding.height;
    return { coord, value, text: String(value) };
  });
}

const NO_FIGURES: IndicatorTooltipData = {
  name: "",
  calcParamsText: "",
  features: [],
  legends: [],
};

function legendOf(name: IndicatorName, look: IndicatorLook) {
  const { lines, params, ...plan } = INDICATOR_PLANS[name];
  return ({ indicator, crosshair }: IndicatorCreateTooltipDataSourceParams<unknown>) => {
    // Each result is a record of the figures' keys, as its indicator calculates it.
    const results = indicator.result as readonly Readonly<Record<string, unknown>>[];
    const result = results[crosshair.dataIndex ?? results.length - 1];
    const figures = lines.map(({ key }) => {
      const figure = result?.[key];
      return typeof figure === "number" ? figure : null;
    });
    if (plan.place === "candles") {
      look.onFigures(name, figures);
      return NO_FIGURES;
    }
    return {
      ...NO_FIGURES,
      name: look.nameOf(name),
      calcParamsText: ` ${params.join(", ")}`,
      legends: lines.map(({ token }, index) => {
        const figure = figures[index] ?? null;
        const text = figure === null ? "" : look.write(figure, indicator.precision);
        return { title: "", value: { text, color: look.colourOf(token) } };
      }),
    };
  };
}

function put(chart: Chart, name: IndicatorName, look: IndicatorLook): void {
  const plan = INDICATOR_PLANS[name];
  const paneId = paneOf(name);
  const lines = plan.lines.map(({ token }) => ({
    style: plan.isDashed ? ("dashed" as const) : ("solid" as const),
    dashedValue: [4, 3],
    size: 1,
    smooth: false,
    color: look.colourOf(token),
  }));
  const { pricePrecision } = look;
  const create: IndicatorCreate = {
    name,
    paneId,
    calcParams: [...plan.params],
    precision: plan.place === "pane" ? plan.decimalsOf(pricePrecision) : pricePrecision,
    ...(plan.place === "pane" && plan.bounds),
    styles: { lines },
    createTooltipDataSource: legendOf(name, look),
  };
  chart.createIndicator(create, plan.place === "candles");
  if (plan.place === "candles") return;
  const order = INDICATORS.indexOf(name) + 1;
  chart.setPaneOptions({ id: paneId, height: plan.heightPx, minHeight: TICK_ROOM_PX * 2, order });
  const gap = { top: 0.3, bottom: 0.02 };
  chart.overrideYAxis({ paneId, gap, createTicks: (params) => ticksAt(plan.marks, params) });
}

/** Shows these indicators and no others. With another look they are all put on anew. */
export function showIndicators(
  chart: Chart,
  names: readonly IndicatorName[],
  { look, isNewLook }: { readonly look: IndicatorLook; readonly isNewLook: boolean },
): void {
  const isOn = (name: IndicatorName) => chart.getIndicators({ name }).length > 0;
  for (const name of INDICATORS) {
    if (isOn(name) && (isNewLook || !names.includes(name))) chart.removeIndicator({ name });
    if (names.includes(name) && !isOn(name)) put(chart, name, look);
  }
}
