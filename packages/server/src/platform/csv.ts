// Comma-separated values that no spreadsheet carries out: what begins like a formula is made text
// (T88). Used by statements and exports. Invariant: reading the file gives back every cell, but
// for the quote mark before such a beginning.

/** A plain number begins with a minus and is no formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** What spreadsheets take for the beginning of a formula, also behind blanks and full-width. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One line with its end. */
export function csvLine(cells: readonly (string | number | bigint)[]): string {
  return `${cells.map((cell) => csvCell(String(cell))).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const safe = !NUMBER.test(text) && FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** As everybody sorts and reads it: "2026-11-15 09:30:00". */
export function csvMoment(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
}
