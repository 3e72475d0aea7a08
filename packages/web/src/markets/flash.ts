// A tick lights the background of its cell once, and goes out by itself. Two animations of the same
// look take turns, so that a new tick starts anew without asking the page for its layout. Nothing
// moves, and readers who want no motion see none (the style sheet decides).

import type { Direction } from "@truetick/ui";
import styles from "./flash.module.css";

/** The class of a cell that can flash. */
export const flashClass = styles.flash;

/** Starts the flash of a cell; a price that did not change does not flash. */
export function flash(cell: HTMLElement, direction: Direction): void {
  if (direction === "flat") return;
  const turn = cell.dataset.flash?.endsWith("-a") ? "b" : "a";
  cell.dataset.flash = `${direction}-${turn}`;
}
