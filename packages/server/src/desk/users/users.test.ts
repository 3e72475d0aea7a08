// People as staff see them, on a real database: found by what they begin with, masked for who may
// not see more (T88), one person's page and ledger, and notes.

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";

const LIST = "/v1/api/desk/user/list";
const SHOW = "/v1/api/desk/user/show";
const LEDGER = "/v1/api/desk/user/ledger";
const NOTE = "/v1/api/desk/user/note";

type UserWire = { id: string; uid: string; email: string; mobile: string };

let floor: TradingFloor;
let support: Operator;
let compliance: Operator;
let trader: Trader;
let known: { uid: string; email: string };

beforeAll(async () => {
  floor = await openTradingFloor();
  [support, compliance] = [
    await floor.openStaff(["support"]),
    await floor.openStaff(["compliance"]),
  ];
  trader = await floor.openReal("1234.5");
  const { rows } = await sql<{ uid: string; email: string }>`
    update app_user set mobile = '+85291234567', area = 'HK' where id = ${trader.userId}
    returning uid, email`.execute(floor.test.database);
  known = rows[0] ?? { uid: "", email: "" };
  for (let count = 0; count < 60; count += 1) await floor.openReal();
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const idsOf = (rows: readonly UserWire[]) => rows.map(({ id }) => id);

describe("the list of people", () => {
  it("goes page by page from the newest to the first, each once", async () => {
    const first = await compliance.get(LIST);
    expect(first.data.data).toHaveLength(50);
    const second = await compliance.get(LIST, { cursor: first.data.next });
    const ids = [...idsOf(first.data.data), ...idsOf(second.data.data)];
    expect(second.data.next).toBe("");
    expect(ids).toHaveLength(61);
    expect(ids.map(Number)).toEqual(ids.map(Number).toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(61);
  });

  it("shows the whole address to who may see it, with cash and area", async () => {
    const { data } = await compliance.get(LIST, { q: known.uid });
    expect(data.data).toMatchObject([
      {
        id: trader.userId,
        uid: known.uid,
        email: known.email,
        mobile: "+85291234567",
        area: "HK",
        cash: "1234.500000",
        is_demo: 0,
        is_certified: 0,
        frozen_until: 0,
      },
    ]);
  });

  it("T88: masks addresses and numbers for everybody else", async () => {
    const { data } = await support.get(LIST, { q: known.uid });
    expect(data.data[0].email).toBe(`${known.email.slice(0, 1)}•••@example.test`);
    expect(data.data[0].mobile).toBe("+852 ••••• 567");
    expect(JSON.stringify(data)).not.toContain(known.email.split("@")[0]);
  });

  it.each([
    ["an id", () => trader.userId],
    ["the beginning of a uid", () => known.uid.slice(0, 8)],
    ["the beginning of an address", () => known.email.slice(0, 10)],
    ["an address in capitals", () => known.email.toUpperCase()],
    ["the beginning of a number", () => "+852912"],
    ["a number as people write it", () => "+852 9123-4567"],
    ["a number without its plus", () => "8529123"],
  ])("finds by %s", async (_what, typed) => {
    const { data } = await compliance.get(LIST, { q: typed() });
    expect(idsOf(data.data)).toContain(trader.userId);
  });

  it("T88: nobody spells out an address who may not see it", async () => {
    const beginning = await support.get(LIST, { q: known.email.slice(0, 12) });
    const number = await support.get(LIST, { q: "+85291234" });
    expect([...beginning.data.data, ...number.data.data]).toEqual([]);
    const whole = await support.get(LIST, { q: known.email });
    expect(idsOf(whole.data.data)).toEqual([trader.userId]);
  });

  it.each(["%", "_", "\\", "%@example.test", "' or 1=1 --"])("finds nobody by %j", async (q) => {
    expect((await compliance.get(LIST, { q })).data.data).toEqual([]);
  });

  it("has demo users apart", async () => {
    const demo = await floor.openDemo();
    const real = await compliance.get(LIST);
    expect(idsOf(real.data.data)).not.toContain(demo.userId);
    const { data } = await compliance.get(LIST, { is_demo: 1 });
    expect(data.data).toMatchObject([{ id: demo.userId, is_demo: 1, email: "", mobile: "" }]);
  });

  it("refuses a cursor that it did not make", async () => {
    expect((await compliance.get(LIST, { cursor: "x" })).reason).toBe("FIELD_INVALID");
  });

  it("T84: does not exist for traders and visitors", async () => {
    const unknown = await trader.get("/v1/api/desk/user/nonsense");
    for (const reply of [await trader.get(LIST), await floor.ask(LIST)]) {
      expect(reply).toMatchObject({ status: 404, reason: unknown.reason ?? "NOT_FOUND" });
    }
  });
});

describe("one person's page", () => {
  it("has accounts, sessions, notes and money", async () => {
    await support.post(NOTE, { id: trader.userId, text: "called about a statement" });
    const { data } = await compliance.get(SHOW, { id: trader.userId });
    expect(data).toMatchObject({
      user: { id: trader.userId, email: known.email },
      has_two_factor: 0,
      accounts: [{ is_main: 1, cash: "1234.500000", available: "1234.500000" }],
      sessions: [{ address: "127.0.x.x" }],
      freezes: [],
      notes: [{ text: "called about a statement", staff_id: String(support.staffId) }],
      money: [{ kind: "deposit", amount: "1234.500000", status: "credited" }],
    });
  });

  it("T88: is masked for support", async () => {
    const { data } = await support.get(SHOW, { id: trader.userId });
    expect(JSON.stringify(data)).not.toContain(known.email);
  });

  it("H07: who opened it, and whether it was masked, is in the audit log", async () => {
    const own = await floor.openStaff(["finance"]);
    await own.get(SHOW, { id: trader.userId });
    const { rows } = await sql<{ action: string; detail: unknown }>`
      select action, body::jsonb -> 'detail' as detail from audit_log
      where subject_kind = 'user' and subject_id = ${trader.userId} and actor_id = ${own.staffId}
    `.execute(floor.test.database);
    expect(rows).toEqual([{ action: "user.show", detail: { is_masked: false } }]);
  });

  it("refuses whom it does not know", async () => {
    expect((await support.get(SHOW, { id: 999_999 })).reason).toBe("USER_UNKNOWN");
    expect((await support.post(NOTE, { id: 999_999, text: "x" })).reason).toBe("USER_UNKNOWN");
  });

  it.each(["", "   ", "x".repeat(2_001), "a\u0007b"])("refuses the note %j", async (text) => {
    const reply = await support.post(NOTE, { id: trader.userId, text });
    expect(reply.reason).toBe("FIELD_INVALID");
  });

  it("H07: a note is in the audit log, its text is not", async () => {
    const { rows } = await sql<{ body: string }>`
      select body from audit_log where action = 'user.note'`.execute(floor.test.database);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.body).not.toContain("statement");
  });
});

describe("one person's ledger", () => {
  it("goes page by page, newest first, with running balances", async () => {
    floor.quote("GBPUSD", "1.25000", "1.25010");
    const busy = await floor.openReal("1000");
    for (let count = 0; count < 40; count += 1) {
      const { data } = await busy.get("/v1/api/forex/submit", {
        type: 1,
        cont: "0.01",
        forex_id: 4,
        status: 1,
        multiple: 100,
      });
      await busy.get("/v1/api/forex/close", { id: data.Id });
    }
    const first = await support.get(LEDGER, { id: busy.userId });
    const second = await support.get(LEDGER, { id: busy.userId, cursor: first.data.next });
    const lines = [...first.data.data, ...second.data.data];
    expect(lines).toHaveLength(81);
    const micros = (text: string) => BigInt(text.replace(".", ""));
    let running = 0n;
    for (const line of lines.toReversed()) {
      running += micros(line.amount);
      expect(micros(line.balance)).toBe(running);
    }
  });

  it("shows no account of somebody else under this person's name", async () => {
    const other = await floor.openReal("5");
    const { data } = await support.get(SHOW, { id: other.userId });
    const reply = await support.get(LEDGER, {
      id: trader.userId,
      account_id: data.accounts[0].id,
    });
    expect(reply.reason).toBe("USER_UNKNOWN");
  });
});
