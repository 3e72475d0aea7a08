// Makes the library's chart in an element, with what never changes while it stands: notation, axes
// that leave room for tags, and a place in the page's order of keys. Called by the host.

import type { Market } from "@truetick/contract";
import { type Notation, writeDecimal } from "@truetick/ui";
import {
  type AxisCreateRangeParams,
  type AxisCreateTicksParams,
  type Chart,
  type DeepPartial,
  init,
  type Styles,
} from "klinecharts";
import { createDateWriter } from "./chart-dates.ts";
import { type PriceScale, tagTops, widen, withRoom } from "./price-scale.ts";

const BAR_SPACE_PX = 8;
const RIGHT_MARGIN_PX = 48;
/** The room above and below the candles is made by ourselves, in pixels. */
const NO_GAP = { top: 0, bottom: 0 } as const;
/** The library shortens 0.0000123 to 0.0{4}123 from this many zeros on: never. */
const NO_FOLDING = 100;

/** A figure of the axis this close to a tag would lie under it. */
const TAG_ROOM_PX = 16;
/** A time this close to the edge would be cut. */
const EDGE_ROOM_PX = 22;

type ChartNeeds = {
  readonly market: Pick<Market, "displayCode" | "pricePrecision">;
  readonly notation: Notation;
  /** Its first look: given later, everything would be measured twice. */
  readonly styles: DeepPartial<Styles>;
  /** Prices that the axis should hold. */
  readonly levels: () => readonly number[];
  /** Whether they and the newest price have tags on the axis, to which its figures give way. */
  readonly hasTags: boolean;
  readonly onScale: (scale: PriceScale) => void;
};

function makeRoom({ chart, defaultRange }: AxisCreateRangeParams, levels: readonly number[]) {
  const heightPx = chart.getSize("candle_pane", "main")?.height ?? 0;
  const { from, to } = withRoom(widen(defaultRange, levels), heightPx);
  const range = to - from;
  return {
    ...{ from, to, range },
    ...{ realFrom: from, realTo: to, realRange: range },
    ...{ displayFrom: from, displayTo: to, displayRange: range },
  };
}

function setAxes(chart: Chart, { levels, hasTags, onScale }: ChartNeeds): void {
  const spareTags = ({ range, bounding, defaultTicks }: AxisCreateTicksParams) => {
    const scale = { from: range.from, to: range.to, heightPx: bounding.height };
    onScale(scale);
    if (!hasTags) return defaultTicks;
    const last = chart.getDataList().at(-1)?.close;
    const tops = tagTops(levels(), last, scale);
    return defaultTicks.filter(({ coord }) =>
      tops.every((top) => Math.abs(coord - top) > TAG_ROOM_PX),
    );
  };
  chart.overrideYAxis({
    paneId: "candle_pane",
    createRange: (params) => makeRoom(params, levels()),
    createTicks: spareTags,
  });
  chart.overrideXAxis({
    createTicks: ({ bounding, defaultTicks }) =>
      defaultTicks.filter(
        ({ coord }) => coord > EDGE_ROOM_PX && coord < bounding.width - EDGE_ROOM_PX,
      ),
  });
}

export function createChart(element: HTMLElement, needs: ChartNeeds): Chart {
  const { market, notation, styles } = needs;
  const chart = init(element, {
    styles,
    decimalFold: { threshold: NO_FOLDING },
    thousandsSeparator: { format: (value) => writeDecimal(String(value), notation) },
    formatter: { formatDate: createDateWriter(notation) },
    layout: { yAxis: { gap: NO_GAP } },
  });
  if (!chart) throw new Error("Invariant: the chart has an element to draw in");
  const drawing = chart.getDom();
  if (drawing) {
    // Reached by Tab in the order of the page, and no wall for a finger that scrolls it.
    drawing.tabIndex = 0;
    drawing.style.touchAction = "pan-y";
    drawing.style.overscrollBehavior = "auto";
  }
  setAxes(chart, needs);
  chart.setBarSpace(BAR_SPACE_PX);
  chart.setOffsetRightDistance(RIGHT_MARGIN_PX);
  chart.setSymbol({
    ticker: market.displayCode,
    pricePrecision: market.pricePrecision,
    volumePrecision: 0,
  });
  return chart;
}
