// T88: rows taken out as CSV: whole, counted before, masked, limited per day, and in the audit log.

import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { EXPORTED } from "./export-rows.ts";

const PATH = "/v1/api/desk/export";
const ALWAYS = { from: 0, to: 4_000_000_000 };

let floor: TradingFloor;
let admin: Operator;
let finance: Operator;
const traders: Trader[] = [];

beforeAll(async () => {
  floor = await openTradingFloor();
  [admin, finance] = [await floor.openStaff(["admin"]), await floor.openStaff(["finance"])];
  floor.quote("GBPUSD", "1.25000", "1.25010");
  for (let count = 0; count < 5; count += 1) {
    const trader = await floor.openReal("100");
    traders.push(trader);
    await deal(trader);
  }
  await floor.openDemo();
  await sql`update app_user set mobile = '+85291234567' where id = 1`.execute(floor.test.database);
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

async function deal(trader: Trader | undefined): Promise<void> {
  const order = { type: 1, cont: "0.01", forex_id: 4, status: 1, multiple: 100 };
  const placed = await trader?.get("/v1/api/forex/submit", order);
  const closed = await trader?.get("/v1/api/forex/close", { id: placed?.data.Id });
  expect(closed?.code).toBe(1);
}

/** While somebody else holds what the statement takes; told how many wait behind it. */
async function whileHeld<T>(
  statement: string,
  act: (waiting: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const open = () => new pg.Client({ connectionString: floor.test.ownerUrl });
  const [holder, watcher] = [open(), open()];
  await Promise.all([holder.connect(), watcher.connect()]);
  try {
    await holder.query("begin");
    const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
    await holder.query(statement);
    return await act(async () => {
      const behind = await watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where $1::int = any(pg_blocking_pids(pid))`,
        [rows[0]?.pid],
      );
      return behind.rows[0]?.waiting ?? 0;
    });
  } finally {
    // Whoever holds something lets go of it with the connection.
    await Promise.all([holder.end(), watcher.end()]);
  }
}

async function take(by: Operator, what: string, period = ALWAYS) {
  const query = new URLSearchParams({ what, from: String(period.from), to: String(period.to) });
  const answer = await fetch(`http://127.0.0.1:${floor.gateway().port}${PATH}?${query}`, {
    headers: { authorization: by.token, lang: "en" },
  });
  const text = await answer.text();
  const isFile = answer.headers.get("content-type")?.startsWith("text/csv") === true;
  return {
    total: Number(answer.headers.get("x-total-rows")),
    rows: isFile ? text.trimEnd().split("\r\n") : [],
    reason: isFile ? null : JSON.parse(text).reason,
  };
}

async function countOf(table: string, where = "true"): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.raw(table)} where ${sql.raw(where)}`.execute(
    floor.test.database,
  );
  return Number(rows[0]?.count);
}

describe("T88: an export", () => {
  it.each([
    ["users", "app_user", "book = 'real'"],
    ["deposits", "deposit", "true"],
    ["withdrawals", "withdrawal", "true"],
    ["ledger", "ledger_posting", "account_id is not null"],
    ["audit", "audit_log", "true"],
  ])("of %s has a heading and every row, and says before how many", async (what, table, where) => {
    const there = await countOf(table, where);
    const { total, rows } = await take(admin, what);
    expect(rows).toHaveLength(there + 1);
    expect(total).toBe(there + 1);
    expect(rows[0]).toBe(EXPORTED[what as keyof typeof EXPORTED].heading.join(","));
  });

  it("has only what is of its period", async () => {
    expect((await take(admin, "ledger", { from: 0, to: 1_000 })).rows).toHaveLength(1);
    const now = Math.floor(floor.clock.now() / 1_000);
    const { rows } = await take(admin, "ledger", { from: now, to: now + 1 });
    expect(rows).toHaveLength(1 + (await countOf("ledger_posting", "account_id is not null")));
  });

  it("of the ledger adds up, account by account", async () => {
    const { rows } = await take(admin, "ledger");
    const balances = new Map<string, bigint>();
    const micros = (text = "") => BigInt(text.replace(".", ""));
    for (const row of rows.slice(1)) {
      const [account = "", , , , , amount, balance] = row.split(",");
      const running = (balances.get(account) ?? 0n) + micros(amount);
      expect(micros(balance)).toBe(running);
      balances.set(account, running);
    }
    expect(balances.size).toBe(6);
  });

  it("of the ledger is what was there when it was counted, not what came since", async () => {
    const fast = await floor.openStaff(["admin"]);
    const before = await take(fast, "ledger");
    const lines = await countOf("ledger_posting", "account_id is not null");
    // It is written down last, when everything is counted and nothing is read yet.
    const heldBack = await whileHeld("select from audit_head for update", async (waiting) => {
      const taking = take(fast, "ledger");
      await expect.poll(waiting).toBeGreaterThan(0);
      // Of the first account, so that its lines stand before those of all others.
      await deal(traders[0]);
      return { taking };
    });
    expect(await countOf("ledger_posting", "account_id is not null")).toBeGreaterThan(lines);
    expect(await heldBack.taking).toEqual(before);
  });

  it("masks whom the reader may not see, and no cell is a formula", async () => {
    const { rows } = await take(finance, "users");
    expect(rows.join("\n")).toContain("@example.test,'+85291234567");
    const { database } = floor.test;
    const wanted = await EXPORTED.users.within(database, { fromMs: 0, toMs: 4e12 });
    const masked = await EXPORTED.users.read(database, { wanted, after: null, isWhole: false });
    const text = masked.lines.map((line) => line.join(",")).join("\n");
    expect(text).toContain("•••@example.test,+852 ••••• 567");
    expect(text).not.toMatch(/[0-9a-f]{4,}@|91234/);
  });

  it("T85: takes the permission to export, and to read what is exported", async () => {
    const support = await floor.openStaff(["support", "dealer"]);
    expect((await take(support, "users")).reason).toBe("NOT_PERMITTED");
    expect((await take(finance, "audit")).reason).toBe("NOT_PERMITTED");
    const compliance = await floor.openStaff(["compliance"]);
    expect((await take(compliance, "audit")).rows.length).toBeGreaterThan(1);
  });

  it("H07: is in the audit log before its first row leaves", async () => {
    await take(finance, "deposits");
    const { rows } = await sql<{ body: string }>`
      select body from audit_log where action = 'export.make' and actor_id = ${finance.staffId}
      order by seq desc limit 1`.execute(floor.test.database);
    expect(rows[0]?.body).toContain('"rows":5');
    expect(rows[0]?.body).toContain('"id":"deposits"');
  });

  it("has an end for every day: the 21st is refused, and the day after is new", async () => {
    const eager = await floor.openStaff(["finance"]);
    const taken = await Promise.all(Array.from({ length: 24 }, () => take(eager, "withdrawals")));
    expect(taken.filter(({ reason }) => reason === null)).toHaveLength(20);
    expect((await take(eager, "withdrawals")).reason).toBe("EXPORTS_EXHAUSTED");
    floor.clock.advance(86_400_000);
    expect((await take(eager, "withdrawals")).reason).toBe(null);
  });

  it("counts nothing for who has taken all of a day", async () => {
    const eager = await floor.openStaff(["finance"]);
    await sql`insert into export_record (staff_id, what, at)
      select ${eager.staffId}, 'users', ${new Date(floor.clock.now())}
      from generate_series(1, 20)`.execute(floor.test.database);
    const held = "lock table withdrawal in access exclusive mode";
    const { reason } = await whileHeld(held, () => take(eager, "withdrawals"));
    expect(reason).toBe("EXPORTS_EXHAUSTED");
  });

  it("begins so that a spreadsheet reads its Arabic and Chinese", async () => {
    const query = new URLSearchParams({ what: "users", from: "0", to: "1" });
    const answer = await fetch(`http://127.0.0.1:${floor.gateway().port}${PATH}?${query}`, {
      headers: { authorization: finance.token, lang: "en" },
    });
    // Asked for as text, the mark would be taken off.
    expect(Buffer.from(await answer.arrayBuffer()).toString("utf8")).toMatch(/^\ufeffid,uid,/);
  });

  it.each([
    ["nonsense", ALWAYS, "FIELD_INVALID"],
    ["users", { from: 5, to: 5 }, "PERIOD_INVALID"],
  ])("refuses %s of %j", async (what, period, reason) => {
    expect((await take(admin, what, period)).reason).toBe(reason);
  });

  it("goes on from page to page without losing or repeating a line", async () => {
    await sql`insert into app_user (book, uid, email, invite_code)
      select 'real', (100000000 + n)::text, 'n' || n || '@many.test',
        translate(lpad(to_hex(n), 10, '0'), 'abcdef', 'ABCDEF')
      from generate_series(1, 4500) n on conflict do nothing`.execute(floor.test.database);
    const { rows, total } = await take(admin, "users");
    expect(rows).toHaveLength(total);
    expect(new Set(rows.map((row) => row.split(",")[0])).size).toBe(total);
    expect(total).toBe((await countOf("app_user", "book = 'real'")) + 1);
  });
});
