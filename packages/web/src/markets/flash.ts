// A tick lights the background of its cell once and lets it go out. While it is lit another tick
// the same way changes nothing, so a busy market blinks instead of glowing, and a cell costs at
// most a few changes of style a second. Cells go out together with the next prices, in a frame that
// is drawn anyway: a frame of their own would double what a busy list costs. Nothing moves, and for
// readers who want no motion the style sheet shows none.

import type { Direction } from "@truetick/ui";
import styles from "./flash.module.css";

const FLASH_MS = 260;
/** So long no new prices came: then they go out by themselves. */
const LATE_MS = 160;

/** The class of a cell that can flash. */
export const flashClass = styles.flash;

const lit = new Map<HTMLElement, number>();
let sweptAtMs = 0;
let sweeper: ReturnType<typeof setTimeout> | undefined;

function putOut(dueMs: number): void {
  for (const [cell, untilMs] of lit) {
    if (untilMs > dueMs) continue;
    lit.delete(cell);
    delete cell.dataset.flash;
  }
}

function sweepLate(): void {
  putOut(performance.now() - LATE_MS);
  sweeper = lit.size > 0 ? setTimeout(sweepLate, LATE_MS) : undefined;
}

/** Lights a cell; a price that did not change does not flash. */
export function flash(cell: HTMLElement, direction: Direction): void {
  const nowMs = performance.now();
  if (nowMs - sweptAtMs >= 1) {
    sweptAtMs = nowMs;
    putOut(nowMs);
  }
  if (direction === "flat" || cell.dataset.flash === direction) return;
  cell.dataset.flash = direction;
  lit.set(cell, nowMs + FLASH_MS);
  if (sweeper === undefined) sweeper = setTimeout(sweepLate, FLASH_MS + LATE_MS);
}
