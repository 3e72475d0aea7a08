// A price alert that was reached by a row which is not on the tape that goes on: it names no such
// row, goes on waiting, and fires at the first row of the tape that does reach it (inv43).

import { setTimeout as sleep } from "node:timers/promises";
import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { insertAlert } from "./alert-table.ts";
import { type AlertWatch, watchAlerts } from "./watch-alerts.ts";

const EURUSD = marketId(1);
/** How often the watch keeps its place. */
const CURSORS_EVERY_MS = 10_000;
const ignore = () => undefined;

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
afterEach(async () => {
  vi.useRealTimers();
  await floor.test.database.deleteFrom("price_alert").where("fired_at", "is", null).execute();
});

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
  const lineIsBack: (() => void)[] = [];
  const watch = watchAlerts({
    database: floor.test.database,
    sequencer: { followTape: (hear) => void listeners.push(hear), newestQuote, storeTape: store },
    inbox: { leaveIn: async () => [], announce: ignore },
    log: createLog("fatal"),
    news: {
      isAlone: false,
      onMissed: (listener) => {
        lineIsBack.push(listener);
        return ignore;
      },
    },
    told: { tell: ignore, tellOthers: ignore, follow: () => ignore },
  });
  const hear = (seq: number, bid: number) => {
    const sides = { bid: price(bid), ask: price(bid) };
    for (const listener of listeners) listener({ marketId: EURUSD, seq, ...sides, atMs: seq });
  };
  const missNews = () => {
    for (const tell of lineIsBack) tell();
  };
  return { watch, hear, missNews };
}

/** Somebody waits for a price above. */
async function waitFor(watch: AlertWatch, start: number, level = 115_000) {
  const { database } = floor.test;
  await floor.openDemo();
  const { user_id } = await database
    .selectFrom("app_user")
    .select("id as user_id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await watch.settle();
  const wanted = { marketId: 1, price: level, direction: "above", afterSeq: start } as const;
  const alert = { ...wanted, userId: Number(user_id) };
  await watch.add({ marketId: 1, seq: start }, async () => {
    const id = await insertAlert(database, { ...alert, nowMs: floor.clock.now() });
    return isRefused(id) ? id : { ...alert, id };
  });
  /** At which row it fired; null as long as it waits. */
  return async (by = watch) => {
    await by.settle();
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

const SOON = { timeout: 10_000, interval: 5 };
/** What is not asked for by now waits for something. */
const A_WHILE_MS = 300;

/** The first times that a tape is to be stored are answered by hand. */
function askedByHand(count: number) {
  const { storeTape } = floor.sequencer();
  const answers: ((isStored: boolean) => void)[] = [];
  const replies = Array.from(
    { length: count },
    () => new Promise<boolean>((resolve) => answers.push(resolve)),
  );
  let asked = 0;
  const store: typeof storeTape = (ids) => replies[asked++] ?? storeTape(ids);
  return { store, asked: () => asked, answer: (nth: number, is: boolean) => answers[nth]?.(is) };
}

it("asks for no other tape while the first one's is away", async () => {
  const start = quote(110_000);
  const { store, asked, answer } = askedByHand(2);
  const { watch, hear } = watchFromAfar(store);
  const first = await waitFor(watch, start);
  const second = await waitFor(watch, start);
  answer(0, true);
  answer(1, false);
  hear(start + 1, 120_000);
  await expect.poll(asked, SOON).toBeGreaterThan(1);
  await sleep(A_WHILE_MS);
  expect(asked()).toBe(2);
  hear(quote(116_000), 116_000);
  expect([await first(), await second()]).toEqual([[start + 1], [start + 1]]);
  expect(await floor.broken()).toEqual({});
  await watch.stop();
});

it("is not given up where two look for it and the tape is away for the first", async () => {
  const start = quote(110_000);
  const { store, asked, answer } = askedByHand(3);
  const { watch, hear, missNews } = watchFromAfar(store);
  const first = await waitFor(watch, start);
  const second = await waitFor(watch, start);
  answer(0, true);
  hear(start + 1, 120_000);
  await expect.poll(asked, SOON).toBe(2);
  missNews();
  await sleep(A_WHILE_MS);
  answer(1, true);
  await expect.poll(asked, SOON).toBe(3);
  await sleep(A_WHILE_MS);
  answer(2, false);
  await sleep(A_WHILE_MS);
  hear(quote(116_000), 116_000);
  expect([await first(), await second()]).toEqual([[start + 1], [start + 1]]);
  expect(await floor.broken()).toEqual({});
  await watch.stop();
});

it("fires at a row that nobody had heard of, though the house falls down meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const start = quote(110_000);
  const { storeTape } = floor.sequencer();
  const answers: boolean[] = [];
  const { watch, hear } = watchFromAfar(async () => answers.shift() ?? false);
  const firedSeqs = await waitFor(watch, start);
  await waitFor(watch, start, 900_000);
  for (const seq of [start + 1, start + 2]) hear(seq, 110_000);
  for (const points of [116_000, 110_000, 110_000]) quote(points);
  await storeTape([EURUSD]);
  answers.push(true, false);
  hear(start + 3, 120_000);
  await expect.poll(() => answers, SOON).toEqual([]);
  for (let times = 0; times < 2; times += 1) {
    vi.advanceTimersByTime(CURSORS_EVERY_MS);
    await sleep(A_WHILE_MS);
  }
  const next = watchFromAfar();
  expect(await firedSeqs(next.watch)).toEqual([start + 1]);
  expect(await floor.broken()).toEqual({});
  await next.watch.stop();
  await watch.stop();
});

it("of another gateway misses no row while its tape cannot be looked through", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const start = quote(110_000);
  const { database } = floor.test;
  const answers: boolean[] = [];
  const { watch, hear } = watchFromAfar(async () => answers.shift() ?? false);
  await waitFor(watch, start, 900_000);
  const waiting = database.selectFrom("price_alert").select("user_id").orderBy("id", "desc");
  const { user_id } = await waiting.executeTakeFirstOrThrow();
  const wanted = { marketId: 1, price: 115_000, direction: "above", afterSeq: start } as const;
  const nowMs = floor.clock.now();
  const id = await insertAlert(database, { ...wanted, userId: Number(user_id), nowMs });
  for (const [nth, points] of [116_000, 110_000, 110_000].entries()) {
    quote(points);
    hear(start + 1 + nth, points);
  }
  await floor.sequencer().storeTape([EURUSD]);
  const lookAgain = async () => {
    vi.advanceTimersByTime(CURSORS_EVERY_MS);
    await sleep(A_WHILE_MS);
  };
  for (let times = 0; times < 3; times += 1) await lookAgain();
  answers.push(true, true);
  await lookAgain();
  await watch.settle();
  const fired = database
    .selectFrom("price_alert")
    .select("fired_seq")
    .where("id", "=", BigInt(String(id)));
  expect(Number((await fired.executeTakeFirstOrThrow()).fired_seq)).toBe(start + 1);
  await watch.stop();
});
