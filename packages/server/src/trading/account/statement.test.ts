// H10: a statement is the ledger. A trader's history of many days is asked for in periods of every
// kind, and each is held against the rows of the database themselves, to the last digit.

import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";

const STATEMENT = "/v1/api/main/statement";
const SUBMIT = "/v1/api/forex/submit";
const CLOSE = "/v1/api/forex/close";
const BUY = { type: 1, cont: "0.01", forex_id: 4, status: 1, multiple: 100 };
const HOUR_MS = 3_600_000;
const ROUNDS = 70;

type Posting = { amount: bigint; balance: bigint; cause: string; at_ms: bigint };
type Line = { id: string; amount: string; balance: string; cause: string; at: number };

let floor: TradingFloor;
let trader: Trader;
let ledger: Posting[];

beforeAll(async () => {
  floor = await openTradingFloor();
  trader = await floor.openReal("1000");
  const other = await floor.openReal("500");
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.quote("GBPUSD", `1.25${100 + round}`, `1.25${110 + round}`);
    for (const who of [trader, other]) {
      const { data } = await who.get(SUBMIT, BUY);
      floor.quote("GBPUSD", `1.25${101 + round}`, `1.25${111 + round}`);
      await who.get(CLOSE, { id: data.Id });
    }
    floor.clock.advance(HOUR_MS + round * 7_001);
  }
  const { rows } = await sql<Posting>`
    select amount, balance, cause, at_ms from ledger_posting
    join user_account on user_account.id = account_id
    where user_id = ${trader.userId} order by journal_seq, position`.execute(floor.test.database);
  ledger = rows;
});
afterAll(() => floor.close());

const micros = (text: string) => BigInt(text.replace(".", ""));

async function readAll(from: number, to: number) {
  const lines: Line[] = [];
  let cursor = "";
  for (;;) {
    const { data } = await trader.get(STATEMENT, { from, to, ...(cursor && { cursor }) });
    lines.push(...data.data);
    cursor = data.next;
    if (cursor === "") return { ...data, lines };
  }
}

function expectedOf(from: number, to: number) {
  const inside = ledger.filter(({ at_ms }) => at_ms >= from * 1_000 && at_ms < to * 1_000);
  const before = ledger.filter(({ at_ms }) => at_ms < from * 1_000);
  const opening = before.at(-1)?.balance ?? 0n;
  return { inside, opening, closing: inside.at(-1)?.balance ?? opening };
}

async function check(from: number, to: number): Promise<void> {
  const statement = await readAll(from, to);
  const { inside, opening, closing } = expectedOf(from, to);
  expect(micros(statement.opening)).toBe(opening);
  expect(micros(statement.closing)).toBe(closing);
  expect(statement.total).toBe(inside.length);
  expect(statement.lines).toHaveLength(inside.length);
  expect(new Set(statement.lines.map(({ id }: Line) => id)).size).toBe(inside.length);
  let running = opening;
  for (const [index, line] of (statement.lines as Line[]).entries()) {
    running += micros(line.amount);
    expect(micros(line.balance)).toBe(running);
    expect(line.cause).toBe(inside[index]?.cause);
    expect(line.at * 1_000).toBe(Number(inside[index]?.at_ms));
  }
  expect(running).toBe(closing);
  const totals = statement.totals as { cause: string; amount: string; count: number }[];
  expect(totals.reduce((sum, { amount }) => sum + micros(amount), opening)).toBe(closing);
  for (const { cause, amount, count } of totals) {
    const same = inside.filter((posting) => posting.cause === cause);
    expect(count).toBe(same.length);
    expect(micros(amount)).toBe(same.reduce((sum, posting) => sum + posting.amount, 0n));
  }
}

describe("H10: a statement is the ledger", () => {
  it("for all time, over several pages", async () => {
    expect(ledger.length).toBeGreaterThan(100);
    await check(0, 4_000_000_000);
  });

  it("for any period, whatever its ends", async () => {
    const moments = ledger.map(({ at_ms }) => Number(at_ms / 1_000n));
    const end = fc.oneof(
      fc.constantFrom(...moments),
      fc.constantFrom(...moments.map((at) => at + 1)),
      fc.integer({ min: (moments[0] ?? 0) - 9_000, max: (moments.at(-1) ?? 0) + 9_000 }),
    );
    await fc.assert(
      fc.asyncProperty(end, end, async (one, other) => {
        fc.pre(one !== other);
        await check(Math.min(one, other), Math.max(one, other));
      }),
      { numRuns: 60 },
    );
  });

  it("before there was an account: nothing, and no balance", async () => {
    const { data } = await trader.get(STATEMENT, { from: 1, to: 1_000 });
    expect(data).toMatchObject({ opening: "0.000000", closing: "0.000000", total: 0, totals: [] });
  });

  it("names causes in the reader's language", async () => {
    const german = { lang: "de" };
    const { data } = await trader.get(STATEMENT, { from: 0, to: 4_000_000_000 }, german);
    const labels = data.totals.map(({ label }: { label: string }) => label);
    expect(labels).toContain("Einzahlungen");
    expect(labels).toContain("Gebühren");
  });

  it.each([
    [{ from: 5, to: 5 }, "PERIOD_INVALID"],
    [{ from: 6, to: 5 }, "PERIOD_INVALID"],
    [{ from: "x", to: 5 }, "FIELD_INVALID"],
    [{ from: 1, to: 5, cursor: "1" }, "FIELD_INVALID"],
    [{ from: 1, to: 5, cursor: "1.2.3" }, "FIELD_INVALID"],
    [{ from: 1 }, "FIELD_INVALID"],
  ])("refuses %j with %s", async (fields, reason) => {
    expect((await trader.get(STATEMENT, fields)).reason).toBe(reason);
  });

  it("T74: is the caller's own, whatever fields say", async () => {
    const stranger = await floor.openReal("7");
    const { data } = await stranger.get(STATEMENT, {
      from: 0,
      to: 4_000_000_000,
      account_id: 1,
      user_id: trader.userId,
    });
    expect(data).toMatchObject({ closing: "7.000000", total: 1 });
  });
});

describe("the same as CSV", () => {
  const download = (from: number, to: number) =>
    fetch(`http://127.0.0.1:${floor.gateway().port}${STATEMENT}/csv?from=${from}&to=${to}`, {
      headers: { authorization: trader.token, lang: "en" },
    });

  it("has every line between its two ends, and says how many will come", async () => {
    const answer = await download(0, 4_000_000_000);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain("statement-19700101-");
    const rows = (await answer.text()).trimEnd().split("\r\n");
    expect(rows).toHaveLength(ledger.length + 3);
    expect(answer.headers.get("x-total-rows")).toBe(String(rows.length));
    expect(rows[1]).toBe("1970-01-01 00:00:00,,opening,,,,,0.000000");
    const closing = ledger.at(-1)?.balance ?? 0n;
    const last = rows.at(-1)?.split(",").at(-1) ?? "";
    expect(micros(last)).toBe(closing);
    let running = 0n;
    for (const row of rows.slice(2, -1)) {
      const [amount = "", balance = ""] = row.split(",").slice(-2);
      running += micros(amount);
      expect(micros(balance)).toBe(running);
    }
    expect(running).toBe(closing);
  });

  it("begins so that a spreadsheet reads its Arabic and Chinese", async () => {
    // Asked for as text, the mark would be taken off.
    const bytes = Buffer.from(await (await download(0, 1)).arrayBuffer());
    expect(bytes.toString("utf8")).toMatch(/^\ufefftime_utc,/);
  });

  it("refuses a period that ends before it begins", async () => {
    expect(await (await download(5, 4)).json()).toMatchObject({ reason: "PERIOD_INVALID" });
  });
});
