// T01: one attempt at copying is carried out once and answered the same, whatever happened since;
// its name with another wish is refused.

import { FOLLOW_AMOUNT_MAX } from "@truetick/contract/copying";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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

const WISH = { amount: "1000", factor: "1", stop_percent: "20", max_lots: "2" };

function named(trader: Trader, key: string) {
  return (act: string, fields: Record<string, string>) =>
    trader.post(`/api/follow/${act}`, fields, { "idempotency-key": key });
}

describe("T01: a beginning under a name that was used", () => {
  it("for another wish is refused, whatever the other thing is", async () => {
    await room.openLeader("first-one");
    await room.openLeader("other-one");
    const begin = named(await floor.openReal("9000"), "begin");
    const wish = { ...WISH, user: "first-one" };
    expect((await begin("start", wish)).code).toBe(1);
    for (const other of [
      { user: "other-one" },
      { amount: "999" },
      { factor: "2" },
      { stop_percent: "" },
      { max_lots: "3" },
    ]) {
      expect((await begin("start", { ...wish, ...other })).reason).toBe("KEY_REUSED");
    }
  });

  it("for the same wish is the same follow, also when its rule has changed since", async () => {
    await room.openLeader("same-one");
    const trader = await floor.openReal("9000");
    const begin = named(trader, "begin");
    const { data } = await begin("start", { ...WISH, user: "same-one" });
    await trader.post("/api/follow/change", { id: data.id, factor: "2" });
    const again = await begin("start", { ...WISH, user: "same-one" });
    expect(again.data.id).toBe(data.id);
  });
});

describe("T01: adding under a name that was used", () => {
  it("is answered as it ended, at the maximum and after a stop", async () => {
    await room.openLeader("full-one");
    const max = FOLLOW_AMOUNT_MAX.real;
    const trader = await floor.openReal(String(Number(max) + 5_000));
    const { id } = await room.follow(trader, "full-one", { amount: String(Number(max) - 100) });
    const add = named(trader, "add");
    expect((await add("add", { id, amount: "100" })).code).toBe(1);
    const again = await add("add", { id, amount: "100" });
    expect([again.reason, Number(again.data?.amount)]).toEqual([undefined, Number(max)]);
    await trader.post("/api/follow/stop", { id });
    const late = await add("add", { id, amount: "100" });
    expect([late.reason, late.code]).toEqual([undefined, 1]);
    expect((await add("add", { id, amount: "99" })).reason).toBe("KEY_REUSED");
    expect((await named(trader, "new")("add", { id, amount: "1" })).reason).toBe("FOLLOW_STOPPED");
  });

  it("is answered as it ended during a break, too", async () => {
    await room.openLeader("calm-leader");
    const trader = await floor.openReal("5000");
    const { id } = await room.follow(trader, "calm-leader", { amount: "1000" });
    const add = named(trader, "add");
    expect((await add("add", { id, amount: "100" })).code).toBe(1);
    await trader.post("/v1/api/main/limit", { cool_off_hours: "1" });
    expect((await add("add", { id, amount: "100" })).reason).toBeUndefined();
    expect((await named(trader, "new")("add", { id, amount: "1" })).reason).toBe("COOLING_OFF");
  });
});
