// Lists of the desk go on from a row: one more than a page is read, and the last one shown is where
// the next page begins. Used by every list here, so that the last page costs what the first did.

import { DESK_ROWS_PER_PAGE } from "@truetick/contract/desk";

/** How many rows a list reads: one more than it shows tells whether there are others. */
export const ROWS_TO_READ = DESK_ROWS_PER_PAGE + 1;

/** Of rows that were read by `ROWS_TO_READ`, those to show and the place to go on from. */
export function pageOf<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => bigint | number | string,
): { readonly shown: readonly Row[]; readonly next: string } {
  const shown = rows.slice(0, DESK_ROWS_PER_PAGE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { shown, next: last === undefined ? "" : String(placeOf(last)) };
}

/** The id to go on from; null for the first page, undefined for what no list ever wrote. */
export function readCursor(cursor: string): number | null | undefined {
  if (cursor === "") return null;
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
}

/** Unix seconds; 0 for never. */
export function secondsOf(at: Date | null): number {
  return at === null ? 0 : Math.floor(at.getTime() / 1_000);
}
