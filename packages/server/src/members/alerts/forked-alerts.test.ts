// A price alert that was reached by a row which is not on the tape that goes on: it names no such
// row, goes on waiting, and fires at the first row of the tape that does reach it (inv43).

import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { insertAlert } from "./alert-table.ts";
import { watchAlerts } from "./watch-alerts.ts";

const EURUSD = marketId(1);
const ignore = () => undefined;

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

const quote = (points: number) => {
  const bid = (points / 100_000).toFixed(5);
  floor.quote("EURUSD", bid, bid);
  return floor.sequencer().newestQuote(EURUSD)?.seq ?? 0;
};

/** As a process has it that follows the tape of another: it may hear what nobody stores. */
function watchFromAfar() {
  const { newestQuote, storeTape } = floor.sequencer();
  type Hear = Parameters<ReturnType<TradingFloor["sequencer"]>["followTape"]>[0];
  const listeners: Hear[] = [];
  const watch = watchAlerts({
    database: floor.test.database,
    sequencer: { followTape: (hear) => void listeners.push(hear), newestQuote, storeTape },
    inbox: { leaveIn: async () => [], announce: ignore },
    log: createLog("fatal"),
    news: { isAlone: false, onMissed: () => ignore },
    told: { tell: ignore, tellOthers: ignore, follow: () => ignore },
  });
  const hear = (seq: number, bid: number) => {
    const sides = { bid: price(bid), ask: price(bid) };
    for (const listener of listeners) listener({ marketId: EURUSD, seq, ...sides, atMs: seq });
  };
  return { watch, hear };
}

it("names no row that the tape does not have", async () => {
  const { database } = floor.test;
  await floor.openDemo();
  const { user_id } = await database
    .selectFrom("app_user")
    .select("id as user_id")
    .executeTakeFirstOrThrow();
  const start = quote(110_000);
  const { watch, hear } = watchFromAfar();
  await watch.settle();
  const wanted = { marketId: 1, price: 115_000, direction: "above", afterSeq: start } as const;
  await watch.add({ marketId: 1, seq: start }, async () => {
    const alert = { ...wanted, userId: Number(user_id) };
    const id = await insertAlert(database, { ...alert, nowMs: floor.clock.now() });
    return isRefused(id) ? id : { ...alert, id };
  });
  const firedSeqs = async () => {
    await watch.settle();
    const rows = await database.selectFrom("price_alert").select("fired_seq").execute();
    return rows.map((row) => row.fired_seq && Number(row.fired_seq));
  };
  hear(start + 1, 120_000);
  expect(await firedSeqs()).toEqual([null]);
  expect(watch.waiting()).toBe(1);
  hear(quote(110_010), 110_010);
  expect(await firedSeqs()).toEqual([null]);
  hear(quote(116_000), 116_000);
  expect(await firedSeqs()).toEqual([start + 2]);
  expect(await floor.broken()).toEqual({});
  await watch.stop();
});
