// How the chart's library draws what an explanation speaks of: a level across the chart with its
// name, and a dot with its name at a quote that was used. Nothing here can be moved.

import { type Chart, type OverlayTemplate, registerOverlay } from "klinecharts";

const LEVEL = "truetickWhyLevel";
const TICK = "truetickWhyTick";
const DOT_PX = 5;
const EDGE_PX = 8;
const ROW_PX = 18;

/** What is written at a mark, in which colour and on which. */
type Mark = {
  readonly label: string;
  readonly colour: string;
  /** Bars do not show through the label. */
  readonly ground: string;
};

/** Names stand in the room above or below the bars, in rows, and not over what they name. */
type DrawnTick = Mark & { readonly edge: "above" | "below"; readonly row: number };

function textStyles(chart: Chart, { colour, ground, label }: Mark) {
  const { size, family } = chart.getStyles().xAxis.tickText;
  const padding = { paddingLeft: 3, paddingRight: 3, paddingTop: 1, paddingBottom: 1 };
  return {
    color: colour,
    size,
    family,
    weight: "600",
    backgroundColor: label === "" ? "transparent" : ground,
    borderSize: 0,
    borderRadius: 3,
    ...padding,
  };
}

const level: OverlayTemplate<Mark> = {
  name: LEVEL,
  totalStep: 2,
  createPointFigures({ chart, coordinates, bounding, overlay }) {
    const [at] = coordinates;
    const mark = overlay.extendData;
    if (!at || !mark) return [];
    const ends = [
      { x: 0, y: at.y },
      { x: bounding.width, y: at.y },
    ];
    const line = { style: "dashed", dashedValue: [4, 4], size: 1, color: mark.colour };
    const place = {
      x: EDGE_PX,
      y: at.y - 2,
      text: mark.label,
      baseline: "bottom",
    };
    return [
      { type: "line", attrs: { coordinates: ends }, styles: line, ignoreEvent: true },
      { type: "text", attrs: place, styles: textStyles(chart, mark), ignoreEvent: true },
    ];
  },
};

const tick: OverlayTemplate<DrawnTick> = {
  name: TICK,
  totalStep: 2,
  createPointFigures({ chart, coordinates, bounding, overlay }) {
    const [at] = coordinates;
    const mark = overlay.extendData;
    if (!at || !mark) return [];
    const isAbove = mark.edge === "above";
    const inset = mark.row * ROW_PX;
    const y = isAbove ? inset : bounding.height - inset;
    const isRight = at.x > bounding.width / 2;
    const place = {
      x: isRight ? Math.min(at.x + EDGE_PX, bounding.width) : Math.max(at.x - EDGE_PX, 0),
      y,
      text: mark.label,
      align: isRight ? "right" : "left",
      baseline: isAbove ? "top" : "bottom",
    };
    const lead = [
      { x: at.x, y: at.y + (isAbove ? -DOT_PX : DOT_PX) },
      { x: at.x, y: isAbove ? y + ROW_PX : y - ROW_PX },
    ];
    const line = { style: "dashed", dashedValue: [2, 3], size: 1, color: mark.colour };
    const dot = { style: "stroke_fill", color: mark.colour, borderColor: mark.colour };
    return [
      { type: "line", attrs: { coordinates: lead }, styles: line, ignoreEvent: true },
      {
        type: "circle",
        attrs: { x: at.x, y: at.y, r: DOT_PX },
        styles: dot,
        ignoreEvent: true,
      },
      { type: "text", attrs: place, styles: textStyles(chart, mark), ignoreEvent: true },
    ];
  },
};

registerOverlay(level);
registerOverlay(tick);

export function drawLevel(chart: Chart, value: number, mark: Mark): void {
  chart.createOverlay({ name: LEVEL, points: [{ value }], lock: true, extendData: mark });
}

export function drawTick(
  chart: Chart,
  { timestamp, value }: { readonly timestamp: number; readonly value: number },
  mark: DrawnTick,
): void {
  const points = [{ timestamp, value }];
  chart.createOverlay({ name: TICK, points, lock: true, extendData: mark });
}
