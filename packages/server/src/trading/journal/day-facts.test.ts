// The database reads the equities of a started day out of the journal's own bytes, whatever their
// size and sign: inv44 and the days before 0030-ranking.sql rest on it.

import { accountId, encodeEvents, marketId } from "@truetick/engine";
import { money } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const EQUITIES = [
  0n,
  1n,
  -1n,
  63n,
  -64n,
  64n,
  10_000_000_000n,
  -10_000_000_000n,
  2n ** 53n - 1n,
  2n ** 54n,
  -(2n ** 55n),
  2n ** 62n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];

it("reads what the engine has written", async () => {
  const atMs = 1_794_745_317_123;
  const events = encodeEvents([
    { type: "DayStarted", atMs, cutDate: 20_261_115 },
    ...EQUITIES.map((equity, index) => ({
      type: "DayEquitySet" as const,
      atMs,
      accountId: accountId(2 ** (3 * index) + 1),
      equity: money(equity),
    })),
  ]);
  const { rows } = await sql`
    select * from day_facts(${Buffer.from(events)})`.execute(test.database);
  expect(rows).toEqual([
    { cut_date: 20_261_115, at_ms: BigInt(atMs), account_id: null, equity: null },
    ...EQUITIES.map((equity, index) => ({
      cut_date: 20_261_115,
      at_ms: BigInt(atMs),
      account_id: BigInt(2 ** (3 * index) + 1),
      equity,
    })),
  ]);
});

it("does not take other rows of the journal for a day", async () => {
  const events = encodeEvents([
    { type: "MarketSessionChanged", atMs: 1, marketId: marketId(1), session: "open" },
  ]);
  const read = sql`select * from day_facts(${Buffer.from(events)})`.execute(test.database);
  await expect(read).rejects.toThrow("a day is started");
});
