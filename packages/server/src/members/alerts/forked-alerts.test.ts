// A price alert that was reached by a row which is not on the tape that goes on: it names no such
// row, goes on waiting, and fires at the first row of the tape that does reach it (inv43).

import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { insertAlert } from "./alert-table.ts";
import { type AlertWatch, watchAlerts } from "./watch-alerts.ts";

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
function watchFromAfar(store = floor.sequencer().storeTape) {
  const { newestQuote } = floor.sequencer();
  type Hear = Parameters<ReturnType<TradingFloor["sequencer"]>["followTape"]>[0];
  const listeners: Hear[] = [];
  const watch = watchAlerts({
    database: floor.test.database,
    sequencer: { followTape: (hear) => void listeners.push(hear), newestQuote, storeTape: store },
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

/** Somebody waits for a price that is far above. */
async function waitFor(watch: AlertWatch, start: number) {
  const { database } = floor.test;
  await floor.openDemo();
  const { user_id } = await database
    .selectFrom("app_user")
    .select("id as user_id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await watch.settle();
  const wanted = { marketId: 1, price: 115_000, direction: "above", afterSeq: start } as const;
  const alert = { ...wanted, userId: Number(user_id) };
  await watch.add({ marketId: 1, seq: start }, async () => {
    const id = await insertAlert(database, { ...alert, nowMs: floor.clock.now() });
    return isRefused(id) ? id : { ...alert, id };
  });
  /** At which row it fired; null as long as it waits. */
  return async () => {
    await watch.settle();
    const rows = await database
      .selectFrom("price_alert")
      .select("fired_seq")
      .where("user_id", "=", user_id)
      .execute();
    return rows.map((row) => row.fired_seq && Number(row.fired_seq));
  };
}

it("names no row that the tape does not have", async () => {
  const start = quote(110_000);
  const { watch, hear } = watchFromAfar();
  const firedSeqs = await waitFor(watch, start);
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

it("is watched again also where the tape cannot be looked through at once", async () => {
  const start = quote(110_000);
  const { storeTape } = floor.sequencer();
  const answers: boolean[] = [];
  const { watch, hear } = watchFromAfar(async (ids) => answers.shift() ?? storeTape(ids));
  const firedSeqs = await waitFor(watch, start);
  answers.push(true, false);
  hear(start + 1, 120_000);
  expect(await firedSeqs()).toEqual([null]);
  expect(answers).toEqual([]);
  expect(watch.waiting()).toBe(1);
  hear(quote(116_000), 116_000);
  expect(await firedSeqs()).toEqual([start + 1]);
  expect(await floor.broken()).toEqual({});
  await watch.stop();
});
