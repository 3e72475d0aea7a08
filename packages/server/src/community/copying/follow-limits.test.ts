// How many follows one may have and begin (T21, T23): each opens an account of its own in the
// engine, for good, so beginning and ending in turn has a limit by the day, and what is kept open
// counts for as long as it is.

import { FOLLOWS_MAX } from "@truetick/contract/copying";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { type CopyRoom, createCopyRoom } from "./testing/copy-room.ts";

const STARTS_PER_DAY = 50;
const DAY_MS = 86_400_000;

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

const RULE = { factor: "1", stop_percent: "", max_lots: "" };
const start = (trader: Trader, user: string, key?: string) =>
  trader.post(
    "/api/follow/start",
    { user, amount: "1000", ...RULE },
    key === undefined ? {} : { "idempotency-key": key },
  );

describe("T23: beginnings", () => {
  it("are so many a day, ended or not; a repeated one is answered as it was", async () => {
    await room.openLeader("often-one");
    const demo = await floor.openDemo();
    const { data: first } = await start(demo, "often-one", "first");
    await demo.post("/api/follow/stop", { id: first.id });
    for (let n = 1; n < STARTS_PER_DAY; n += 1) {
      const { id } = await room.follow(demo, "often-one");
      await demo.post("/api/follow/stop", { id });
    }
    const { reason, msg } = await start(demo, "often-one");
    expect([reason, msg]).toEqual(["TOO_MANY_ATTEMPTS", expect.stringContaining("86400 s")]);
    expect((await start(demo, "often-one", "first")).data.id).toBe(first.id);
    const other = await floor.openDemo();
    expect(await start(other, "often-one")).toMatchObject({ code: 1 });
    floor.clock.advance(DAY_MS);
    expect(await start(demo, "often-one")).toMatchObject({ code: 1 });
  }, 60_000);

  it("count what is kept until its last position is closed", async () => {
    floor.quote("EURUSD", "1.10000", "1.10000");
    const leader = await room.openLeader("kept-one", "100000");
    const follower = await floor.openReal("30000");
    const kept: string[] = [];
    while (kept.length < FOLLOWS_MAX) {
      const { id } = await room.follow(follower, "kept-one");
      await room.open(leader, { cont: "1" });
      await room.settle();
      await follower.post("/api/follow/stop", { id, is_keeping: 1 });
      kept.push(id);
    }
    expect((await start(follower, "kept-one")).reason).toBe("TOO_MANY_FOLLOWS");
    const [id = ""] = kept;
    for (const { Id } of await room.holding(follower, id)) {
      await follower.post("/api/follow/close", { id, order_id: Id });
    }
    expect(await start(follower, "kept-one")).toMatchObject({ code: 1 });
  }, 60_000);
});
