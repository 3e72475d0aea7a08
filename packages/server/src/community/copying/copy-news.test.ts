// What followers hear: on the live socket that one of the own follows has changed and of nobody
// else's (T76); in the inbox what stopped a copy, what was skipped, once an hour, and who takes
// nobody new; of single copied fills nothing.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { callSocket } from "../../gateway/testing/socket-caller.ts";
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

const quote = (bid: string) => floor.quote("EURUSD", bid, bid);

async function noticesOf(trader: Trader) {
  await floor.members().notices.journal.catchUp();
  const { data } = await trader.get("/v1/api/main/notice/list");
  return data.data.map(({ kind, text, link }: Record<string, string>) => ({ kind, text, link }));
}

async function listen(trader: Trader) {
  const caller = await callSocket(floor.gateway());
  caller.say({ type: "login", params: trader.token });
  caller.say({ type: "sub", params: "COPY" });
  await caller.until("login");
  return caller;
}

describe("the topic COPY", () => {
  it("T76: tells each of the own follows, and nobody of another's", async () => {
    quote("1.10000");
    const leader = await room.openLeader("heard-one");
    const [ann, bob] = [await floor.openReal("2000"), await floor.openReal("2000")];
    const own = await room.follow(ann, "heard-one");
    const ears = await listen(ann);
    const others = await listen(bob);
    await room.open(leader, { cont: "1" });
    await ears.until("COPY");
    const heard = ears.heard.filter((frame) => frame.includes("COPY"));
    expect(new Set(heard)).toEqual(new Set([`{"type":"COPY","data":{"id":"${own.id}"}}`]));
    expect(others.heard.filter((frame) => frame.includes("COPY"))).toEqual([]);
    for (const { socket } of [ears, others]) socket.terminate();
  });
});

describe("the inbox", () => {
  it("tells of a copy stop-loss with the money, by mail too, and of no single fill", async () => {
    quote("1.10000");
    const leader = await room.openLeader("told-one");
    const follower = await floor.openReal("2000");
    await room.follow(follower, "told-one", { stop_percent: "10" });
    await room.open(leader, { cont: "5", stop_loss_price: "1.09" });
    await room.settle();
    quote("1.09700");
    await room.settle();
    expect(await noticesOf(follower)).toEqual([
      {
        kind: "copyStopped",
        link: "/copy",
        text:
          "Your copy of told-one reached its stop loss: everything was closed and " +
          "850.00 USD are back in your account. Result: -150.00 USD",
      },
    ]);
    const mails = (await floor.letters()).filter(({ kind }) => kind === "copyStopped");
    expect(mails).toHaveLength(1);
  });

  it("tells of skipped orders once an hour, however many they are", async () => {
    quote("1.10000");
    const leader = await room.openLeader("tiny-one");
    const follower = await floor.openReal("2000");
    await room.follow(follower, "tiny-one", { amount: "100" });
    for (let n = 0; n < 3; n += 1) await room.open(leader, { cont: "0.05" });
    await room.settle();
    expect(await noticesOf(follower)).toMatchObject([
      { kind: "copySkipped", text: expect.stringContaining("tiny-one dealt in EUR/USD") },
    ]);
    floor.clock.advance(3_600_000);
    quote("1.10000");
    await room.open(leader, { cont: "0.05" });
    await room.settle();
    expect(await noticesOf(follower)).toHaveLength(2);
  });

  it("tells who copies somebody that they take nobody new; the copy goes on", async () => {
    quote("1.10000");
    const leader = await floor.openReal("10000");
    await leader.post("/api/follow/leader", { user: "leaving-one", is_listed: 1 });
    const follower = await floor.openReal("2000");
    const { id } = await room.follow(follower, "leaving-one");
    expect(
      await leader.post("/api/follow/leader", { user: "leaving-one", is_listed: 0 }),
    ).toMatchObject({ code: 1 });
    expect(await noticesOf(follower)).toMatchObject([{ kind: "leaderLeft", link: "/copy" }]);
    await room.open(leader, { cont: "1" });
    await room.settle();
    expect(await room.holding(follower, id)).toHaveLength(1);
  });

  it("tells of a stop-out in a follow as one in a follow", async () => {
    quote("1.10000");
    const leader = await room.openLeader("margin-one", "100000");
    const follower = await floor.openReal("2000");
    await room.follow(follower, "margin-one", { factor: "10", amount: "1000" });
    await room.open(leader, { cont: "8", multiple: 100 });
    await room.settle();
    quote("1.09200");
    await room.settle();
    const told = await noticesOf(follower);
    expect(told.map(({ kind, link }: Record<string, string>) => [kind, link])).toEqual([
      ["stopOut", "/copy"],
      ["marginCall", "/copy"],
    ]);
  });
});
