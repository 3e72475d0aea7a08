// The money of follows over HTTP: it goes in, is added and taken, and comes back to the last
// millionth, in both books; a copy stop-loss fires and closes; keeping leaves positions to their
// owner; every attempt counts once (T01); whom nobody may copy is refused (T45).

import { sql } from "kysely";
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

const quote = (bid: string, ask = bid) => floor.quote("EURUSD", bid, ask);

const RULE = { factor: "1", stop_percent: "", max_lots: "" };
const start = (trader: Trader, fields: Record<string, string>, headers = {}) =>
  trader.post("/api/follow/start", { amount: "1000", ...RULE, ...fields }, headers);

/** What the ledger says of an account that is nobody's main one. */
async function ledgerOf(followId: string): Promise<string[]> {
  const { rows } = await sql<{ cause: string; amount: string }>`
    select p.cause, p.amount::text from ledger_posting p
    join follow f on f.account_id = p.account_id and f.id = ${followId}
    order by p.journal_seq, p.position`.execute(floor.test.database);
  return rows.map(({ cause, amount }) => `${cause} ${amount}`);
}

describe("the money of a follow", () => {
  it("comes from the main account and returns to the last millionth", async () => {
    quote("1.10000", "1.10003");
    const leader = await room.openLeader("exact-one");
    const follower = await floor.openReal("2000");
    const { id } = await room.follow(follower, "exact-one", { amount: "777.777777" });
    expect(await room.cashOf(follower)).toBe("1222.222223");
    await room.open(leader, { cont: "1" });
    await room.settle();
    quote("1.10057", "1.10061");
    const stopped = await follower.post("/api/follow/stop", { id });
    // 0.07 lots: 7000 x 0.00054
    expect(stopped.data).toMatchObject({
      status: 4,
      stop_reason: "owner",
      amount: "777.777777",
      equity: "781.557777",
      cash: "0.000000",
      profit: "3.780000",
      orders: 0,
    });
    expect(await room.cashOf(follower)).toBe("2003.780000");
    expect(await ledgerOf(id)).toEqual([
      "copy-transfer 777777777",
      "profit 3780000",
      "copy-transfer -781557777",
    ]);
    expect((await room.ended(follower, id))[0]).toMatchObject({ CloseReason: "copy-stopped" });
  });

  it("of a demo is play money of the demo, and no grant comes with it", async () => {
    quote("1.10000");
    const leader = await room.openLeader("real-one");
    const demo = await floor.openDemo();
    const { id } = await room.follow(demo, "real-one", { amount: "4000" });
    expect(await ledgerOf(id)).toEqual(["copy-transfer 4000000000"]);
    expect(await room.cashOf(demo)).toBe("6000.000000");
    await room.open(leader, { cont: "1" });
    await room.settle();
    expect((await room.holding(demo, id))[0]).toMatchObject({ Quantity: "0.40" });
    await demo.post("/api/follow/stop", { id });
    expect(await room.cashOf(demo)).toBe("10000.000000");
  });

  it("is added and taken, and the amount follows", async () => {
    quote("1.10000");
    await room.openLeader("steady-one");
    const follower = await floor.openReal("2000");
    const { id } = await room.follow(follower, "steady-one", { stop_percent: "20" });
    const added = await follower.post("/api/follow/add", { id, amount: "500.5" });
    expect(added.data).toMatchObject({ amount: "1500.500000", stop_equity: "1200.400000" });
    const taken = await follower.post("/api/follow/take", { id, amount: "0.5" });
    expect(taken.data).toMatchObject({ amount: "1500.000000", equity: "1500.000000" });
    expect(await follower.post("/api/follow/take", { id, amount: "1500.01" })).toMatchObject({
      reason: "FUNDS_EXCEED_AVAILABLE",
    });
    expect(await follower.post("/api/follow/add", { id, amount: "501" })).toMatchObject({
      reason: "FUNDS_EXCEED_AVAILABLE",
    });
    expect((await room.mine(follower))[0]).toMatchObject({
      amount: "1500.000000",
      profit: "0.000000",
    });
    expect(await room.cashOf(follower)).toBe("500.000000");
    await room.settle();
    // Taking a third of it is no loss.
    await follower.post("/api/follow/take", { id, amount: "600" });
    await room.settle();
    expect((await room.mine(follower))[0]).toMatchObject({ status: 1, amount: "900.000000" });
  });

  it("T01: moves once for one attempt, however often it is sent", async () => {
    await room.openLeader("once-only");
    const follower = await floor.openReal("5000");
    const key = { "idempotency-key": "start-1" };
    const [first, second] = await Promise.all([
      start(follower, { user: "once-only" }, key),
      start(follower, { user: "once-only" }, key),
    ]);
    expect(first.data.id).toBe(second.data.id);
    expect(await start(follower, { user: "once-only", amount: "999" }, key)).toMatchObject({
      reason: "KEY_REUSED",
    });
    const { id } = first.data;
    const add = (amount: string) =>
      follower.post("/api/follow/add", { id, amount }, { "idempotency-key": "add-1" });
    const replies = await Promise.all([add("10"), add("10"), add("10")]);
    for (const reply of replies) expect(reply.data.amount).toBe("1010.000000");
    expect(await add("11")).toMatchObject({ reason: "KEY_REUSED" });
    expect(await room.cashOf(follower)).toBe("3990.000000");
  });
});

describe("a copy stop-loss", () => {
  it("closes everything at its percentage of the amount and returns the cash", async () => {
    quote("1.10000");
    const leader = await room.openLeader("falling-one");
    const follower = await floor.openReal("2000");
    const { id } = await room.follow(follower, "falling-one", { stop_percent: "10" });
    await room.open(leader, { cont: "5" });
    await room.settle();
    // 0.5 lots: 50 for a thousandth; 100 may be lost.
    quote("1.09801");
    await room.settle();
    expect((await room.mine(follower))[0]).toMatchObject({ status: 1, floating: "-99.500000" });
    quote("1.09800");
    await room.settle();
    expect((await room.mine(follower))[0]).toMatchObject({
      status: 4,
      stop_reason: "stop-loss",
      profit: "-100.000000",
      rate: "-0.1000",
    });
    expect((await room.ended(follower, id))[0]).toMatchObject({ CloseReason: "copy-stop-loss" });
    expect(await room.cashOf(follower)).toBe("1900.000000");
    await room.open(leader, { cont: "1" });
    await room.settle();
    expect(await room.ended(follower, id)).toHaveLength(1);
  });

  it("fires by itself, without anybody asking", async () => {
    quote("1.10000");
    const leader = await room.openLeader("sinking-one");
    const follower = await floor.openReal("2000");
    await room.follow(follower, "sinking-one", { stop_percent: "5" });
    await room.open(leader, { cont: "5" });
    await room.settle();
    quote("1.09000");
    await expect
      .poll(async () => (await room.mine(follower))[0].status, { timeout: 5_000 })
      .toBe(4);
  });

  it("can be set and taken off, and looks at the new one at once", async () => {
    quote("1.10000");
    const leader = await room.openLeader("wavering-one");
    const follower = await floor.openReal("2000");
    const { id } = await room.follow(follower, "wavering-one", { stop_percent: "50" });
    await room.open(leader, { cont: "5" });
    await room.settle();
    quote("1.09800");
    await room.settle();
    await follower.post("/api/follow/change", { id, ...RULE });
    expect((await room.mine(follower))[0]).toMatchObject({ stop_percent: "", stop_equity: "" });
    await follower.post("/api/follow/change", { id, ...RULE, stop_percent: "10" });
    await room.settle();
    expect((await room.mine(follower))[0]).toMatchObject({ status: 4, stop_reason: "stop-loss" });
  });
});

describe("stopping", () => {
  it("waits for a closed market with the cash, then returns all of it", async () => {
    quote("1.10000");
    const leader = await room.openLeader("weekend-one");
    const follower = await floor.openReal("2000");
    const { id } = await room.follow(follower, "weekend-one");
    await room.open(leader, { cont: "1" });
    await room.settle();
    await floor.setSession("EURUSD", "closed");
    expect((await follower.post("/api/follow/stop", { id })).data).toMatchObject({
      status: 3,
      orders: 1,
    });
    for (const path of ["pause", "change", "add", "take"]) {
      const fields = { id, is_paused: 1, amount: "1", ...RULE };
      const { reason } = await follower.post(`/api/follow/${path}`, fields);
      expect([path, reason]).toEqual([path, "FOLLOW_STOPPED"]);
    }
    await floor.setSession("EURUSD", "open");
    quote("1.10100");
    await room.settle();
    expect((await room.mine(follower))[0]).toMatchObject({ status: 4, profit: "10.000000" });
    expect(await room.cashOf(follower)).toBe("2010.000000");
  });

  it("can keep what is open; the last position takes the cash home", async () => {
    quote("1.10000");
    const leader = await room.openLeader("keeper-one");
    const follower = await floor.openReal("2000");
    const { id } = await room.follow(follower, "keeper-one");
    const order = await room.open(leader, { cont: "1" });
    await room.open(leader, { cont: "2" });
    await room.settle();
    const kept = await follower.post("/api/follow/stop", { id, is_keeping: 1 });
    expect(kept.data).toMatchObject({ status: 5, orders: 2, stop_reason: "owner" });
    // Nothing follows any more: neither the end of one nor anything new.
    await leader.post("/v1/api/forex/close", { id: order });
    await room.open(leader, { cont: "1" });
    await room.settle();
    const held = await room.holding(follower, id);
    expect(held).toHaveLength(2);
    quote("1.10200");
    for (const { Id } of held) {
      const closed = await follower.post("/api/follow/close", { id, order_id: Id });
      expect(closed).toMatchObject({ code: 1 });
    }
    expect((await room.mine(follower))[0]).toMatchObject({ status: 4, profit: "60.000000" });
    expect(await room.cashOf(follower)).toBe("2060.000000");
    // And may begin again.
    expect(await start(follower, { user: "keeper-one" })).toMatchObject({ code: 1 });
  });

  it("happens by itself when the leader has lost everything", async () => {
    quote("1.10000");
    const leader = await room.openLeader("reckless-one", "1000");
    const follower = await floor.openReal("2000");
    const { id } = await room.follow(follower, "reckless-one", { factor: "0.1" });
    await room.open(leader, { cont: "0.9", multiple: 100 });
    await room.settle();
    expect(await room.holding(follower, id)).toHaveLength(1);
    quote("1.08000");
    await room.settle();
    expect((await room.mine(follower))[0]).toMatchObject({
      status: 4,
      stop_reason: "leader-blown",
      profit: "-180.000000",
    });
    expect(await room.cashOf(follower)).toBe("1820.000000");
  });
});

describe("T45: who may copy whom", () => {
  it("refuses oneself, the unlisted, a second time, and too little or too much", async () => {
    const leader = await room.openLeader("only-one");
    const follower = await floor.openReal("2000");
    const reasonOf = async (fields: Record<string, string>, who = follower) =>
      (await start(who, { user: "only-one", ...fields })).reason;
    expect(await reasonOf({}, leader)).toBe("FOLLOW_SELF");
    expect(await reasonOf({ user: "nobody-here" })).toBe("LEADER_NOT_LISTED");
    expect(await reasonOf({ amount: "99.999999" })).toBe("FOLLOW_BELOW_MINIMUM");
    expect(await reasonOf({ amount: "1000000.01" })).toBe("FOLLOW_ABOVE_MAXIMUM");
    expect(await reasonOf({ amount: "2000.000001" })).toBe("FUNDS_EXCEED_AVAILABLE");
    for (const factor of ["0", "0.09", "10.01", "11", "-1", "1e1", ""]) {
      expect([factor, await reasonOf({ factor })]).toEqual([factor, "FIELD_INVALID"]);
    }
    expect(await reasonOf({ stop_percent: "4" })).toBe("FIELD_INVALID");
    expect(await reasonOf({ stop_percent: "96" })).toBe("FIELD_INVALID");
    expect(await reasonOf({})).toBeUndefined();
    expect(await reasonOf({})).toBe("ALREADY_FOLLOWING");
    await sql`update leader set left_at = now() where alias = 'only-one'`.execute(
      floor.test.database,
    );
    const late = await floor.openReal("2000");
    expect(await reasonOf({}, late)).toBe("LEADER_NOT_LISTED");
    expect((await room.mine(follower))[0]).toMatchObject({ status: 1, is_listed: 0 });
  });

  it("refuses whoever is in a break or has excluded themselves", async () => {
    await room.openLeader("calm-one");
    const resting = await floor.openReal("2000");
    await resting.post("/v1/api/main/limit", { cool_off_hours: 24 });
    expect(await start(resting, { user: "calm-one" })).toMatchObject({ reason: "COOLING_OFF" });
    const away = await floor.openReal("2000");
    await away.post("/v1/api/main/limit", { exclude_days: 30 });
    expect(await start(away, { user: "calm-one" })).toMatchObject({ reason: "SELF_EXCLUDED" });
  });

  it("refuses a circle of any length, also when all begin at the same moment", async () => {
    const people: Trader[] = [];
    for (const at of [0, 1, 2, 3]) people.push(await room.openLeader(`circle-${at}`, "5000"));
    const begun = await Promise.all(
      people.map((person, at) => start(person, { user: `circle-${(at + 1) % 4}` })),
    );
    const reasons = begun.map(({ reason }) => reason ?? "begun").sort();
    expect(reasons).toEqual(["FOLLOW_LOOP", "begun", "begun", "begun"]);
  });
});
