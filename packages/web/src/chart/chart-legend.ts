// The figures of one bar above the chart, written straight into the page: the cross moves faster
// than anyone should render.

import { type Notation, writeDecimal } from "@truetick/ui";
import type { KLineData } from "klinecharts";

const FIGURES = ["open", "high", "low", "close"] as const;

export function paintLegend(
  legend: HTMLElement,
  bar: KLineData | undefined,
  pricePrecision: number,
  notation: Notation,
): void {
  const places = legend.querySelectorAll("dd");
  legend.dataset.direction = !bar || bar.close >= bar.open ? "up" : "down";
  FIGURES.forEach((figure, index) => {
    const text = bar ? writeDecimal(bar[figure].toFixed(pricePrecision), notation) : "";
    const place = places[index];
    if (place && place.textContent !== text) place.textContent = text;
  });
}
