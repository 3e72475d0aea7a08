// H18: a fall that was seen stays, whatever prices do before the day ends, for whoever starts anew,
// and without anybody reading; and what was kept is changed by nobody.

import { accountId } from "@truetick/engine";
import { money } from "@truetick/money";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createLog } from "../../platform/log.ts";
import { insertDeposit } from "../../testing/open-deposit.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { cutAt } from "../../trading/exchange/new-york-cut.ts";
import { tradingDayEnd } from "../../trading/sessions/trading-day.ts";
import { createRanking } from "./ranking.ts";
import { watchFalls } from "./watch-falls.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  await floor.test.database.deleteFrom("leader").execute();
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const MINUTE_MS = 60_000;
const log = createLog("fatal");

const list = (trader: Trader, alias: string) =>
  trader.post("/api/follow/leader", { user: alias, is_listed: 1 });

async function openLong(trader: Trader): Promise<string> {
  floor.quote("EURUSD", "1.10000", "1.10000");
  const order = { type: 1, cont: "0.1", forex_id: 1, status: 1, multiple: 30 };
  const { data, code } = await trader.post("/v1/api/forex/submit", order);
  expect(code).toBe(1);
  return data.Id;
}

/** The first of the list, at this price. */
async function seenAt(price: string) {
  floor.quote("EURUSD", price, price);
  floor.clock.advance(MINUTE_MS);
  return (await floor.ask("/api/follow/list")).data.data[0];
}

/** Goes past the New York cut, which the exchange would have kept. */
async function endDay(): Promise<void> {
  const { clock } = floor;
  const cutAtMs = tradingDayEnd("new-york", clock.now());
  clock.advance(cutAtMs - clock.now() + 1_000);
  await floor.sequencer().submit({ type: "StartDay", cutDate: cutAt(cutAtMs).cutDate });
}

const another = () =>
  createRanking({
    database: floor.test.database,
    sequencer: floor.sequencer(),
    directory: () => null,
    clock: floor.clock,
    log,
    isSimulated: true,
  });

const fallOf = async (ranking: ReturnType<typeof another>) =>
  (await ranking.traders()).map(({ drawdown }) => drawdown);

async function payIn(trader: Trader): Promise<void> {
  const { account_id } = await floor.test.database
    .selectFrom("leader")
    .select("account_id")
    .executeTakeFirstOrThrow();
  const paid = { accountId: accountId(Number(account_id)), amount: money(5_000_000_000n) };
  const causeId = await insertDeposit(floor.test, { userId: Number(trader.userId), ...paid });
  await floor.sequencer().submit({ type: "Credit", cause: "deposit", causeId, ...paid });
}

it("H18: a fall that was won back the same day stays, also for who starts anew", async () => {
  const ann = await floor.openReal("1000");
  await list(ann, "deep-dive");
  const id = await openLong(ann);
  expect(await seenAt("1.09500")).toMatchObject({ drawdown: "0.0500" });
  expect(await seenAt("1.07000")).toMatchObject({ drawdown: "0.3000" });
  expect(await seenAt("1.11000")).toMatchObject({ drawdown: "0.3000" });
  // Money that is paid in afterwards thins nothing.
  await payIn(ann);
  expect(await seenAt("1.11000")).toMatchObject({ drawdown: "0.3000" });
  expect(await fallOf(another())).toEqual(["0.3000"]);
  await ann.post("/v1/api/forex/close", { id });
  await endDay();
  expect(await seenAt("1.11000")).toMatchObject({ drawdown: "0.3000" });
  expect(await fallOf(another())).toEqual(["0.3000"]);
});

it("H18: what one process has seen is known to the other at its next look", async () => {
  const bob = await floor.openReal("1000");
  await list(bob, "two-eyes");
  const [one, other] = [another(), another()];
  await openLong(bob);
  expect([await fallOf(one), await fallOf(other)]).toEqual([["0.0000"], ["0.0000"]]);
  floor.quote("EURUSD", "1.08000", "1.08000");
  floor.clock.advance(MINUTE_MS);
  expect(await fallOf(one)).toEqual(["0.2000"]);
  floor.quote("EURUSD", "1.10500", "1.10500");
  expect(await fallOf(other)).toEqual(["0.2000"]);
});

it("H18: who fell by nine tenths and won some of it back has blown up for good", async () => {
  const eve = await floor.openReal("1000");
  await list(eve, "phoenix");
  await openLong(eve);
  expect(await seenAt("1.00900")).toMatchObject({ drawdown: "0.9100", is_blown: 1 });
  expect(await seenAt("1.10000")).toMatchObject({ drawdown: "0.9100", is_blown: 1 });
  const leaving = await eve.post("/api/follow/leader", { user: "", is_listed: 0 });
  expect(leaving).toMatchObject({ code: 2724 });
});

it("H18: a fall is seen also while nobody reads", async () => {
  const dan = await floor.openReal("1000");
  await list(dan, "unread");
  await openLong(dan);
  floor.quote("EURUSD", "1.09000", "1.09000");
  const watch = watchFalls({ ranking: another(), log, everyMs: 5 });
  await vi.waitFor(async () => {
    floor.clock.advance(MINUTE_MS);
    const { rows } = await sql`
      select from equity_low join leader using (account_id)`.execute(floor.test.database);
    expect(rows).toHaveLength(1);
  });
  await watch.stop();
  expect(await seenAt("1.10000")).toMatchObject({ drawdown: "0.1000" });
});

it("H07, T86: what was seen is changed by nobody", async () => {
  for (const [connectionString, why] of [
    [floor.test.appUrl, /permission denied/],
    [floor.test.ownerUrl, /append-only/],
  ] as const) {
    const client = new pg.Client({ connectionString });
    await client.connect();
    for (const change of [
      "update equity_low set equity = equity",
      "delete from equity_low",
      "truncate equity_low",
    ]) {
      await expect(client.query(change)).rejects.toThrow(why);
    }
    await client.end();
  }
});
