// The rows of a table that follow from a stretch of the journal, compared with what the events of
// that stretch say: nothing missing, nothing more, nothing else in any column. Used by
// check-books.ts.

import type { ClientBase } from "pg";
import { FIRST_SHARD } from "../../trading/journal/read-shards.ts";
import { BOOK_TABLES, type BookName, type BookTable } from "./expected-rows.ts";
import type { Findings } from "./fault.ts";
import { differenceOf, type SpelledRow, spellRow } from "./spelled-row.ts";

/** Rows of the journal after `from`, up to and with `to`. */
export type Stretch = { readonly from: number; readonly to: number };

export const BLOTTER = { table: "trade_order", log: "order", key: ["order_id"] } as const;

/** What one shard has written. */
export type Books = {
  readonly client: ClientBase;
  readonly findings: Findings;
  readonly shard: number;
};

/** The first shard's rows are named by their number alone, as before there were others. */
function whereOf(shard: number): string {
  return shard === FIRST_SHARD ? "" : `, journal/${shard}`;
}

export async function compareTable(
  { client, findings, shard }: Books,
  name: BookName,
  { from, to, expected }: Stretch & { readonly expected: readonly SpelledRow[] },
): Promise<void> {
  const book = BOOK_TABLES[name];
  const { rows } = await client.query({
    name: `verify-${book.table}`,
    text: `select * from ${book.table} where journal_seq > $1 and journal_seq <= $2
           and shard = $3 order by journal_seq`,
    values: [from, to, shard],
  });
  findings.count(book.log, rows.length);
  compareRows({ findings, shard }, book, { expected, found: rows.map(spellRow) });
}

/** Both of the same stretch; found ones in the order of the journal. */
export function compareRows(
  { findings, shard }: Pick<Books, "findings" | "shard">,
  { log, key }: BookTable,
  { expected, found }: { expected: readonly SpelledRow[]; found: readonly SpelledRow[] },
): void {
  const where = whereOf(shard);
  const nameOf = (row: SpelledRow) => key.map((column) => row[column]).join("/");
  const waiting = new Map(expected.map((row) => [nameOf(row), row]));
  for (const row of found) {
    const name = nameOf(row);
    const told = waiting.get(name);
    waiting.delete(name);
    const place = { log, marketId: null, seq: Number((told ?? row).journal_seq) };
    if (!told) {
      findings.add({
        ...place,
        what: "added",
        detail: `${log} ${name}${where}: no event tells of it`,
      });
      continue;
    }
    const difference = differenceOf(told, row);
    if (difference === null) continue;
    findings.add({ ...place, what: "changed", detail: `${log} ${name}${where}: ${difference}` });
  }
  for (const [name, row] of waiting) {
    const seq = Number(row.journal_seq);
    const detail = `${log} ${name}${where}: the journal tells of it`;
    findings.add({ log, marketId: null, seq, what: "missing", detail });
  }
}

/** Rows that say they follow from rows of the journal that do not exist. */
export async function findOrphans(
  { client, findings, shard }: Books,
  name: BookName,
  lastSeq: number,
): Promise<void> {
  const { table, log } = BOOK_TABLES[name];
  const { rows } = await client.query<{ seq: string }>(
    `select journal_seq as seq from ${table}
     where shard = $2 and (journal_seq > $1 or journal_seq < 1) order by journal_seq limit 1`,
    [lastSeq, shard],
  );
  const seq = rows[0] && Number(rows[0].seq);
  if (seq === undefined) return;
  const detail = `it follows from row ${seq} of journal/${shard}, which is not there`;
  findings.add({ log, marketId: null, seq, what: "added", detail });
}

/** Rows that say they are of shards that have no journal. */
export async function findStrays(
  { client, findings }: Pick<Books, "client" | "findings">,
  shards: readonly number[],
): Promise<void> {
  for (const { table, log } of [...Object.values(BOOK_TABLES), BLOTTER]) {
    const { rows } = await client.query<{ seq: string; shard: number }>(
      `select journal_seq as seq, shard from ${table} where shard <> all($1::smallint[]) limit 1`,
      [shards],
    );
    const [row] = rows;
    if (!row) continue;
    const detail = `it is of journal/${row.shard}, which is not there`;
    findings.add({ log, marketId: null, seq: Number(row.seq), what: "added", detail });
  }
}
