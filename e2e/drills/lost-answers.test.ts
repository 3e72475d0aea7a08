// F17: a tenth of all answers is lost on the way back, after the commit. Clients ask again under
// the same key and hear the same order: as many orders are stored as there were keys. 20,000 of
// them with FULL=1, each opened and closed.

import { afterAll, beforeAll, expect, it } from "vitest";
import { dealOnce, openDemo, type Trader } from "../cluster-load.ts";
import { DRILL_TIMEOUT_MS, type DrilledProgram, IS_FULL, newProgram } from "./drilled-program.ts";
import { type LossyDoor, openLossyDoor } from "./lossy-door.ts";
import { expectKept } from "./restored-record.ts";

const ORDERS = IS_FULL ? 20_000 : 200;
const LOST_SHARE = 0.1;
const TRADERS = 32;

let platform: DrilledProgram;
let door: LossyDoor;
const traders: Trader[] = [];

beforeAll(async () => {
  platform = await newProgram();
  await platform.start();
  door = await openLossyDoor(platform.origin, LOST_SHARE);
  while (traders.length < TRADERS) traders.push(await openDemo(platform.origin));
}, DRILL_TIMEOUT_MS);
afterAll(async () => {
  await door?.close();
  await platform.close();
});

it(
  `F17: ${ORDERS} orders with a tenth of the answers lost are as many as there were keys`,
  async () => {
    let left = ORDERS;
    const startedAt = performance.now();
    const deal = async (trader: Trader) => {
      while (left > 0) {
        left -= 1;
        await dealOnce(door.origin, trader);
      }
    };
    await Promise.all(traders.map(deal));
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(await expectKept(platform.url, { traders })).toBe(ORDERS);
    console.log(
      `F17: ${ORDERS} orders opened and closed in ${seconds.toFixed(0)} s, ` +
        `${door.lost()} answers lost; none missing, none twice`,
    );
    expect(door.lost()).toBeGreaterThan(ORDERS * LOST_SHARE);
  },
  DRILL_TIMEOUT_MS,
);
