// Arrivals wait in memory for the second to be over: what has no room is counted, and the count is
// written; what could not be written is written later, once.

import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type Arrival, createArrivalPile } from "./arrival-table.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const arrival = (order_id: number): Arrival => ({
  kind: "open",
  book: "demo",
  arrived_at_ms: 1_000 + order_id,
  took_us: 250,
  refused: "",
  order_id,
  market_id: 1,
  tape_seq: 5,
  bid: 100,
  ask: 110,
});

it("writes every figure, and nothing where there is none", async () => {
  const { database } = test;
  const pile = createArrivalPile({ database, clock: createFakeClock(), log: createLog("fatal") });
  const refused = { kind: "close", book: "real", refused: "ORDER_UNKNOWN" } as const;
  const nothing = { order_id: null, market_id: null, tape_seq: null, bid: null, ask: null };
  const lines = [arrival(100), { ...arrival(101), ...refused, ...nothing }];
  for (const line of lines) pile.put(line);
  await pile.write();
  const written = await database
    .selectFrom("order_arrival")
    .selectAll()
    .where("arrived_at_ms", ">=", 1_100)
    .orderBy("number")
    .execute();
  expect(written.map(({ number, ...line }) => line)).toEqual(lines.map(asStored));
});

/** Figures come back as bigints, but for the market's number. */
function asStored(line: Arrival) {
  const big = (value: number | null) => (value === null ? null : BigInt(value));
  const { arrived_at_ms, took_us, order_id, tape_seq, bid, ask } = line;
  return {
    ...line,
    arrived_at_ms: big(arrived_at_ms),
    took_us: big(took_us),
    order_id: big(order_id),
    tape_seq: big(tape_seq),
    bid: big(bid),
    ask: big(ask),
  };
}

it("keeps what has room, counts what has none, and writes both", async () => {
  const { database } = test;
  const clock = createFakeClock();
  const pile = createArrivalPile({ database, clock, log: createLog("fatal"), waitingMax: 3 });
  for (let n = 1; n <= 5; n += 1) pile.put(arrival(n));
  await Promise.all([pile.write(), pile.write()]);
  pile.put(arrival(6));
  await pile.write();
  const written = await database
    .selectFrom("order_arrival")
    .select("order_id")
    .where("arrived_at_ms", "<", 1_100)
    .execute();
  expect(written.map(({ order_id }) => Number(order_id)).sort()).toEqual([1, 2, 3, 6]);
  const lost = await database.selectFrom("order_arrival_lost").select("count").execute();
  expect(lost.map(({ count }) => Number(count))).toEqual([2]);
});

it("writes what comes while lines are being written with the next ones, in order", async () => {
  const { database } = test;
  const pile = createArrivalPile({ database, clock: createFakeClock(), log: createLog("fatal") });
  const ids = Array.from({ length: 2_500 }, (_, index) => 10_000 + index);
  for (const id of ids.slice(0, 500)) pile.put(arrival(id));
  const writing = pile.write();
  for (const id of ids.slice(500, 600)) pile.put(arrival(id));
  await writing;
  for (const id of ids.slice(600)) pile.put(arrival(id));
  await pile.write();
  expect(await writtenFrom(10_000)).toEqual(ids);
});

it("keeps a line that cannot be written from the others, and counts it", async () => {
  const { database } = test;
  const pile = createArrivalPile({ database, clock: createFakeClock(), log: createLog("silent") });
  const before = await lostSoFar();
  pile.put(arrival(20_000));
  for (const bid of [0.5, 2 ** 60]) pile.put({ ...arrival(20_001), bid });
  pile.put({ ...arrival(20_001), refused: "X".repeat(61) });
  pile.put({ ...arrival(20_001), market_id: 2 ** 31 });
  pile.put({ ...arrival(20_002), tape_seq: 2 ** 40 + 1 });
  await pile.write();
  expect(await writtenFrom(20_000)).toEqual([20_000, 20_002]);
  expect((await lostSoFar()) - before).toBe(4);
  const [last] = await database
    .selectFrom("order_arrival")
    .select(["tape_seq", "bid"])
    .where("order_id", "=", 20_002)
    .execute();
  expect(last).toEqual({ tape_seq: BigInt(2 ** 40 + 1), bid: 100n });
});

async function writtenFrom(first: number): Promise<readonly number[]> {
  const rows = await test.database
    .selectFrom("order_arrival")
    .select("order_id")
    .where("order_id", ">=", first)
    .orderBy("number")
    .execute();
  return rows.map(({ order_id }) => Number(order_id));
}

async function lostSoFar(): Promise<number> {
  const rows = await test.database.selectFrom("order_arrival_lost").select("count").execute();
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}
