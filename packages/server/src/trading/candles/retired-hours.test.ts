// inv20 and what was let go of: hours that lost a quote with a day of the tape are not asked about,
// all others still are, however the days were cut.

import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { askInvariants } from "../../testing/broken-invariants.ts";
import { sandboxMarkets } from "../markets/traded-market.ts";
import { EURUSD, type Exchange, openExchange } from "../testing/bare-exchange.ts";
import { openCandleStore } from "./candle-store.ts";

const DAY_HOURS = 24;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let exchange: Exchange;
let owner: pg.Client;
beforeAll(async () => {
  exchange = await openExchange();
  owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await exchange.close();
});

/** Whether the check sees that the bar of an hour is off. */
async function isSeen(hour: number): Promise<boolean> {
  await owner.query("begin");
  try {
    const answer = await owner.query(
      "update candle_hour set ticks = ticks + 1 where market_id = $1 and hour = $2",
      [EURUSD, hour],
    );
    expect(answer.rowCount).toBe(1);
    const broken = await askInvariants(owner);
    expect([{}, { inv20: 1 }]).toContainEqual(broken);
    return "inv20" in broken;
  } finally {
    await owner.query("rollback");
  }
}

it("inv20: hours that lost a quote with a day of the tape are left out, and no other", async () => {
  const { clock, test } = exchange;
  const firstHour = Math.floor(clock.now() / HOUR_MS);
  const midnight = Math.ceil(firstHour / DAY_HOURS) * DAY_HOURS;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  await sql`select make_tape_room(${today}::date, 3)`.execute(test.database);
  // A piece that begins before midnight and ends after it goes with the earlier day.
  const quoteUntil = (atMs: number) => {
    for (; clock.now() < atMs; clock.advance(10 * MINUTE_MS)) {
      exchange.quote(EURUSD, 110_000 + (clock.now() % 97), 110_200);
    }
  };
  quoteUntil((midnight - 1) * HOUR_MS + 30 * MINUTE_MS);
  await exchange.restart();
  quoteUntil(midnight * HOUR_MS + 30 * MINUTE_MS);
  await exchange.restart();
  quoteUntil((midnight + 3) * HOUR_MS + MINUTE_MS);
  await exchange.restart();
  const markets = sandboxMarkets().slice(0, 1);
  await openCandleStore({ database: test.database, markets });
  for (const hour of [firstHour, midnight - 1, midnight, midnight + 1, midnight + 2]) {
    expect(await isSeen(hour), `before, hour ${hour - midnight}`).toBe(true);
  }
  const retired = await owner.query("select retire_tape($1)", [(midnight + 1) * HOUR_MS]);
  expect(retired.rowCount).toBeGreaterThan(0);
  expect(await askInvariants(owner)).toEqual({});
  for (const hour of [firstHour, midnight - 1, midnight]) {
    expect(await isSeen(hour), `let go of, hour ${hour - midnight}`).toBe(false);
  }
  for (const hour of [midnight + 1, midnight + 2]) {
    expect(await isSeen(hour), `kept, hour ${hour - midnight}`).toBe(true);
  }
});
