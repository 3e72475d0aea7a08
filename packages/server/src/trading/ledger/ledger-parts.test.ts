// The ledger in its parts (migrations 0046 and 0055): what was written before is there, whole and
// in its part, the views that read it are the same, and who reads one account, cause or time reads
// an index.
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { migrate, readMigrations } from "../../platform/migrations.ts";
import { APP_ROLE } from "../../platform/rights.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../migrations");
const LAST_BEFORE = 45;
const PARTS = [
  "ledger_posting",
  "ledger_posting_order",
  "ledger_posting_correction",
  "ledger_posting_flow",
];
const log = createLog("silent");

let test: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  await owner.query("drop schema public cascade; create schema public; set search_path = public");
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query<Record<string, unknown>>(sql);
  return rows;
}

/** A column that was given no name is given the one that it has by itself. */
const readers = () =>
  ask(`select c.relname as name, obj_description(c.oid) as comment,
         regexp_replace(pg_get_viewdef(c.oid), '::(boolean|bigint) AS (bool|int8)', '::\\1', 'g')
           as definition
       from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
         and pg_get_viewdef(c.oid) ~ 'ledger_posting' order by 1`);

const lines = () => ask("select * from ledger_posting order by shard, journal_seq, position");

async function planOf(sql: string): Promise<string> {
  await owner.query("set enable_seqscan = off");
  const plan = await ask(`explain (costs off) ${sql}`);
  return plan.map((row) => row["QUERY PLAN"]).join("\n");
}

it("keeps every line and every view", async () => {
  const all = await readMigrations(MIGRATIONS);
  await migrate(
    owner,
    all.filter(({ number }) => number <= LAST_BEFORE),
    log,
  );
  await owner.query(`
    insert into ledger_posting
    select 0, n / 4, n % 4, n / 2, 'real', case when n % 2 = 0 then 1 + n % 3 end,
      case when n % 2 = 1 then 'fees' end, n, n, cause, n, n, n % 2 = 1
    from generate_series(1, 400) as n
    cross join lateral (select (array['fee', 'deposit', 'profit', 'financing', 'protection',
      'adjustment', 'withdrawal-hold'])[1 + n / 2 % 7] as cause) c`);
  const before = { lines: await lines(), readers: await readers() };
  expect(before.readers.length).toBeGreaterThan(10);
  await owner.query(`grant select, insert on ledger_posting to ${APP_ROLE}`);
  await migrate(owner, all, log);
  expect(await lines()).toEqual(before.lines);
  expect(await readers()).toEqual(before.readers);
  // At once, since engines of the build before go on writing until they are stopped.
  for (const part of PARTS) {
    const rights = ["select", "insert", "update", "delete"].map(
      (right) => `has_table_privilege('${APP_ROLE}', '${part}', '${right}') as "${right}"`,
    );
    const [held] = await ask(`select ${rights.join(", ")}`);
    expect(held).toEqual({ select: true, insert: true, update: false, delete: false });
  }
  const causes = `select tableoid::regclass::text as part, array_agg(distinct cause order by cause)
    as causes, count(*)::int as lines from ledger_posting group by 1 order by 1`;
  expect(await ask(causes)).toEqual([
    { part: "ledger_posting_correction", causes: ["adjustment", "protection"], lines: 113 },
    { part: "ledger_posting_flow", causes: ["deposit", "withdrawal-hold"], lines: 114 },
    { part: "ledger_posting_order", causes: ["fee", "financing", "profit"], lines: 173 },
  ]);
});

it("finds the newest line of an account in the indexes of all parts", async () => {
  const newest = `select balance from ledger_posting where account_id = 1
    order by journal_seq desc, position desc limit 1`;
  const plan = await planOf(newest);
  expect(plan).toMatch(/Merge Append/);
  expect(plan).toMatch(/ledger_posting_order_account/);
  expect(plan).toMatch(/ledger_posting_correction_account/);
  expect(plan).toMatch(/ledger_posting_flow_account/);
  const [line] = await ask(
    "select max(balance) as balance from ledger_posting where account_id = 1",
  );
  expect(await ask(newest)).toEqual([line]);
});

it("finds corrections by their time in their part alone", async () => {
  const plan = await planOf(`select amount from ledger_posting
    where cause = 'adjustment' and at_ms >= 5 and at_ms < 50`);
  expect(plan).toMatch(/ledger_posting_correction_journal/);
  expect(plan).not.toMatch(/ledger_posting_(?:order|flow)/);
});

it("finds flows outside the orders' part", async () => {
  const plan = await planOf(`select amount from ledger_posting where account_id = 1
    and journal_seq > 5 and cause not in ('profit', 'fee', 'financing')`);
  expect(plan).toMatch(/ledger_posting_flow_account/);
  expect(plan).toMatch(/ledger_posting_correction_account/);
  expect(plan).not.toMatch(/ledger_posting_order/);
});

it.each(PARTS)("refuses to change %s", async (table) => {
  for (const sql of [`update ${table} set amount = 0`, `delete from ${table}`]) {
    await expect(owner.query(sql)).rejects.toThrow(/append-only/);
  }
  await expect(owner.query(`truncate ${table}`)).rejects.toThrow(/append-only/);
});
