// Comma-separated values that no spreadsheet carries out: what begins like a formula is made text,
// also where a spreadsheet that separates otherwise would begin a cell (T88). Used by statements
// and exports. Invariant: reading the file gives back every cell, but for the quote mark before
// such a beginning.

/** A plain number begins with a minus and is no formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** What spreadsheets take for the beginning of a formula, also behind blanks and full-width. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;
/**
 * The same inside of a cell: where the list separator is a semicolon, as in German, or a tab,
 * quotes that do not open a cell hold nothing together, and a line ends the row. What a number
 * goes on with behind the cell is not known here, so that it is no exception.
 */
const FORMULA_INSIDE = /[;\t\r\n](?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠|%])/gu;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Without it, some spreadsheets take the letters of most languages for others. */
const BYTE_ORDER_MARK = "\ufeff";

/** The first line of a file that people open; what only programs read begins with `csvLine`. */
export function csvHeading(cells: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(cells);
}

/** One line with its end. */
export function csvLine(cells: readonly (string | number | bigint)[]): string {
  return `${cells.map((cell) => csvCell(String(cell))).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const inside = text.replace(FORMULA_INSIDE, "$&'");
  const safe = !NUMBER.test(text) && FORMULA.test(text) ? `'${inside}` : inside;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** As everybody sorts and reads it: "2026-11-15 09:30:00". */
export function csvMoment(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
}
