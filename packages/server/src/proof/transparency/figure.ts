// A published figure is data: which stretch of time it is about, the query that gives its rows, and
// the query over these rows that gives its numbers (decisions/0029). Both texts are shown to
// everybody and are the ones that are run, letter by letter. In them $1 is the first moment that
// counts and $2 the first that does not, in milliseconds since 1970. Invariant: no row names a
// person or an account; rows that need a name have a number of their own.

import type { FigureId } from "@truetick/contract/proof";

export type Figure = {
  readonly id: FigureId;
  /** Whole days (UTC) before today that count, and today so far. */
  readonly days: number;
  /** How long an answer stands before it is counted anew. */
  readonly keptMs: number;
  /** Of the rows, in the order of the query; the first is `row`, which counts them from 1. */
  readonly rowColumns: readonly string[];
  readonly rows: string;
  /** Of the numbers, in the order of the query. */
  readonly columns: readonly string[];
  /** Reads from `figure_rows`, which are the rows. */
  readonly numbers: string;
};

export const MINUTE_MS = 60_000;
const USUAL_DAYS = 30;
const USUAL_KEPT_MS = 5 * MINUTE_MS;

/** A figure of the last thirty days, counted anew every five minutes. */
export function figure(
  id: FigureId,
  parts: Omit<Figure, "id" | "days" | "keptMs"> & Partial<Pick<Figure, "days" | "keptMs">>,
): Figure {
  return { days: USUAL_DAYS, keptMs: USUAL_KEPT_MS, ...parts, id };
}

/** The numbers with the rows they are counted from: what is run, and what is shown. */
export function numbersQuery({ rows, numbers }: Pick<Figure, "rows" | "numbers">): string {
  return `with figure_rows as materialized (\n${indent(rows)}\n)\n${numbers}`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
