// H16: reserves are declared by two people, place by place, stay as they were declared, and stand
// in public beside what is owed; what could mislead cannot even be proposed.

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { coverOf } from "./read-trees.ts";

const LIST = "/v1/api/proof/liabilities";
const SUBMIT = "/v1/api/desk/proposal/submit";
const APPROVE = "/v1/api/desk/proposal/approve";
const CUT_MS = Date.UTC(2026, 0, 5, 22);

const BANK = {
  place: "First Harbour Bank, client money account",
  currency: "USD",
  amount: "1500.5",
  usd: "1500.5",
  as_of: Date.UTC(2026, 0, 5, 9) / 1_000,
  document: "ab".repeat(32),
};

let floor: TradingFloor;
let maker: Operator;
let checker: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  [maker, checker] = [await floor.openStaff(["finance"]), await floor.openStaff(["finance"])];
  await floor.openReal("1000");
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const propose = (payload: object, by = maker) =>
  by.post(SUBMIT, { kind: "reserves", payload: JSON.stringify(payload), reason: "month end" });

async function declare(payload: object): Promise<void> {
  const { data } = await propose(payload);
  const reply = await checker.post(APPROVE, { id: data.id, hash: data.hash });
  expect(reply.data).toMatchObject({ status: "applied" });
}

async function publishCut(): Promise<void> {
  floor.clock.advance(CUT_MS + 60_000 - floor.clock.now());
  await floor.sequencer().submit({ type: "StartDay", cutDate: 20_260_105 });
  await floor.liabilities().publishDue();
}

describe("reserves", () => {
  it("are none until two people have declared some", async () => {
    expect((await floor.ask(LIST)).data).toMatchObject({ reserves: "", cover: "", places: [] });
    const { data } = await propose(BANK);
    const alone = await maker.post(APPROVE, { id: data.id, hash: data.hash });
    expect(alone.reason).toBe("OWN_PROPOSAL");
    expect((await floor.ask(LIST)).data).toMatchObject({ reserves: "" });
  });

  it("H16: stand in public, with their statement, and in the audit log", async () => {
    await declare(BANK);
    const { data } = await floor.ask(LIST);
    expect(data).toMatchObject({ reserves: "1500.500000" });
    expect(data.places).toMatchObject([
      { place: BANK.place, amount: "1500.5", usd: "1500.500000", document: BANK.document },
    ]);
    const { rows } = await sql<{ body: string }>`
      select body from audit_log where action = 'reserves.declare'`.execute(floor.test.database);
    expect(JSON.parse(rows[0]?.body ?? "{}").detail).toMatchObject({ usd: "1500.500000" });
  });

  it("H16: stand beside what is owed, and the share is cut downwards", async () => {
    await publishCut();
    const { data } = await floor.ask(LIST);
    expect(data.data[0]).toMatchObject({ sum: "1000.000000", reserves: "1500.500000" });
    expect(data).toMatchObject({ cover: "1.5005" });
    expect(coverOf(2n, 3n)).toBe("0.6666");
    expect(coverOf(0n, 3n)).toBe("0.0000");
    expect([coverOf(null, 3n), coverOf(1n, 0n)]).toEqual([null, null]);
  });

  it("of places are added, the newest of each counts, what is gone is not listed", async () => {
    const coin = { ...BANK, place: "Cold wallet", currency: "BTC", amount: "0.01", usd: "900" };
    await declare(coin);
    expect((await floor.ask(LIST)).data).toMatchObject({ reserves: "2400.500000" });
    await declare({ ...coin, amount: "0", usd: "0" });
    const { data } = await floor.ask(LIST);
    expect(data).toMatchObject({ reserves: "1500.500000", places: [{ place: BANK.place }] });
    // What was declared when the day was published stays beside it.
    expect(data.data[0]).toMatchObject({ reserves: "1500.500000" });
  });

  it.each([
    ["place", { place: " " }],
    ["place", { place: "x".repeat(121) }],
    ["place", { place: "Bank\u0007" }],
    ["currency", { currency: "usd" }],
    ["amount", { amount: "-1" }],
    ["amount", { amount: "1e9" }],
    ["usd", { usd: "-1" }],
    ["usd", { usd: "1500.6" }],
    ["as_of", { as_of: 4_000_000_000 }],
    ["as_of", { as_of: "1767603600" }],
    ["document", { document: "not a hash" }],
  ])("H16: a wrong %s cannot even be proposed: %j", async (problem, wrong) => {
    const reply = await propose({ ...BANK, ...wrong });
    expect(reply).toMatchObject({ reason: "PROPOSAL_INVALID", data: { problem } });
  });

  it("T85: take the permission", async () => {
    const other = await floor.openStaff(["compliance", "support", "dealer", "editor"]);
    expect((await propose(BANK, other)).reason).toBe("NOT_PERMITTED");
  });

  it("H16: house funds have no way out: nothing but deposits has passed here", async () => {
    const { rows } = await sql<{ cause: string }>`
      select distinct cause from ledger_posting where house = 'clearing'`.execute(
      floor.test.database,
    );
    expect(rows).toEqual([{ cause: "deposit" }]);
  });
});
