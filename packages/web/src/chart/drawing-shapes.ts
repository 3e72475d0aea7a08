// How the chart's library draws what the reader draws: the shape behind each tool. Those that the
// library lacks, or draws in colours of its own, are described here, once for all charts.

import { type OverlayFigure, type OverlayTemplate, registerOverlay } from "klinecharts";
import type { DrawingTool } from "./drawing-book.ts";

const RECTANGLE = "truetickRectangle";
const FIBONACCI = "truetickFibonacci";

/** In thousandths of the way back. */
const RETRACEMENTS = [0, 236, 382, 500, 618, 786, 1000] as const;
const LABEL_GAP_PX = 4;

const SHOWN_WHEN_CHOSEN = {
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
} as const;

const rectangle: OverlayTemplate = {
  name: RECTANGLE,
  totalStep: 3,
  ...SHOWN_WHEN_CHOSEN,
  createPointFigures({ coordinates }) {
    const [start, end] = coordinates;
    if (!start || !end) return [];
    const attrs = {
      x: Math.min(start.x, end.x),
      y: Math.min(start.y, end.y),
      width: Math.abs(end.x - start.x),
      height: Math.abs(end.y - start.y),
    };
    return { type: "rect", attrs, styles: { style: "stroke_fill" } };
  },
};

const fibonacci: OverlayTemplate = {
  name: FIBONACCI,
  totalStep: 3,
  ...SHOWN_WHEN_CHOSEN,
  createPointFigures({ chart, coordinates, overlay }) {
    const [start, end] = coordinates;
    const [first, last] = overlay.points.map(({ value }) => value);
    if (!start || !end || first === undefined || last === undefined) return [];
    const left = Math.min(start.x, end.x);
    const right = Math.max(start.x, end.x);
    const precision = chart.getSymbol()?.pricePrecision ?? 0;
    const { color, size, family } = chart.getStyles().xAxis.tickText;
    return RETRACEMENTS.flatMap((thousandths): OverlayFigure[] => {
      const part = thousandths / 1000;
      const y = end.y + (start.y - end.y) * part;
      const price = (last + (first - last) * part).toFixed(precision);
      const text = `${thousandths / 10}% ${chart.getThousandsSeparator().format(price)}`;
      const ends = [
        { x: left, y },
        { x: right, y },
      ];
      const label = { x: right + LABEL_GAP_PX, y, text, baseline: "middle" };
      const styles = { color, size, family, backgroundColor: "transparent", borderSize: 0 };
      return [
        { type: "line", attrs: { coordinates: ends } },
        { type: "text", attrs: label, styles, ignoreEvent: true },
      ];
    });
  },
};

registerOverlay(rectangle);
registerOverlay(fibonacci);

/** The library's name for the shape of each tool. */
export const SHAPES: Readonly<Record<DrawingTool, string>> = {
  trendLine: "segment",
  ray: "rayLine",
  horizontalLine: "horizontalStraightLine",
  channel: "parallelStraightLine",
  rectangle: RECTANGLE,
  fibonacci: FIBONACCI,
};
