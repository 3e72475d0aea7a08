// Quotes that a shard has missed and that are too old by now to be dealt at: they are marked to and
// nothing else, so that what comes after them is still decided at the times of the tape (0060).

import { price } from "@truetick/money";
import { afterEach, beforeEach, expect, it } from "vitest";
import { accept } from "../testing/bare-exchange.ts";
import {
  buy,
  GIVEN,
  type MissedFloor,
  openAccount,
  openMissedFloor,
  openOrders,
  WRITING,
  whatHappened,
} from "./testing/missed-floor.ts";

/** Before currencies close for the weekend; a price of theirs lives twice as long as bitcoin's. */
const START = Date.UTC(2026, 6, 17, 20, 59, 20);
const BELL = Date.UTC(2026, 6, 17, 21);

let floor: MissedFloor;
beforeEach(async () => {
  floor = await openMissedFloor({ startAt: START, hasRealSessions: true });
});
afterEach(() => floor.close());

it("the next writer closes at a fresh quote that follows one too old to be dealt at", async () => {
  const { clock, id, idOf } = floor;
  await floor.host(GIVEN);
  await floor.quote(110_000);
  const account = await openAccount(floor, WRITING);
  await accept(floor.gateway, buy(floor, account, 109_900));
  await floor.loseWriter(
    { of: idOf("BTCUSD"), bid: 6_000_000, atMs: START + 5_000 },
    { of: id, bid: 109_800, atMs: START + 6_000 },
  );
  clock.advance(BELL + 10_000 - START);
  await floor.host(WRITING);
  expect(await openOrders(floor, account)).toBe(0);
  expect(await whatHappened(floor)).toEqual({ rules: ["market", "stop-loss"], nights: 0 });
});

it("opens what was reached before it expired, behind one too old to be dealt at", async () => {
  const { clock, gateway, idOf } = floor;
  const first = await floor.host(GIVEN);
  await floor.quote(110_000);
  const account = await openAccount(floor);
  const expiresAtMs = START + 30_000;
  await accept(gateway, { ...buy(floor, account), target: price(109_900), expiresAtMs });
  await first.stop();
  clock.advance(5_000);
  await floor.quote(6_000_000, idOf("BTCUSD"));
  clock.advance(1_000);
  await floor.quote(109_800);
  clock.advance(BELL - 2_000 - clock.now());
  await floor.host(GIVEN);
  expect((await whatHappened(floor)).rules).toEqual(["limit"]);
});
