// Copying over HTTP on a real database: a leader deals, and each follower's copies are what the
// rule says, to the lot step; what cannot be copied is skipped with its reason and its numbers.

import { type AccountId, marketId, orderId } from "@truetick/engine";
import { lots } from "@truetick/money";
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

/** So much of the order; null: all of it. Without waiting for its answer. */
function submitClosing(accountId: AccountId, order: string, size: number | null) {
  const part = size === null ? null : lots(size);
  const own = { orderId: orderId(Number(order)), lots: part, reason: "user" } as const;
  return floor.sequencer().submit({ type: "CloseOrder", accountId, ...own });
}

function submitOpening(accountId: AccountId, size: number, leverage: number) {
  return floor.sequencer().submit({
    type: "PlaceOrder",
    accountId,
    marketId: marketId(1),
    side: "buy",
    lots: lots(size),
    leverage,
    target: null,
    askedPrice: null,
    maxDeviation: null,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    expiresAtMs: null,
  });
}

/** A part of the order, and in the same commit its market: nobody can copy it in between. */
async function closeAndShut(
  leader: Trader,
  order: string,
  size: number | null = 5_000,
): Promise<void> {
  const closing = submitClosing(await room.accountOf(leader), order, size);
  const shutting = floor.setSession("EURUSD", "closed");
  expect(await closing).toMatchObject({ isAccepted: true });
  await shutting;
}

/** The leader opens and no new risk is allowed, before anybody can copy it. */
async function openAndBrake(leader: Trader): Promise<void> {
  const opening = submitOpening(await room.accountOf(leader), 10_000, 30);
  const braking = floor.setSession("EURUSD", "closing-only");
  expect(await opening).toMatchObject({ isAccepted: true });
  await braking;
}

const quote = (bid: string, ask = bid) => floor.quote("EURUSD", bid, ask);

describe("a leader's order", () => {
  it("is copied by the share of equities, edited, reduced, closed, to the lot step", async () => {
    quote("1.10000");
    const leader = await room.openLeader("north-star");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "North-Star", { amount: "1500", factor: "2" });
    const order = await room.open(leader, { cont: "0.55", stop_loss_price: "1.05" });
    await room.settle();
    // 0.55 x 1500 / 10000 x 2 = 0.165
    const [copy, ...others] = await room.holding(follower, id);
    expect(others).toEqual([]);
    expect(copy).toMatchObject({
      Quantity: "0.16",
      OrderType: 1,
      multiple: 100,
      TargetLossPrice: "1.05000",
      leader_order: order,
    });

    const stops = { id: order, target_profit_price: "1.2", stop_loss_price: "1.06" };
    expect(await leader.post("/v1/api/forex/set_stop_price", stops)).toMatchObject({ code: 1 });
    const trailing = { id: order, trailing_distance: 500 };
    expect(await leader.post("/v1/api/forex/set_trailing_stop", trailing)).toMatchObject({
      code: 1,
    });
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({
      TargetLossPrice: "1.06000",
      TargetProfitPrice: "1.20000",
      TrailingDistance: 500,
    });

    // 0.16 x 0.20 / 0.55 = 0.058
    await leader.post("/v1/api/forex/close", { id: order, cont: "0.20" });
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.11" });

    quote("1.11000");
    await leader.post("/v1/api/forex/close", { id: order });
    await room.settle();
    expect(await room.holding(follower, id)).toEqual([]);
    const ended = await room.ended(follower, id);
    expect(
      ended.map(({ Quantity, CloseReason, leader_order }: Record<string, string>) => {
        return [Quantity, CloseReason, leader_order];
      }),
    ).toEqual([
      ["0.11", "copy", order],
      ["0.05", "copy", order],
    ]);
    expect(ended[0].FactProfits).toBe("110.000000");
    expect((await room.mine(follower))[0]).toMatchObject({
      id,
      user: "north-star",
      status: 1,
      amount: "1500.000000",
      equity: "1610.000000",
      profit: "110.000000",
      rate: "0.0733",
      orders: 0,
    });
  });

  it("is copied when a pending one is filled, and not before", async () => {
    quote("1.10000");
    const leader = await room.openLeader("patient-one");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "patient-one");
    const pending = { status: 0, target_price: "1.09", cont: "1", type: 1 };
    const order = await room.open(leader, pending);
    await room.settle();
    expect(await room.holding(follower, id)).toEqual([]);
    quote("1.08990");
    await room.settle();
    expect(await room.holding(follower, id)).toMatchObject([
      { Quantity: "0.10", leader_order: order, Price: "1.08990" },
    ]);
  });

  it("closes a copy at the same quote when the stop that both have fires", async () => {
    quote("1.10000");
    const leader = await room.openLeader("stopped-one");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "stopped-one");
    await room.open(leader, { cont: "1", stop_loss_price: "1.09" });
    await room.settle();
    quote("1.08500");
    await room.settle();
    const [copy] = await room.ended(follower, id);
    expect(copy).toMatchObject({ CloseReason: "stop-loss", UpdatePrice: "1.08500" });
    expect(await room.skipped(follower, id)).toEqual([]);
  });

  it("is not copied by who started later, is paused, or has stopped", async () => {
    quote("1.10000");
    const leader = await room.openLeader("early-bird");
    const first = await room.open(leader, { cont: "0.5" });
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "early-bird");
    await leader.post("/v1/api/forex/close", { id: first });
    await follower.post("/api/follow/pause", { id, is_paused: 1 });
    expect((await room.mine(follower))[0]).toMatchObject({ status: 2 });
    await room.open(leader, { cont: "0.5" });
    await room.settle();
    expect(await room.holding(follower, id)).toEqual([]);
    await follower.post("/api/follow/pause", { id, is_paused: 0 });
    const copied = await room.open(leader, { cont: "0.5" });
    await room.settle();
    expect(await room.holding(follower, id)).toHaveLength(1);
    // A pause stops what is new: what is open still follows.
    await follower.post("/api/follow/pause", { id, is_paused: 1 });
    await leader.post("/v1/api/forex/close", { id: copied });
    await room.settle();
    expect(await room.holding(follower, id)).toEqual([]);
    await follower.post("/api/follow/stop", { id });
    await room.open(leader, { cont: "0.5" });
    await room.settle();
    expect(await room.holding(follower, id)).toEqual([]);
    expect(await room.ended(follower, id)).toHaveLength(1);
  });

  it("opened and closed in one breath is copied in that order", async () => {
    quote("1.10000");
    const leader = await room.openLeader("quick-hands");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "quick-hands");
    for (let n = 0; n < 3; n += 1) {
      const order = await room.open(leader, { cont: "1" });
      await leader.post("/v1/api/forex/close", { id: order, cont: "0.4" });
      await leader.post("/v1/api/forex/close", { id: order });
    }
    await room.settle();
    expect(await room.holding(follower, id)).toEqual([]);
    expect(await room.ended(follower, id)).toHaveLength(6);
  });

  it("is copied with the margin that the one before it has freed", async () => {
    quote("1.10000");
    const leader = await room.openLeader("whole-hearted");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "whole-hearted");
    // 5.4 lots need 5,940 of 10,000.
    const order = await room.open(leader, { cont: "5.4", multiple: 100 });
    await room.settle();
    const accountId = await room.accountOf(leader);
    const closing = submitClosing(accountId, order, null);
    const opening = submitOpening(accountId, 54_000, 100);
    expect(await closing).toMatchObject({ isAccepted: true });
    expect(await opening).toMatchObject({ isAccepted: true });
    await room.settle();
    expect(await room.skipped(follower, id)).toEqual([]);
    expect(await room.ended(follower, id)).toHaveLength(1);
    expect(await room.holding(follower, id)).toMatchObject([{ Quantity: "0.54" }]);
  });
});

describe("what cannot be copied is skipped with its reason", () => {
  it("when it is below the smallest size, with the numbers, in the reader's language", async () => {
    quote("1.10000");
    const leader = await room.openLeader("small-steps");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "small-steps", { amount: "350" });
    const order = await room.open(leader, { cont: "0.11" });
    await room.settle();
    expect(await room.holding(follower, id)).toEqual([]);
    const [skip] = await room.skipped(follower, id);
    expect(skip).toMatchObject({
      kind: "open",
      code: "EUR/USD",
      side: 1,
      leader_order: order,
      leader_lots: "0.11",
      wanted_lots: "0.0038",
      lots_min: "0.01",
      reason: "The copy would be 0.0038 lots; the smallest size here is 0.01.",
    });
    const headers = { lang: "hk" };
    const { data } = await follower.get("/api/follow/skipped", { id }, headers);
    expect(data.data[0].reason).toBe("按比例應為 0.0038 手，低於此市場最少的 0.01 手。");
    expect((await room.mine(follower))[0]).toMatchObject({ skipped: 1, orders: 0 });
  });

  it("when the margin is not there, and when a part is less than a step", async () => {
    quote("1.10000");
    const leader = await room.openLeader("all-in", "10000");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "all-in", { amount: "100", factor: "10" });
    await room.open(leader, { cont: "5", multiple: 100 });
    await room.settle();
    // 5 x 100 / 10000 x 10 = 0.5 lots need 550 of margin.
    const [skip] = await room.skipped(follower, id);
    expect(skip.reason).toBe("You need 550.00 USD and have 100.00 USD.");
    const fitting = await room.open(leader, { cont: "0.3", multiple: 100 });
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.03" });
    await leader.post("/v1/api/forex/close", { id: fitting, cont: "0.05" });
    await room.settle();
    const [part] = await room.skipped(follower, id);
    expect(part).toMatchObject({ kind: "reduce", leader_lots: "0.05", wanted_lots: "0.005" });
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.03" });
    // What the first part was too small for, the second one makes up for.
    await leader.post("/v1/api/forex/close", { id: fitting, cont: "0.05" });
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.02" });
  });

  it("when the largest copy is limited it is only cut, never skipped", async () => {
    quote("1.10000");
    const leader = await room.openLeader("heavy-hand");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "heavy-hand", { max_lots: "0.055" });
    await room.open(leader, { cont: "3" });
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.05" });
  });

  it("when the follower has a break of their own; what is open still follows", async () => {
    quote("1.10000");
    const leader = await room.openLeader("restless");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "restless");
    const order = await room.open(leader, { cont: "1" });
    await room.settle();
    await follower.post("/v1/api/main/limit", { cool_off_hours: 24 });
    await room.open(leader, { cont: "1" });
    await room.settle();
    expect(await room.holding(follower, id)).toHaveLength(1);
    expect((await room.skipped(follower, id))[0].reason).toContain("break");
    await leader.post("/v1/api/forex/close", { id: order });
    await room.settle();
    expect(await room.holding(follower, id)).toEqual([]);
  });

  it("F30: when the market is for closing only; what is open still follows", async () => {
    quote("1.10000");
    const leader = await room.openLeader("last-minute");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "last-minute");
    const order = await room.open(leader, { cont: "1" });
    await room.settle();
    await openAndBrake(leader);
    await room.settle();
    expect(await room.holding(follower, id)).toHaveLength(1);
    expect((await room.skipped(follower, id))[0].reason).toContain("Only closing is possible");
    await leader.post("/v1/api/forex/close", { id: order });
    await room.settle();
    expect(await room.holding(follower, id)).toEqual([]);
    await floor.setSession("EURUSD", "open");
  });

  it("a closing waits for its market and is made up for when that opens", async () => {
    quote("1.10000");
    const leader = await room.openLeader("night-owl");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "night-owl");
    const order = await room.open(leader, { cont: "1" });
    await room.settle();
    await closeAndShut(leader, order);
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.10" });
    await room.settle();
    await floor.setSession("EURUSD", "open");
    quote("1.10500");
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.05" });
    expect(await room.skipped(follower, id)).toEqual([]);
  });

  it("a part that waits is closed once, also when the next part comes first", async () => {
    quote("1.10000");
    const leader = await room.openLeader("slow-goer");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "slow-goer");
    const order = await room.open(leader, { cont: "1" });
    await room.settle();
    await closeAndShut(leader, order, 2_000);
    await room.settle();
    // Open again, and the next part in the same commit: first of one that is done at once, then of
    // one that waits too.
    const accountId = await room.accountOf(leader);
    const openAndClose = async (size: number) => {
      const opening = floor.setSession("EURUSD", "open");
      quote("1.10000");
      const closing = submitClosing(accountId, order, size);
      await opening;
      return closing;
    };
    expect(await openAndClose(2_000)).toMatchObject({ isAccepted: true });
    await room.settle();
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.06" });
    await closeAndShut(leader, order, 1_000);
    await room.settle();
    const closing = openAndClose(1_000);
    const shutting = floor.setSession("EURUSD", "closed");
    expect(await closing).toMatchObject({ isAccepted: true });
    await shutting;
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.06" });
    await floor.setSession("EURUSD", "open");
    quote("1.10000");
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.04" });
    expect(await room.skipped(follower, id)).toEqual([]);
  });

  it("what its owner keeps is not closed by what has waited", async () => {
    quote("1.10000");
    const leader = await room.openLeader("parting-one");
    const follower = await floor.openReal("5000");
    const { id } = await room.follow(follower, "parting-one");
    const order = await room.open(leader, { cont: "1" });
    await room.settle();
    await closeAndShut(leader, order, null);
    await room.settle();
    const kept = await follower.post("/api/follow/stop", { id, is_keeping: 1 });
    expect(kept.data).toMatchObject({ status: 5, orders: 1 });
    await floor.setSession("EURUSD", "open");
    quote("1.10500");
    await room.settle();
    await room.settle();
    expect((await room.holding(follower, id))[0]).toMatchObject({ Quantity: "0.10" });
    const { rows } = await sql`select from copy_plan p join follow f on f.id = p.follow_id
      where p.status = 'waiting' and f.id = ${id}`.execute(floor.test.database);
    expect(rows).toEqual([]);
  });
});
