// A row of a table as texts, column by column, so that what a record says can be compared with what
// the database has: numbers of any size, JSON in one spelling. Used by the checks of the books.

export type SpelledRow = Readonly<Record<string, string | null>>;

type Cell = string | number | bigint | boolean | null | undefined | object;

export function spellRow(row: Readonly<Record<string, Cell>>): SpelledRow {
  return Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, spellCell(cell)]));
}

function spellCell(cell: Cell): string | null {
  if (cell === null || cell === undefined) return null;
  return typeof cell === "object" ? spellJson(cell) : String(cell);
}

/** Keys sorted: the database keeps them in an order of its own. */
function spellJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spellJson).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${spellJson(one)}`).join()}}`;
}

/** The columns in which they differ, in words; null when they are equal. */
export function differenceOf(expected: SpelledRow, found: SpelledRow): string | null {
  const differing = Object.keys(expected).find((column) => expected[column] !== found[column]);
  if (differing === undefined) return null;
  const is = found[differing] ?? "nothing";
  return `${differing} is ${is}, the journal says ${expected[differing] ?? "nothing"}`;
}
