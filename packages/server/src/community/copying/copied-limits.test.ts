// What people set for themselves holds for their copies, also where the copies alone have lost.

import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { type CopyRoom, createCopyRoom } from "./testing/copy-room.ts";

let floor: TradingFloor;
let room: CopyRoom;
beforeAll(async () => {
  floor = await openTradingFloor();
  room = createCopyRoom(() => floor);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const LIMIT = "/v1/api/main/limit";

/** A follow with a copy that is losing, while its owner's own account has lost nothing. */
async function loseAsCopier(user: string): Promise<{ leader: Trader; owner: Trader; id: string }> {
  floor.quote("EURUSD", "1.10000", "1.10010");
  const leader = await room.openLeader(user);
  const owner = await floor.openReal("9000");
  await owner.post(LIMIT, { daily_loss: "100" });
  const { id } = await room.follow(owner, user);
  await room.open(leader, { cont: "1" });
  await room.settle();
  floor.quote("EURUSD", "1.09900", "1.09910");
  return { leader, owner, id };
}

it("P13: a self-exclusion reaches copies that lose, and a limit that is taken off", async () => {
  const { leader, owner, id } = await loseAsCopier("losing-one");
  const set = { daily_loss: "0", exclude_days: "30" };
  expect((await owner.post(LIMIT, set)).code).toBe(1);
  await room.settle();
  await room.open(leader, { cont: "1" });
  await room.settle();
  expect(await room.holding(owner, id)).toHaveLength(1);
});

it("and what was refused once does not keep a later break from them", async () => {
  const { leader, owner, id } = await loseAsCopier("losing-two");
  await owner.post(LIMIT, { daily_loss: "200" });
  await room.settle();
  await owner.post(LIMIT, { cool_off_hours: "24", stop_out_order: "most-losing" });
  await room.settle();
  await room.open(leader, { cont: "1" });
  await room.settle();
  expect(await room.holding(owner, id)).toHaveLength(1);
});
