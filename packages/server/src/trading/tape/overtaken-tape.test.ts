// F09: whoever owned the tape's shard and was overtaken stores nothing beside it any more: no raw
// ticks next to those of the next one, and no hour that lacks what that one wrote (inv18 to inv20).

import { afterEach, beforeEach, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { openCandleStore } from "../candles/candle-store.ts";
import { sandboxMarkets } from "../markets/traded-market.ts";
import { EURUSD, type Exchange, openExchange } from "../testing/bare-exchange.ts";
import type { RawTick } from "./raw-run.ts";
import { openRawTape } from "./raw-tape.ts";

const HOUR_MS = 3_600_000;
const log = createLog("silent");

let exchange: Exchange;
beforeEach(async () => {
  exchange = await openExchange();
});
afterEach(async () => {
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

const openRaw = () =>
  openRawTape({ database: exchange.test.database, epoch: exchange.sequencer().epoch, log });

function refused(bid: number): RawTick {
  return {
    quoteSeq: 1,
    receivedAtMs: exchange.clock.now(),
    sourceAtMs: "1",
    source: "sim",
    sourceSeq: "1",
    bid: String(bid),
    ask: "1",
    outcome: "CROSSED",
    markupPoints: 0,
  };
}

it("raw ticks of the last owner do not come beside those of the next", async () => {
  const { clock, test, restart } = exchange;
  const last = await openRaw();
  last.put(EURUSD, refused(2));
  await last.store();
  last.put(EURUSD, refused(3));
  // Somebody else owns the shard while the last owner stands still.
  await restart();
  clock.advance(1_000);
  const next = await openRaw();
  next.put(EURUSD, refused(4));
  await next.store();
  await last.store();
  last.put(EURUSD, refused(5));
  await last.store();
  next.put(EURUSD, refused(6));
  await next.store();
  const rows = await test.database
    .selectFrom("raw_tape_piece")
    .select(["first_seq", "last_seq"])
    .orderBy("first_seq")
    .execute();
  expect(rows.map((row) => [Number(row.first_seq), Number(row.last_seq)])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

it("an hour of which the next owner wrote the end is not stored by the last", async () => {
  const { clock, test, restart, sequencer } = exchange;
  const [first] = sandboxMarkets();
  if (!first) throw new Error("Invariant: there is a market");
  const market = { ...first, id: String(EURUSD) };
  const { database } = test;
  const last = await openCandleStore({ database, markets: [market] });
  const lastEpoch = sequencer().epoch;
  const ring = last.ringOf(market.code);
  sequencer().followTape(({ marketId: id, atMs, bid, ask, seq }) => {
    if (id === EURUSD) ring.add(atMs, bid, ask, seq);
  });
  const quoteAfter = (stepMs: number, bid: number) => {
    clock.advance(stepMs);
    exchange.quote(EURUSD, bid, bid + 10);
  };
  quoteAfter(HOUR_MS, 110_000);
  await sequencer().storeTape([EURUSD]);
  await last.seal(lastEpoch);
  await restart();
  for (const stepMs of [1_000, 1_000, HOUR_MS]) quoteAfter(stepMs, 120_000);
  await sequencer().storeTape([EURUSD]);
  const hours = async () => (await database.selectFrom("candle_hour").selectAll().execute()).length;
  expect(await hours()).toBe(1);
  await expect(last.seal(lastEpoch)).rejects.toThrow("another writer");
  expect(await hours()).toBe(1);
  const next = await openCandleStore({ database, markets: [market] });
  await next.seal(sequencer().epoch);
  expect(await hours()).toBe(2);
});
