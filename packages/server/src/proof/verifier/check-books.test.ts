// Every column of every table beside the journal, changed once, in one row: the verifier names that
// table each time. And a row too few or too many, also at the journal's end, where only the engine
// knows how far it has written. All of it is rolled back.

import pg, { type ClientBase } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Exchange, openExchange } from "../../trading/testing/bare-exchange.ts";
import { runBusyDay } from "../../trading/testing/busy-day.ts";
import { type BooksParts, checkBooks } from "./check-books.ts";
import { BOOK_TABLES } from "./expected-rows.ts";
import { type Fault, Findings } from "./fault.ts";

let exchange: Exchange;
let owner: pg.Client;
beforeAll(async () => {
  exchange = await openExchange();
  await runBusyDay(exchange);
  await exchange.restart();
  owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await exchange.close();
});

/** Looks at what the transaction under way has changed; it neither begins nor ends one. */
async function faultsAfter(
  statement: string,
  headSeq: BooksParts["headSeq"] = () => null,
): Promise<readonly Fault[]> {
  const findings = new Findings();
  const query = (...asked: Parameters<ClientBase["query"]>) =>
    typeof asked[0] === "string" && /^(?:begin|rollback)/.test(asked[0])
      ? { rows: [] }
      : owner.query(...asked);
  await owner.query("begin; set local session_replication_role = replica");
  try {
    const { rowCount } = await owner.query(statement);
    expect(rowCount).toBe(1);
    await checkBooks({
      client: { query } as unknown as ClientBase,
      findings,
      saltKey: new Uint8Array(32),
      headSeq,
      pause: async () => undefined,
    });
    return findings.faults();
  } finally {
    await owner.query("rollback");
  }
}

/** Another value of the same type, and no number that some other row has. */
const OTHER: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column}, 0) + 1000003`,
  integer: (column) => `coalesce(${column}, 0) + 1003`,
  smallint: (column) => `${column} + 1`,
  text: (column) =>
    column === "book"
      ? "case book when 'real' then 'demo' else 'real' end"
      : `coalesce(${column}, '') || 'x'`,
  jsonb: () => `'[{"market": 1, "seq": 1, "bid": 1, "ask": 2}]'`,
  boolean: (column) => `not ${column}`,
};

const TABLES = [
  ...Object.values(BOOK_TABLES).map(({ table, log }) => ({ table, log })),
  { table: "trade_order", log: "order" },
  { table: "tape_quote", log: "quote" },
];

describe("T86: every column is compared", () => {
  it.each(TABLES)("$table", async ({ table, log }) => {
    const { rows } = await owner.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_name = $1 and column_name <> 'retired_at' order by ordinal_position`,
      [table],
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { name, type } of rows) {
      // When a quote came is on the tape and nowhere in the journal: check-tape looks at that.
      if (table === "tape_quote" && name === "at_ms") continue;
      const other = OTHER[type]?.(name);
      if (other === undefined) throw new Error(`no other ${type}`);
      const which = table === "ledger_posting" ? "account_id is not null" : "true";
      const faults = await faultsAfter(
        `update ${table} set ${name} = ${other} where (tableoid, ctid) = (
           select tableoid, max(ctid) from ${table} where ${which} group by 1 order by 1 limit 1)`,
      );
      expect([name, faults.map((fault) => fault.log)]).toEqual([
        name,
        expect.arrayContaining([log]),
      ]);
    }
  });
});

describe("T86: nothing is missing, nothing is more", () => {
  it.each(TABLES)("$table", async ({ table, log }) => {
    const gone = await faultsAfter(
      `delete from ${table} where (tableoid, ctid) = (
         select tableoid, min(ctid) from ${table} group by 1 order by 1 limit 1)`,
    );
    expect(gone).toContainEqual(expect.objectContaining({ log, what: "missing" }));
    const key = table === "tape_quote" ? "seq" : "journal_seq";
    await owner.query(`create temporary table more as select * from ${table} limit 1`);
    const id = table === "trade_order" ? ", order_id = 1000003" : "";
    await owner.query(`update more set ${key} = 1000003${id}`);
    await owner.query("grant all on more to public");
    const own = Object.values(BOOK_TABLES).find((book) => book.table === table);
    const free = own?.key.find((column) => column !== "journal_seq" && column !== "kind");
    if (free) await owner.query(`update more set ${free} = 1000003`);
    const more = await faultsAfter(`insert into ${table} select * from more`);
    await owner.query("drop table more");
    expect(more).toContainEqual(expect.objectContaining({ log, what: "added" }));
  });

  it("house accounts whose newest posting is not marked are told", async () => {
    const faults = await faultsAfter(
      `update ledger_posting set is_house_end = false where (tableoid, ctid) = (
         select tableoid, ctid from ledger_posting where house = 'fees' and book = 'real'
         order by journal_seq desc, position desc limit 1)`,
    );
    expect(faults).toMatchObject([{ log: "ledger", what: "changed" }]);
  });
});

describe("the journal's end", () => {
  const NOTHING = "select 1";
  const headSeq = () => exchange.sequencer().figures().journalSeq;

  it("is the engine's, also when that hears of a row a moment after the table has it", async () => {
    const late = [headSeq() - 1, headSeq()];
    expect(await faultsAfter(NOTHING, () => late.shift() ?? null)).toEqual([]);
    expect(late).toEqual([]);
  });

  it("is told where the table goes beyond it, however often the engine is asked", async () => {
    const faults = await faultsAfter(NOTHING, () => headSeq() - 1);
    expect(faults).toMatchObject([{ what: "added", seq: headSeq() }]);
  });
});
