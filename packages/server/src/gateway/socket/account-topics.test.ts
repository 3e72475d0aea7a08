// The private topics on a real exchange: what an account is told, in which order, and that nobody
// is told of another's (T76). Sessions that end take their sockets along (T18, T79, inv30).

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { ask } from "../testing/open-gateway.ts";
import { callSocket, type HeardFrame, type SocketCaller } from "../testing/socket-caller.ts";

const BUY = { type: 1, cont: "0.1", forex_id: 1, status: 1, multiple: 100 };
const SUBMIT = "/v1/api/forex/submit";
const CLOSE = "/v1/api/forex/close";
const LOG_OUT = "/v1/api/main/user/logout";

let floor: TradingFloor;
const callers: SocketCaller[] = [];

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
beforeEach(() => {
  floor.quote("EURUSD", "1.08490", "1.08500");
  floor.quote("USDJPY", "149.490", "149.500");
});
afterEach(async () => {
  for (const { socket } of callers.splice(0)) socket.terminate();
  expect(await floor.broken()).toEqual({});
});

async function logIn(trader: Trader): Promise<SocketCaller> {
  const caller = await callSocket(floor.gateway(), { path: "/v1/ws?lang=en" });
  callers.push(caller);
  caller.say({ type: "login", params: trader.token });
  await caller.until("login");
  return caller;
}

async function follow(trader: Trader): Promise<SocketCaller> {
  const caller = await logIn(trader);
  caller.say({ type: "sub", params: "FOREX_TRADE" });
  caller.say({ type: "sub", params: "FOREX_CLOSED" });
  await caller.until("FOREX_TRADE");
  await caller.until("FOREX_CLOSED");
  return caller;
}

const ordersOf = ({ data }: HeardFrame) => data.data.map(({ Id }: { Id: string }) => Id);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("FOREX_TRADE", () => {
  it("begins with the account as it stands and all of its orders", async () => {
    const trader = await floor.openDemo();
    const id = (await trader.post(SUBMIT, BUY)).data.Id;
    const first = await (await follow(trader)).until("FOREX_TRADE");
    expect(first).toMatchObject({ snapshot: 1, sim: true });
    expect(ordersOf(first)).toEqual([id]);
    const { data } = await trader.get("/v1/api/main/account/forexDetail");
    expect(first.data).toMatchObject(data);
    expect(first.data).toMatchObject({ total: 1, all_fact_profits: "-1.000000", Gone: [] });
    const listed = await trader.get("/v1/api/forex/my_deal", { status: 1 });
    expect(first.data.data).toEqual(listed.data.data);
  });

  it("tells of a new order, of a price that moves it, and of nothing else", async () => {
    const trader = await floor.openDemo();
    const caller = await follow(trader);
    const euro = (await trader.post(SUBMIT, BUY)).data.Id;
    const yen = (await trader.post(SUBMIT, { ...BUY, forex_id: 2 })).data.Id;
    await caller.until("FOREX_TRADE", ({ data }) => data.total === 2);
    await pause(250);
    const before = caller.frames("FOREX_TRADE").length;
    await pause(250);
    expect(caller.frames("FOREX_TRADE")).toHaveLength(before);
    floor.quote("EURUSD", "1.08590", "1.08600");
    const moved = await caller.until(
      "FOREX_TRADE",
      (frame) => ordersOf(frame).length === 1 && frame.seq > 2,
    );
    expect(ordersOf(moved)).toEqual([euro]);
    expect(moved.data.data[0]).toMatchObject({ UpdatePrice: "1.08590", FactProfits: "9.000000" });
    const { data } = await trader.get("/v1/api/main/account/forexDetail");
    expect(moved.data).toMatchObject(data);
    expect(yen).not.toBe(euro);
    const seqs = caller.frames("FOREX_TRADE").map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) + at));
  });

  it("moves the legs of a hedge, although their sum stands still", async () => {
    const trader = await floor.openDemo();
    for (const type of [1, 2]) await trader.post(SUBMIT, { ...BUY, type });
    const caller = await follow(trader);
    floor.quote("EURUSD", "1.08590", "1.08600");
    const moved = await caller.until("FOREX_TRADE", ({ snapshot }) => snapshot === undefined);
    expect(ordersOf(moved)).toHaveLength(2);
  });

  it("an account without positions is not told of prices", async () => {
    const trader = await floor.openDemo();
    await trader.post(SUBMIT, { ...BUY, status: 0, target_price: "1.01" });
    const caller = await follow(trader);
    for (let move = 0; move < 3; move += 1) {
      floor.quote("EURUSD", `1.0859${move}`, "1.08600");
      await pause(120);
    }
    expect(caller.frames("FOREX_TRADE")).toHaveLength(1);
  });
});

describe("FOREX_CLOSED", () => {
  it("tells the ids with the rule that fired, before the account without them", async () => {
    const trader = await floor.openDemo();
    const caller = await follow(trader);
    const stop = { ...BUY, stop_loss_price: "1.08000" };
    const stopped = (await trader.post(SUBMIT, stop)).data.Id;
    const kept = (await trader.post(SUBMIT, BUY)).data.Id;
    await caller.until("FOREX_TRADE", ({ data }) => data.total === 2);
    floor.quote("EURUSD", "1.07990", "1.08000");
    const { data } = await caller.until("FOREX_CLOSED", (frame) => frame.data.length > 0);
    expect(data).toEqual([
      {
        Id: stopped,
        PartOf: null,
        Status: 3,
        ForexId: "1",
        CloseReason: "stop-loss",
        CloseReasonTran: "Stop loss",
        UpdatePrice: "1.07990",
        FactProfits: "-51.000000",
        CloseTime: expect.any(Number),
      },
    ]);
    const trade = await caller.until("FOREX_TRADE", (frame) => frame.data.Gone.length > 0);
    expect(trade.data).toMatchObject({ Gone: [stopped], total: 1 });
    expect(ordersOf(trade)).toEqual([kept]);
    const heard = caller.heard.map((text) => text.slice(0, 24));
    expect(heard.findLastIndex((text) => text.includes("CLOSED"))).toBeLessThan(
      heard.findLastIndex((text) => text.includes("TRADE")),
    );
  });

  it("tells of a part under its own id, and of a cancelled order", async () => {
    const trader = await floor.openDemo();
    const caller = await follow(trader);
    const whole = (await trader.post(SUBMIT, BUY)).data.Id;
    const waits = (await trader.post(SUBMIT, { ...BUY, status: 0, target_price: "1.05" })).data.Id;
    const part = (await trader.post(CLOSE, { id: whole, cont: "0.04" })).data.Id;
    await trader.post("/v1/api/forex/cancel_trade", { id: waits });
    const told = () => caller.frames("FOREX_CLOSED").flatMap(({ data }) => data);
    await caller.until("FOREX_CLOSED", () => told().length === 2);
    expect(told()).toMatchObject([
      { Id: part, PartOf: whole, Status: 3, CloseReason: "user" },
      { Id: waits, PartOf: null, Status: 4, CloseReason: "user", FactProfits: "0.000000" },
    ]);
    // On a busy machine these are two frames.
    const trade = () => caller.frames("FOREX_TRADE").map(({ data }) => data);
    await caller.until("FOREX_TRADE", () => trade().at(-1)?.total === 1);
    const orders = trade().flatMap(({ data }) => data);
    expect(orders.findLast(({ Id }) => Id === whole)).toMatchObject({ Quantity: "0.06" });
  });
});

describe("T76: two who are logged in", () => {
  it("never hear of each other, whatever they ask for", async () => {
    const [ann, bob] = [await floor.openDemo(), await floor.openDemo()];
    const [hers, his] = [await follow(ann), await follow(bob)];
    const own = { ann: new Set<string>(), bob: new Set<string>() };
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = await Promise.all([ann.post(SUBMIT, BUY), bob.post(SUBMIT, BUY)]);
      own.ann.add(a.data.Id);
      own.bob.add(b.data.Id);
      floor.quote("EURUSD", `1.0850${round}`, "1.08510");
      if (round % 2 === 0) await ann.post(CLOSE, { id: a.data.Id });
      else await bob.post(CLOSE, { id: b.data.Id });
    }
    for (const topic of [`FOREX_TRADE.${ann.userId}`, `FOREX_TRADE/${ann.userId}`, "forex_trade"]) {
      his.say({ type: "sub", params: topic });
    }
    await hers.until("FOREX_TRADE", ({ data }) => data.total === 2);
    await his.until("FOREX_TRADE", ({ data }) => data.total === 3);
    await pause(250);
    expect(idsIn(hers)).toEqual(own.ann);
    expect(idsIn(his)).toEqual(own.bob);
    expect(his.frames("error").map(({ reason }) => reason)).toEqual(Array(3).fill("TOPIC_UNKNOWN"));
  });

  it("a socket that logs in as another, or out, hears of the first no more", async () => {
    const [ann, bob] = [await floor.openDemo(), await floor.openDemo()];
    const caller = await follow(ann);
    caller.say({ type: "login", params: bob.token });
    await caller.until("login", () => caller.frames("login").length === 2);
    const before = caller.heard.length;
    await ann.post(SUBMIT, BUY);
    await bob.post(SUBMIT, BUY);
    await pause(250);
    expect(caller.heard).toHaveLength(before);
    caller.say({ type: "sub", params: "FOREX_TRADE" });
    await caller.until("FOREX_TRADE", ({ data }) => data.total === 1);
    caller.say({ type: "logout" });
    await caller.until("logout");
    const after = caller.heard.length;
    await bob.post(SUBMIT, BUY);
    await pause(250);
    expect(caller.heard).toHaveLength(after);
    caller.say({ type: "sub", params: "FOREX_TRADE" });
    expect((await caller.until("error")).reason).toBe("SESSION_EXPIRED");
    expect(await bob.get("/api/user/info")).toMatchObject({ code: 1 });
  });
});

function idsIn(caller: SocketCaller): Set<string> {
  const ids = [...caller.frames("FOREX_TRADE"), ...caller.frames("FOREX_CLOSED")].flatMap(
    ({ data }) => (Array.isArray(data) ? data : data.data).map(({ Id }: { Id: string }) => Id),
  );
  return new Set(ids);
}

async function openSockets(): Promise<number> {
  const { body } = await ask(floor.gateway(), "/metrics");
  return Number(/^truetick_sockets_open (\d+)$/m.exec(body)?.[1]);
}

/** What any process of ours does in the database, of which this one only hears. */
async function revokeElsewhere(trader: Trader): Promise<void> {
  await sql`with ended as (
      update user_session set revoked_at = clock_timestamp()
      where user_id = ${BigInt(trader.userId)} returning id
    ) select pg_notify('session_ended', id::text) from ended`.execute(floor.test.database);
}

describe("inv30: a session that ends", () => {
  it("T79: closes its sockets within a second, and nobody else's", async () => {
    const [ann, bob] = [await floor.openDemo(), await floor.openDemo()];
    const [first, second, other] = [await follow(ann), await logIn(ann), await follow(bob)];
    const startedAt = performance.now();
    expect(await ann.post(LOG_OUT)).toMatchObject({ code: 1 });
    for (const { closed } of [first, second]) {
      expect(await closed).toEqual({ code: 1008, reason: "session ended" });
    }
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    other.socket.send("ping");
    await pause(50);
    expect(other.heard.at(-1)).toBe("pong");
  });

  it("closes a socket whose client does not answer the goodbye either", async () => {
    const ann = await floor.openDemo();
    const caller = await follow(ann);
    caller.socket.pause();
    const startedAt = performance.now();
    await ann.post(LOG_OUT);
    while ((await openSockets()) > 0) await pause(20);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it("closes them when it was ended by another process", async () => {
    const ann = await floor.openDemo();
    const caller = await follow(ann);
    const startedAt = performance.now();
    await revokeElsewhere(ann);
    expect(await caller.closed).toMatchObject({ code: 1008 });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(await ann.get("/api/user/info")).toMatchObject({ code: 999 });
  });

  it.each([
    ["is too old", sql`expires_at = clock_timestamp() + interval '2 seconds'`],
    [
      "was not used for long",
      sql`last_used_at = clock_timestamp() - interval '30 days' + interval '2 seconds'`,
    ],
  ])("T18: closes them within a second when it %s", async (_why, change) => {
    const [ann, bob] = [await floor.openDemo(), await floor.openDemo()];
    // Known, so that coming to the socket is no use that is noted.
    await ann.get("/api/user/info");
    const endsAt = performance.now() + 2_000;
    await sql`update user_session set ${change} where user_id = ${BigInt(ann.userId)}`.execute(
      floor.test.database,
    );
    const endedAt = performance.now() + 2_000;
    const [hers, his] = [await logIn(ann), await logIn(bob)];
    expect(await hers.closed).toMatchObject({ code: 1008, reason: "session ended" });
    expect(performance.now()).toBeGreaterThanOrEqual(endsAt);
    expect(performance.now() - endedAt).toBeLessThan(1_000);
    expect(his.socket.readyState).toBe(his.socket.OPEN);
  });

  it("closes them after an outage in which its end was missed", async () => {
    const [ann, bob] = [await floor.openDemo(), await floor.openDemo()];
    const [hers, his] = [await logIn(ann), await logIn(bob)];
    floor.proxy.shut();
    floor.proxy.cut();
    await revokeElsewhere(ann);
    await pause(300);
    expect(hers.socket.readyState).toBe(hers.socket.OPEN);
    floor.proxy.open();
    expect(await hers.closed).toMatchObject({ code: 1008, reason: "session ended" });
    expect(his.socket.readyState).toBe(his.socket.OPEN);
  });
});
