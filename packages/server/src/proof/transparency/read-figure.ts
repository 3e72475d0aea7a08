// Runs the published queries: read-only, in one snapshot, with an end. Called by figure-book.ts.
// Invariant: what is run is what is shown, letter by letter.

import type { FigureReading } from "@truetick/contract/proof";
import { ROWS_PER_FILE } from "@truetick/contract/proof";
import { CompiledQuery, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Figure, numbersQuery } from "./figure.ts";

/** Milliseconds since 1970: the first that counts, and the first that does not. */
export type FigureWindow = { readonly fromMs: number; readonly toMs: number };

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const STATEMENT_TIMEOUT_MS = 60_000;

/** Whole days before the day of `nowMs`, and that day up to this second. */
export function windowOf({ days }: Pick<Figure, "days">, nowMs: number): FigureWindow {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { fromMs: todayMs - days * DAY_MS, toMs: nowMs - (nowMs % SECOND_MS) };
}

/** Both ends of it are whole seconds. */
export function windowOfReading({ from, to }: FigureReading): FigureWindow {
  return { fromMs: from * SECOND_MS, toMs: to * SECOND_MS };
}

export function readFigure(
  database: Database,
  figure: Figure,
  window: FigureWindow,
): Promise<FigureReading> {
  return lookOnly(database, async (tx) => {
    const empty = notCounted(figure, window);
    const bounds = [window.fromMs, window.toMs];
    const counting = `select count(*)::text as count from (\n${figure.rows}\n) counted`;
    const found = await tx.executeQuery<Cells>(CompiledQuery.raw(empty.numbersQuery, bounds));
    const counted = await tx.executeQuery<Cells>(CompiledQuery.raw(counting, bounds));
    return {
      ...empty,
      cells: found.rows.map((row) => figure.columns.map((column) => cellText(row, column))),
      rowCount: Number(counted.rows[0]?.count ?? 0),
    };
  });
}

/** All that can be said of a figure without counting it. */
export function notCounted(figure: Figure, window: FigureWindow): FigureReading {
  return {
    id: figure.id,
    from: window.fromMs / SECOND_MS,
    to: window.toMs / SECOND_MS,
    columns: figure.columns,
    cells: [],
    rowCount: null,
    rowsQuery: figure.rows,
    numbersQuery: numbersQuery(figure),
  };
}

/** One file of the rows, the first with page 1; each row as texts in the order of its columns. */
export function readRows(
  database: Database,
  figure: Figure,
  { window, page }: { readonly window: FigureWindow; readonly page: number },
): Promise<readonly (readonly string[])[]> {
  const after = (page - 1) * ROWS_PER_FILE;
  const paged = `select * from (\n${figure.rows}\n) paged
where row > ${after} and row <= ${after + ROWS_PER_FILE} order by row`;
  return lookOnly(database, async (tx) => {
    const bounds = [window.fromMs, window.toMs];
    const { rows } = await tx.executeQuery<Cells>(CompiledQuery.raw(paged, bounds));
    return rows.map((row) => figure.rowColumns.map((column) => cellText(row, column)));
  });
}

type Cells = Readonly<Record<string, unknown>>;

function lookOnly<T>(database: Database, look: (tx: Database) => Promise<T>): Promise<T> {
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(tx);
      return look(tx);
    });
}

function cellText(row: Cells, column: string): string {
  if (!(column in row)) throw new Error(`Invariant: the query answers the column ${column}`);
  const cell = row[column];
  if (cell === null) return "";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "object") throw new Error(`Invariant: ${column} is a text or a number`);
  return String(cell);
}
