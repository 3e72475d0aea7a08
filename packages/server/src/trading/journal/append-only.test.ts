// What was written stays as it was written, whoever asks (T86, H07): the application's role has no
// right to change it, and a trigger refuses even the owner of the tables.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Exchange, openExchange } from "../testing/bare-exchange.ts";
import { runBusyDay } from "../testing/busy-day.ts";

const APPEND_ONLY = [
  "journal",
  "ledger_posting",
  "trading_account",
  "fill",
  "stop_out",
  "financing",
  "command_key",
  "refusal",
  "market_terms",
  "market_session_change",
  "tape_piece",
  "tape_quote",
  "trading_day",
  "day_equity",
] as const;

let exchange: Exchange;
let app: pg.Client;
let owner: pg.Client;
beforeAll(async () => {
  exchange = await openExchange();
  await runBusyDay(exchange);
  await exchange.restart();
  app = new pg.Client({ connectionString: exchange.test.appUrl });
  owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
  await app.connect();
  await owner.connect();
});
afterAll(async () => {
  await app.end();
  await owner.end();
  await exchange.close();
});

async function refusalOf(client: pg.Client, sql: string): Promise<string> {
  const answer = await client.query(sql).catch((error: Error) => error);
  return answer instanceof Error ? answer.message : "not refused";
}

async function countOf(table: string): Promise<number> {
  const answer = await owner.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(answer.rows[0]?.count);
}

describe.each(APPEND_ONLY)("%s", (table) => {
  const changes = (column: string) => [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ];

  async function anyColumn(): Promise<string> {
    const answer = await owner.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attidentity = '' order by attnum limit 1`,
      [table],
    );
    return answer.rows[0]?.name ?? "";
  }

  it("T86: has rows that the application may read and may not change", async () => {
    const before = await countOf(table);
    expect(before).toBeGreaterThan(0);
    for (const sql of changes(await anyColumn())) {
      expect(await refusalOf(app, sql)).toMatch(/permission denied/);
    }
    expect((await app.query(`select 1 from ${table} limit 1`)).rowCount).toBe(1);
    expect(await countOf(table)).toBe(before);
  });

  it("H07: is not changed by the owner of the tables either", async () => {
    const before = await countOf(table);
    for (const sql of changes(await anyColumn())) {
      expect(await refusalOf(owner, sql)).toMatch(/append-only/);
    }
    expect(await countOf(table)).toBe(before);
  });
});

describe("the blotter", () => {
  it("does not change an order that has ended", async () => {
    const sql = "update trade_order set profit = 0 where status = 'closed'";
    expect(await refusalOf(app, sql)).toMatch(/has ended/);
    expect(await refusalOf(owner, sql)).toMatch(/has ended/);
  });

  it("keeps every order", async () => {
    for (const client of [app, owner]) {
      expect(await refusalOf(client, "delete from trade_order")).toMatch(/append-only/);
    }
    expect(await refusalOf(app, "truncate trade_order")).toMatch(/permission denied/);
    expect(await refusalOf(owner, "truncate trade_order")).toMatch(/append-only/);
  });
});

describe("state_snapshot", () => {
  it("T86: may be added to and dropped from, never changed", async () => {
    for (const sql of ["update state_snapshot set seq = seq", "truncate state_snapshot"]) {
      expect(await refusalOf(app, sql)).toMatch(/permission denied/);
      expect(await refusalOf(owner, sql)).toMatch(/append-only/);
    }
    expect(await refusalOf(app, "delete from state_snapshot where seq = 0")).toBe("not refused");
  });
});
