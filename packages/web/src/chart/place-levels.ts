// Puts the lines of orders where their prices lie, straight into the page: the axis moves with
// every tick. Lines say their price themselves (`data-price`); those outside of the pane hide.

import {
  AXIS_TAG_HEIGHT_PX,
  columnsOf,
  type PriceScale,
  placeOf,
  spreadTags,
} from "./price-scale.ts";

const TAG_HEIGHT_PX = 26;
/** What is told beside a line stays inside of the pane, even when the line is at its edge. */
const TIP_ROOM_PX = 24;

export type AxisView = {
  readonly scale: PriceScale;
  readonly axisPx: number;
  /** Has the first right to its tag. */
  readonly lastPrice: number;
};

export function placeLevels(layer: HTMLElement, { scale, axisPx, lastPrice }: AxisView): void {
  layer.style.height = `${scale.heightPx}px`;
  layer.style.setProperty("--axis", `${axisPx}px`);
  const lines = [...layer.querySelectorAll<HTMLElement>("[data-price]")];
  const tops = lines.map(({ dataset }) => Math.round(placeOf(Number(dataset.price), scale)));
  const columns = columnsOf(tops, TAG_HEIGHT_PX);
  const axisTops = spreadTags(tops, AXIS_TAG_HEIGHT_PX, Math.round(placeOf(lastPrice, scale)));
  lines.forEach((line, index) => {
    const top = tops[index] ?? 0;
    line.style.transform = `translateY(${top}px)`;
    line.style.setProperty("--column", String(columns[index] ?? 0));
    line.style.setProperty("--nudge", `${(axisTops[index] ?? top) - top}px`);
    line.toggleAttribute("data-outside", top < 0 || top > scale.heightPx);
  });
  for (const tip of layer.querySelectorAll<HTMLElement>("[data-tip]")) {
    const top = placeOf(Number(tip.dataset.tip), scale);
    const inside = Math.min(Math.max(top, TIP_ROOM_PX), scale.heightPx - TIP_ROOM_PX);
    tip.style.transform = `translateY(${Math.round(inside)}px)`;
  }
}
