// A page of a list of the desk: rows, and where the next page begins. Lists go on from a row,
// never by counting rows off, so that the last page costs what the first did. Browser-safe.

/** Rows per page of every list of the desk. */
export const DESK_ROWS_PER_PAGE = 50;

export type DeskPage<Row> = {
  readonly rows: readonly Row[];
  /** To be sent back as it is; empty at the end. */
  readonly next: string;
};

export function readDeskPage<Wire, Row>(wire: unknown, read: (row: Wire) => Row): DeskPage<Row> {
  const { data, next } = wire as { data: Wire[]; next: string };
  return { rows: data.map((row) => read(row)), next };
}

/** Only what was given: an absent filter is no filter. */
export function givenFields(
  fields: Readonly<Record<string, string | number | null | undefined>>,
): Record<string, string> {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(given);
}
