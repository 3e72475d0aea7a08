// A tick lights the background of its cell once and lets it go out. While it is lit another tick
// the same way changes nothing, so a busy market blinks instead of glowing, and a cell costs at
// most a few changes of style a second. All cells that go out do so together. Nothing moves, and
// for readers who want no motion the style sheet shows none.

import type { Direction } from "@truetick/ui";
import styles from "./flash.module.css";

const FLASH_MS = 280;
/** How often it is looked which cells are due. */
const SWEEP_MS = 40;

/** The class of a cell that can flash. */
export const flashClass = styles.flash;

const lit = new Map<HTMLElement, number>();
let sweeper: ReturnType<typeof setTimeout> | undefined;

function sweep(): void {
  const nowMs = performance.now();
  for (const [cell, untilMs] of lit) {
    if (untilMs > nowMs) continue;
    lit.delete(cell);
    delete cell.dataset.flash;
  }
  sweeper = lit.size > 0 ? setTimeout(sweep, SWEEP_MS) : undefined;
}

/** Lights a cell; a price that did not change does not flash. */
export function flash(cell: HTMLElement, direction: Direction): void {
  if (direction === "flat" || cell.dataset.flash === direction) return;
  cell.dataset.flash = direction;
  lit.set(cell, performance.now() + FLASH_MS);
  if (sweeper === undefined) sweeper = setTimeout(sweep, SWEEP_MS);
}
