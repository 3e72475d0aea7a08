// The blotter against the fold of the journal: ended orders as they end, live ones as they stand at
// the journal's end, and that there are no others. Used by check-books.ts.

import { BLOTTER, type Books, compareRows } from "./book-pages.ts";
import type { OrderFold } from "./order-fold.ts";
import { type SpelledRow, spellRow } from "./spelled-row.ts";

const ROWS_PER_READ = 500;

/** What has ended never changes: it can be compared at any time after. */
export async function compareEnded(books: Books, ended: readonly SpelledRow[]): Promise<void> {
  await compareOrders(books, ended);
}

/** In one moment of the database, when the fold stands at the journal's end. */
export async function compareLive(books: Books, fold: OrderFold): Promise<void> {
  let page: SpelledRow[] = [];
  for (const row of fold.live()) {
    page.push(row);
    if (page.length < ROWS_PER_READ) continue;
    await compareOrders(books, page);
    page = [];
  }
  await compareOrders(books, page);
  const { rows } = await books.client.query<{ count: string }>(
    "select count(*) from trade_order where shard = $1",
    [books.shard],
  );
  if (Number(rows[0]?.count) > fold.count) await findAdded(books, fold);
}

async function compareOrders(
  { client, findings, shard }: Books,
  expected: readonly SpelledRow[],
): Promise<void> {
  if (expected.length === 0) return;
  const { rows } = await client.query({
    name: "verify-orders",
    text: "select * from trade_order where order_id = any($1::bigint[]) order by journal_seq",
    values: [expected.map((row) => row.order_id)],
  });
  findings.count(BLOTTER.log, rows.length);
  compareRows({ findings, shard }, BLOTTER, { expected, found: rows.map(spellRow) });
}

async function findAdded({ client, findings, shard }: Books, fold: OrderFold): Promise<void> {
  let last = "0";
  for (;;) {
    const { rows } = await client.query<{ id: string; seq: string }>(
      `select order_id as id, journal_seq as seq from trade_order
       where order_id > $1 and shard = $2 order by order_id limit ${ROWS_PER_READ}`,
      [last, shard],
    );
    const added = rows.find(({ id }) => !fold.has(Number(id)));
    if (added) {
      const detail = `order ${added.id}: no event tells of it`;
      const place = { log: BLOTTER.log, marketId: null, seq: Number(added.seq) };
      return findings.add({ ...place, what: "added", detail });
    }
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
  }
}
