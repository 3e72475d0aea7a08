// The database goes away under live traders and comes back: nobody is logged out, no order is
// accepted that is not kept, and what was asked with a key is settled once (T19, F07, F08).

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  openTradingFloor,
  type Reply,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";

const SUBMIT = "/v1/api/forex/submit";
const LIST = "/v1/api/forex/my_deal";
const BUY = { type: 1, cont: "0.1", forex_id: 1, status: 1, multiple: 100 };
const UNAVAILABLE = ["UNAVAILABLE", "OUTCOME_UNKNOWN"];

let floor: TradingFloor;
let trader: Trader;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
beforeEach(async () => {
  floor.quote("EURUSD", "1.08490", "1.08500");
  trader = await floor.openDemo();
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

function cutOff(): void {
  floor.proxy.shut();
  floor.proxy.cut();
}

/** Asks until it is answered otherwise than "not now", as a client with a key may. */
async function persist(ask: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await ask();
    if (!UNAVAILABLE.includes(reply.reason ?? "") || attempt === 100) return reply;
    await sleep(100);
  }
}

describe("T19: while the database is away", () => {
  it("orders are refused as unavailable, and the session survives", async () => {
    await trader.get(SUBMIT, BUY);
    cutOff();
    const refused = await trader.get(SUBMIT, BUY);
    expect(refused.status).toBe(503);
    expect(UNAVAILABLE).toContain(refused.reason);
    const history = await trader.get(LIST, { status: 3 });
    expect(history).toMatchObject({ status: 503, code: 1503 });
    // Past the time that a session is remembered, so that the database must be asked.
    floor.clock.advance(10_000);
    const unknown = await trader.get(LIST, { status: 1 });
    expect(unknown).toMatchObject({ status: 503, code: 1503 });
    floor.proxy.open();
    const again = await persist(() => trader.get(LIST, { status: 1 }));
    expect(again).toMatchObject({ code: 1, data: { total: 1 } });
    floor.quote("EURUSD", "1.08490", "1.08500");
    expect((await persist(() => trader.get(SUBMIT, BUY))).code).toBe(1);
  });

  it("a demo login is refused as unavailable, and works afterwards with one grant", async () => {
    cutOff();
    const path = "/api/user/createAccountDemoForU?demo_id=q8Jz3mWx0LtPfY7uVnR2sA";
    expect((await floor.ask(path)).status).toBe(503);
    floor.proxy.open();
    const reply = await persist(() => floor.ask(path));
    expect(reply.code).toBe(1);
    const headers = { authorization: reply.data.token };
    const log = await persist(() => floor.ask("/v1/api/main/accountLog/forexChange", { headers }));
    expect(log.data.total).toBe(1);
  });
});

describe("F08: a reply of the database is lost on its way", () => {
  it("the trader hears that nobody knows, and the same key finds out", async () => {
    for (let round = 0; round < 5; round += 1) {
      floor.quote("EURUSD", "1.08490", "1.08500");
      const headers = { "idempotency-key": `lost-${round}` };
      const asking = trader.post(SUBMIT, BUY, headers);
      floor.proxy.loseReplies();
      const first = await asking;
      floor.proxy.release();
      const second = await persist(() => trader.post(SUBMIT, BUY, headers));
      expect(second.code).toBe(1);
      if (first.code === 1) expect(second.body).toBe(first.body);
      else expect(UNAVAILABLE).toContain(first.reason);
      const { data } = await persist(() => trader.get(LIST, { status: 1 }));
      expect(data.total).toBe(round + 1);
    }
  });
});
