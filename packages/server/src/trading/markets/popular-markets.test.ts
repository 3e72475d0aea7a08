// Popular markets: accounts that dealt there in the last day, each counted once, most first; asked
// of the database once a minute; empty when nobody has dealt.

import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createPopularHandlers } from "./popular-markets.ts";

const HOUR_MS = 3_600_000;
const clock = createFakeClock();
let test: TestDatabase;
let orders = 0;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

async function deal(marketId: number, accounts: readonly number[], hoursAgo = 1): Promise<void> {
  for (const account of accounts) {
    orders += 1;
    await sql`
      insert into fill (order_id, kind, shard, journal_seq, at_ms, account_id, market_id, side,
        lots, tape_seq, bid, ask, price, rule, rules_version, terms_version, margin)
      values (${orders}, 'open', 0, ${orders}, ${clock.now() - hoursAgo * HOUR_MS}, ${account},
        ${marketId}, 'buy', 1, 1, 1, 1, 1, 'market', 1, 1, 1)`.execute(test.database);
  }
}

it("counts each account of the last day once, most first, for a minute", async () => {
  const { listPopularMarkets } = createPopularHandlers({ database: test.database, clock });
  // Its context and fields say nothing here: it is the same for everybody.
  const ask = () => (listPopularMarkets as () => Promise<unknown>)();
  expect(await ask()).toEqual({ data: [], hours: 24 });
  await deal(1, [1, 1, 1, 2]);
  await deal(2, [1, 2, 3]);
  await deal(3, [9], 25);
  for (let market = 11; market <= 20; market += 1) await deal(market, [5]);
  expect(await ask()).toEqual({ data: [], hours: 24 });
  clock.advance(60_000);
  expect(await ask()).toEqual({
    data: [
      { forex_id: "2", traders: 3 },
      { forex_id: "1", traders: 2 },
      ...[11, 12, 13, 14, 15, 16].map((id) => ({ forex_id: String(id), traders: 1 })),
    ],
    hours: 24,
  });
  expect(await Promise.all([ask(), ask()])).toHaveLength(2);
});
