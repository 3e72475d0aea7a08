// Which way the day goes, as an attribute that colours what carries it. Written only when it turns:
// every write makes the browser look at the styles anew.

import type { Direction } from "./notation.ts";

export function paintDirection(element: HTMLElement | SVGElement, direction: Direction): void {
  if (element.dataset.direction !== direction) element.dataset.direction = direction;
}
