// T01 and its kin: one attempt, one order, one answer, whoever repeats it, however often, also
// across a restart; and races for the same money or the same order settle once (T52, T57, T58).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  openTradingFloor,
  type Reply,
  type Trader,
  type TradingFloor,
  withQuery,
} from "../../testing/trading-floor.ts";

const SUBMIT = "/v1/api/forex/submit";
const CLOSE = "/v1/api/forex/close";
const CANCEL = "/v1/api/forex/cancel_trade";
const LIST = "/v1/api/forex/my_deal";
const BUY = { type: 1, cont: "0.1", forex_id: 1, status: 1, multiple: 100 };
const RACERS = 200;

let floor: TradingFloor;
let trader: Trader;
let time = 1_700_000_000_000;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
beforeEach(async () => {
  floor.quote("EURUSD", "1.08490", "1.08500");
  trader = await floor.openDemo();
  time += 1;
});

function race(ask: () => Promise<Reply>, count = RACERS): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, ask));
}

async function countOf(status: 0 | 1 | 3): Promise<number> {
  return (await trader.get(LIST, { status })).data.total;
}

describe("T01: one attempt, one order", () => {
  it("200 requests of one address are one order and 200 equal answers", async () => {
    const replies = await race(() => trader.get(SUBMIT, { ...BUY, t: time }));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies[0]?.code).toBe(1);
    expect(await countOf(1)).toBe(1);
  });

  it("200 requests of one key are one order and 200 equal answers", async () => {
    const headers = { "idempotency-key": `race-${time}` };
    const replies = await race(() => trader.post(SUBMIT, BUY, headers));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies[0]?.code).toBe(1);
    expect(await countOf(1)).toBe(1);
  });

  it("the answer stays the same whatever has changed since, also after a restart", async () => {
    const asks = {
      opened: () => trader.get(SUBMIT, { ...BUY, t: time }),
      refused: () => trader.get(SUBMIT, { ...BUY, cont: "40", t: time }),
      wrongStop: (id: string) =>
        trader.get("/v1/api/forex/set_stop_price", { id, stop_loss_price: "1.2", t: time }),
      closed: (id: string) => trader.get(CLOSE, { id, cont: "0.05", t: time }),
    };
    const opened = await asks.opened();
    const id = opened.data.Id;
    const first = [opened, await asks.refused(), await asks.wrongStop(id), await asks.closed(id)];
    expect(first.map((reply) => reply.reason ?? "ok")).toEqual([
      "ok",
      "MARGIN_EXCEEDS_FREE",
      "STOP_LOSS_WRONG_SIDE",
      "ok",
    ]);
    await trader.get(CLOSE, { id });
    floor.quote("EURUSD", "1.30000", "1.30010");
    await floor.restart();
    floor.clock.advance(30 * 86_400_000);
    const again = [
      await asks.opened(),
      await asks.refused(),
      await asks.wrongStop(id),
      await asks.closed(id),
    ];
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    expect(await countOf(1)).toBe(0);
    expect(await countOf(3)).toBe(2);
  });

  it("without a name every request is an order of its own", async () => {
    await trader.get(SUBMIT, BUY);
    await trader.get(SUBMIT, BUY);
    await trader.post(SUBMIT, BUY);
    expect(await countOf(1)).toBe(3);
  });

  it("another time, another order; another trader's key is another key", async () => {
    const other = await floor.openDemo();
    const headers = { "idempotency-key": "mine" };
    const one = await trader.post(SUBMIT, BUY, headers);
    const two = await other.post(SUBMIT, BUY, headers);
    expect(two.data.Id).not.toBe(one.data.Id);
    await trader.get(SUBMIT, { ...BUY, t: 1 });
    await trader.get(SUBMIT, { ...BUY, t: 2 });
    expect(await countOf(1)).toBe(3);
  });

  it("the same key for something else is refused, and nothing happens", async () => {
    const headers = { "idempotency-key": "once" };
    await trader.post(SUBMIT, BUY, headers);
    const other = await trader.post(SUBMIT, { ...BUY, cont: "0.2" }, headers);
    expect(other).toMatchObject({ status: 200, reason: "KEY_REUSED" });
    const elsewhere = await trader.post("/v1/api/forex/close_all", {}, headers);
    expect(elsewhere.reason).toBe("KEY_REUSED");
    expect(await countOf(1)).toBe(1);
  });

  it("T91: whatever t says, it is a name and not a time", async () => {
    for (const t of ["0", "-1", "9".repeat(40), "yesterday", "%F0%9F%95%90"]) {
      expect((await trader.get(SUBMIT, { ...BUY, t })).code).toBe(1);
    }
    expect(await countOf(1)).toBe(5);
  });
});

describe("races settle once", () => {
  it("T52: of 200 orders that each need 60 % of the money exactly one is filled", async () => {
    const replies = await race(() => trader.get(SUBMIT, { ...BUY, cont: "5.53" }));
    const reasons = replies.map((reply) => reply.reason ?? "ok");
    expect(reasons.filter((reason) => reason === "ok")).toHaveLength(1);
    expect(reasons.filter((reason) => reason === "MARGIN_EXCEEDS_FREE")).toHaveLength(RACERS - 1);
    expect(await countOf(1)).toBe(1);
  });

  it("T57: 50 closings and a stop loss at once are one settlement", async () => {
    const { data } = await trader.get(SUBMIT, { ...BUY, stop_loss_price: "1.08000" });
    const closing = race(() => trader.get(CLOSE, { id: data.Id }), 50);
    floor.quote("EURUSD", "1.07900", "1.07910");
    const replies = await closing;
    const won = replies.filter((reply) => reply.code === 1).length;
    expect(won).toBeLessThanOrEqual(1);
    for (const reply of replies) {
      if (reply.code !== 1) expect(reply.reason).toBe("ORDER_UNKNOWN");
    }
    const history = await trader.get(LIST, { status: 3 });
    expect(history.data.total).toBe(1);
    expect(history.data.data[0].CloseReason).toBe(won === 1 ? "user" : "stop-loss");
    const log = await trader.get("/v1/api/main/accountLog/forexChange");
    expect(log.data.total).toBe(2);
  });

  it("T58: cancelling races the trigger: cancelled or filled, never both", async () => {
    for (let round = 0; round < 10; round += 1) {
      floor.quote("EURUSD", "1.08490", "1.08500");
      const pending = { ...BUY, status: 0, target_price: "1.08000" };
      const { data } = await trader.get(SUBMIT, pending);
      const cancelling = race(() => trader.get(CANCEL, { id: data.Id }), 5);
      floor.quote("EURUSD", "1.07980", "1.07990");
      const won = (await cancelling).filter((reply) => reply.code === 1).length;
      expect(won).toBeLessThanOrEqual(1);
      const holding = await trader.get(LIST, { status: 1 });
      const isHolding = holding.data.data.some((order: { Id: string }) => order.Id === data.Id);
      expect(isHolding).toBe(won === 0);
      expect((await trader.get("/v1/api/main/account/forexDetail")).data.ReservedMargin).toBe(
        "0.000000",
      );
    }
  });
});

describe("T02, T03: what must not run a write", () => {
  const own = () => ({ authorization: trader.token, lang: "en" });
  const address = () => withQuery(SUBMIT, BUY);

  it.each(["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE"])("%s is 405", async (method) => {
    const reply = await floor.ask(address(), { method, headers: own() });
    expect(reply.status).toBe(405);
    expect(await countOf(1)).toBe(0);
  });

  it.each([
    { "x-http-method-override": "GET" },
    { "sec-fetch-mode": "navigate" },
    { "sec-fetch-dest": "image" },
    { "sec-fetch-site": "cross-site" },
    { "sec-purpose": "prefetch" },
    { origin: "https://evil.example" },
  ])("%o is refused", async (headers) => {
    const reply = await floor.ask(address(), { headers: { ...own(), ...headers } });
    expect([403, 405]).toContain(reply.status);
    expect(await countOf(1)).toBe(0);
  });
});
