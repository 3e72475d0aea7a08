// How the chart's library draws what an explanation speaks of: a level across the chart with its
// name, and a dot with its name at a quote that was used. Nothing here can be moved.

import { type Chart, type OverlayTemplate, registerOverlay } from "klinecharts";

const LEVEL = "truetickWhyLevel";
const TICK = "truetickWhyTick";
const DOT_PX = 5;
const LABEL_GAP_PX = 9;
const LABEL_RISE_PX = 2;
const EDGE_PX = 8;

/** What is written beside a mark, in which colour and on which; above or below it. */
export type Mark = {
  readonly label: string;
  readonly colour: string;
  /** Bars do not show through the label. */
  readonly ground: string;
  readonly isBelow: boolean;
};

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
      y: at.y + (mark.isBelow ? 2 : -2),
      text: mark.label,
      baseline: mark.isBelow ? "top" : "bottom",
    };
    return [
      { type: "line", attrs: { coordinates: ends }, styles: line, ignoreEvent: true },
      { type: "text", attrs: place, styles: textStyles(chart, mark), ignoreEvent: true },
    ];
  },
};

const tick: OverlayTemplate<Mark> = {
  name: TICK,
  totalStep: 2,
  createPointFigures({ chart, coordinates, bounding, overlay }) {
    const [at] = coordinates;
    const mark = overlay.extendData;
    if (!at || !mark) return [];
    const isRight = at.x > bounding.width / 2;
    const place = {
      x: at.x + (isRight ? -LABEL_GAP_PX : LABEL_GAP_PX),
      y: at.y + (mark.isBelow ? LABEL_RISE_PX : -LABEL_RISE_PX),
      text: mark.label,
      align: isRight ? "right" : "left",
      baseline: mark.isBelow ? "top" : "bottom",
    };
    const dot = { style: "stroke_fill", color: mark.colour, borderColor: mark.colour };
    return [
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
  mark: Mark,
): void {
  const points = [{ timestamp, value }];
  chart.createOverlay({ name: TICK, points, lock: true, extendData: mark });
}
