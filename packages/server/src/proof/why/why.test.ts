// Why an order was closed (H12): a stop-out of three positions across a gap, told through the call
// and held against the engine's own records and against a recomputation that shares no code; then
// every other way an order ends. Nobody but the owner is told (T56).

import { CALLS } from "@truetick/contract/calls";
import type { Why, WhyAvoided, WhyStep } from "@truetick/contract/proof";
import { decodeEvents, type Event } from "@truetick/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { bruteStopOut, type PlainPosition } from "./testing/brute-stop-out.ts";

const WHY = "/v1/api/proof/why";
const SUBMIT = "/v1/api/forex/submit";
const CLOSE = "/v1/api/forex/close";
const SECOND_MS = 1_000;

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(async () => {
  expect(await floor.broken()).toEqual({});
  await floor.close();
});
beforeEach(() => {
  quoteAll();
});

/** Each a second apart, so that what was the newest is plain. */
function quoteAll(): void {
  give("EURUSD", "1.10000", "1.10010");
  give("USDJPY", "149.490", "149.500");
  give("GBPUSD", "1.30000", "1.30010");
  give("GOLD", "2650.00", "2650.30");
}

function give(code: string, bid: string, ask: string): void {
  floor.clock.advance(SECOND_MS);
  floor.quote(code, bid, ask);
}

const EURUSD = { type: 1, cont: "1", forex_id: 1, status: 1, multiple: 100 };
const USDJPY = { type: 1, cont: "0.5", forex_id: 2, status: 1, multiple: 100 };
const GOLD = { type: 1, cont: "0.1", forex_id: 6, status: 1, multiple: 20 };

async function place(trader: Trader, fields: Record<string, string | number>): Promise<string> {
  floor.clock.advance(SECOND_MS);
  const reply = await trader.get(SUBMIT, fields);
  expect(reply.code, reply.body).toBe(1);
  return reply.data.Id;
}

async function ask(trader: Trader, id: string): Promise<Why> {
  const reply = await trader.get(WHY, { order_id: id });
  expect(reply.code, reply.body).toBe(1);
  // The schema of the call is strict: nothing is said that is not declared.
  CALLS.getWhy.output.parse(reply.data);
  return reply.data;
}

function stepOf<Kind extends WhyStep["kind"]>(why: Why, kind: Kind, nth = 0) {
  const found = why.steps.filter((step) => step.kind === kind)[nth];
  if (!found) throw new Error(`no ${kind} among ${why.steps.map((step) => step.kind).join()}`);
  return found as Extract<WhyStep, { kind: Kind }>;
}

function avoidedBy<Kind extends WhyAvoided["kind"]>(why: Why, kind: Kind) {
  const found = why.avoided.find((one) => one.kind === kind);
  if (!found) throw new Error(`not avoided by ${kind}`);
  return found as Extract<WhyAvoided, { kind: Kind }>;
}

/** Until the inbox knows what the journal does. */
async function told(): Promise<void> {
  await floor.sequencer().read(() => null);
  await floor.members().notices.journal.catchUp();
}

async function rowOf(seq: number): Promise<readonly Event[]> {
  const { rows } = await sql<{ events: Buffer }>`
    select events from journal where seq = ${seq}`.execute(floor.test.database);
  return decodeEvents(rows[0]?.events ?? Buffer.alloc(0));
}

async function historyOf(trader: Trader): Promise<{ Id: string; PartOf: string | null }[]> {
  return (await trader.get("/v1/api/forex/my_deal", { status: 3 })).data.data;
}

/** Millionths. */
const units = (text: string): bigint => BigInt(text.replace(".", ""));

describe("H12: a stop-out of three positions across a gap", () => {
  let trader: Trader;
  let ids: readonly string[];
  let pending: string;
  let why: Why;
  beforeEach(async () => {
    trader = await floor.openReal("4000");
    ids = [await place(trader, EURUSD), await place(trader, USDJPY), await place(trader, GOLD)];
    pending = await place(trader, { ...EURUSD, cont: "0.1", status: 0, target_price: "1.05" });
    quoteAll();
    give("GOLD", "2380.00", "2380.40");
    const part = (await historyOf(trader)).find(({ PartOf }) => PartOf === ids[2]);
    why = await ask(trader, part?.Id ?? "");
  });

  it("equals the engine's own records, number by number", async () => {
    const events = await rowOf(why.row);
    const evidence = events.find((event) => event.type === "StoppedOut");
    const reduced = events.find((event) => event.type === "OrderReduced");
    const cancelled = events.find((event) => event.type === "OrderCancelled");
    if (!evidence || !reduced || !cancelled) throw new Error("the row has a stop-out");
    expect(events.filter(({ type }) => type === "OrderClosed")).toEqual([]);
    const valued = stepOf(why, "valued");
    expect(units(valued.cash)).toBe(evidence.cash);
    expect(units(valued.equity)).toBe(evidence.equity);
    expect(units(valued.used)).toBe(evidence.used);
    expect(valued.level?.replace(/^0\./, "")).toBe(String(evidence.level));
    expect(valued.at).toBe(evidence.atMs / SECOND_MS);
    for (const quote of evidence.quotes) {
      const tick = why.ticks.find(({ market, seq }) => {
        return market === String(quote.marketId) && seq === quote.seq;
      });
      expect(tick?.bid.replace(/^0?\.?/, "").replace(".", "")).toBe(String(quote.bid));
      expect(tick?.ask.replace(".", "")).toBe(String(quote.ask));
    }
    expect(stepOf(why, "cancelled").orders).toEqual([
      { order: pending, market: "1", freed: "105.000000" },
    ]);
    expect(String(cancelled.orderId)).toBe(pending);
    const closed = stepOf(why, "closed");
    expect(closed).toMatchObject({
      order: String(reduced.closedOrderId),
      of: String(reduced.orderId),
      market: "6",
      price: "2380.00",
      seq: reduced.fill.seq,
    });
    expect(units(closed.profit)).toBe(reduced.profit);
    expect(Math.round(Number(closed.lots) * 10_000)).toBe(reduced.lots);
    expect(Math.round(Number(closed.left) * 10_000)).toBe(reduced.lotsLeft);
    expect(why.same).toBe(true);
  });

  it("equals a recomputation that shares no code: which position, and how few lots", () => {
    const quotes = {
      "1": { bid: 110_000n, ask: 110_010n },
      "2": { bid: 149_490n, ask: 149_500n },
      "6": { bid: 238_000n, ask: 238_040n },
    };
    const positions: PlainPosition[] = [
      { order: ids[0] ?? "", market: "1", lots: 10_000n, open: 110_010n, margin: 1_100_100_000n },
      { order: ids[1] ?? "", market: "2", lots: 5_000n, open: 149_500n, margin: 500_016_723n },
      { order: ids[2] ?? "", market: "6", lots: 1_000n, open: 265_030n, margin: 1_325_150_000n },
    ];
    const brute = bruteStopOut({ cash: 4_000_000_000n, positions, quotes, rule: "most-margin" });
    const valued = stepOf(why, "valued");
    expect(units(valued.equity)).toBe(brute.equity);
    expect(units(valued.used)).toBe(brute.used);
    expect(valued.positions.map(({ order, profit }) => [order, units(profit)])).toEqual(
      brute.profits,
    );
    const chosen = stepOf(why, "chosen");
    const closed = stepOf(why, "closed");
    expect(brute.closings).toHaveLength(1);
    expect(brute.closings[0]).toMatchObject({ order: chosen.order, isAll: false });
    expect(BigInt(Math.round(Number(closed.lots) * 10_000))).toBe(brute.closings[0]?.lots);
    expect(units(closed.after?.equity ?? "")).toBe(brute.closings[0]?.equity);
    expect(units(closed.after?.used ?? "")).toBe(brute.closings[0]?.used);
    expect(chosen).toMatchObject({ rule: "most-margin", among: 3, passed: [], market: "6" });
    // One lot step less is not enough, and this many are.
    expect(Number(closed.fewer?.level)).toBeLessThan(0.55);
    expect(Number(closed.after?.level)).toBeGreaterThanOrEqual(0.55);
  });

  it("tells the gap, the margin call of the same quote, and what would have avoided it", () => {
    expect(stepOf(why, "moved")).toMatchObject({ market: "6", from: "2650.00", to: "2380.00" });
    expect(stepOf(why, "called")).toMatchObject({ market: "6", bid: "2380.00" });
    expect(stepOf(why, "opened")).toMatchObject({ price: "2650.30", lots: "0.10" });
    const { equity, used } = stepOf(why, "valued");
    const { amount } = avoidedBy(why, "funds");
    const level = (more: bigint) => (units(equity) + more) * 2n - units(used);
    expect(level(units(amount)) > 0n).toBe(true);
    expect(level(units(amount) - 1n) <= 0n).toBe(true);
    expect(avoidedBy(why, "stop")).toMatchObject({ order: ids[2], market: "6" });
    expect(avoidedBy(why, "lots")).toMatchObject({ order: ids[2], market: "6" });
  });

  it("answers the same for the pending order that was cancelled", async () => {
    const cancelled = await ask(trader, pending);
    expect(cancelled).toMatchObject({ about: "cancel", row: why.row, same: true });
    expect(stepOf(cancelled, "valued")).toEqual(stepOf(why, "valued"));
    expect(cancelled.avoided).toEqual([avoidedBy(why, "funds")]);
  });

  it("T56: is told to nobody else", async () => {
    const stranger = await floor.openReal("100");
    const unknown = await stranger.get(WHY, { order_id: "999999999" });
    expect(unknown.reason).toBe("ORDER_UNKNOWN");
    for (const id of [why.order.id, ...ids, pending]) {
      expect((await stranger.get(WHY, { order_id: id })).body).toBe(unknown.body);
    }
  });
});

describe("an account that falls below zero", () => {
  it("loses everything, and the house pays the rest to exactly zero", async () => {
    const trader = await floor.openReal("4000");
    const ids = [
      await place(trader, EURUSD),
      await place(trader, USDJPY),
      await place(trader, GOLD),
    ];
    quoteAll();
    give("GOLD", "2200.00", "2200.40");
    const why = await ask(trader, ids[0] ?? "");
    const order = why.steps.flatMap((step) => (step.kind === "chosen" ? [step.market] : []));
    expect(order).toEqual(["6", "1", "2"]);
    const amount = units(stepOf(why, "protected").amount);
    expect(-amount).toBe(units(stepOf(why, "valued").equity));
    expect(stepOf(why, "closed", 2).after).toMatchObject({ used: "0.000000", level: null });
    expect(why.same).toBe(true);
  });
});

describe("a position whose market is closed", () => {
  it("is passed over, and waits", async () => {
    const trader = await floor.openReal("4000");
    await place(trader, EURUSD);
    await place(trader, USDJPY);
    const gold = await place(trader, GOLD);
    quoteAll();
    give("GOLD", "2450.00", "2450.40");
    await floor.setSession("GOLD", "closed");
    give("EURUSD", "1.08000", "1.08010");
    await floor.setSession("GOLD", "open");
    await told();
    const first = (await historyOf(trader))[0]?.Id ?? "";
    const why = await ask(trader, first);
    expect(stepOf(why, "chosen").passed).toEqual([
      { order: gold, market: "6", obstacle: "closed" },
    ]);
    expect(why.same).toBe(true);
    // The margin call came a quote earlier, and is told with that quote.
    expect(stepOf(why, "called").at).toBeLessThan(stepOf(why, "valued").at);
  });
});

describe("the other ways an order ends", () => {
  it("by a stop-loss that a gap jumped over: the quote before, the level, the fill", async () => {
    const trader = await floor.openReal("4000");
    const id = await place(trader, { ...EURUSD, cont: "0.1", stop_loss_price: "1.09500" });
    await place(trader, { ...USDJPY, cont: "0.1" });
    give("USDJPY", "149.490", "149.500");
    give("EURUSD", "1.09600", "1.09610");
    give("EURUSD", "1.09000", "1.09010");
    const why = await ask(trader, id);
    expect(why).toMatchObject({ about: "close", order: { reason: "stop-loss" } });
    expect(stepOf(why, "moved")).toMatchObject({ from: "1.09600", to: "1.09000" });
    expect(stepOf(why, "fired")).toMatchObject({
      rule: "stop-loss",
      trigger: "1.09500",
      price: "1.09000",
    });
    // 0.1 lot from 1.10010 to 1.09000.
    expect(stepOf(why, "closed")).toMatchObject({ profit: "-101.000000", left: "0.00" });
    const valued = stepOf(why, "valued");
    expect(units(valued.equity)).toBe(units(valued.cash) + units(valued.floating));
    expect(valued.positions).toHaveLength(2);
    expect(stepOf(why, "closed").after?.equity).toBe(valued.equity);
    expect(avoidedBy(why, "further")).toEqual({ kind: "further", market: "1", price: "1.08999" });
  });

  it("by a take-profit, and by a trailing stop", async () => {
    const trader = await floor.openReal("4000");
    const id = await place(trader, { ...EURUSD, cont: "0.1", target_profit_price: "1.10200" });
    const trailed = await place(trader, { ...EURUSD, cont: "0.1" });
    await trader.get("/v1/api/forex/set_trailing_stop", { id: trailed, trailing_distance: 100 });
    give("EURUSD", "1.10200", "1.10210");
    give("EURUSD", "1.10090", "1.10100");
    const why = await ask(trader, id);
    expect(stepOf(why, "fired")).toMatchObject({ rule: "take-profit", trigger: "1.10200" });
    expect(why.avoided).toEqual([]);
    const other = await ask(trader, trailed);
    expect(stepOf(other, "fired")).toMatchObject({ rule: "trailing-stop", trigger: "1.10100" });
  });

  it("by the trader, whole or in part; nothing had to be avoided", async () => {
    const trader = await floor.openReal("4000");
    const id = await place(trader, { ...USDJPY, cont: "0.2" });
    floor.clock.advance(SECOND_MS);
    const part = (await trader.get(CLOSE, { id, cont: "0.05" })).data.Id;
    floor.clock.advance(SECOND_MS);
    await trader.get(CLOSE, { id });
    const why = await ask(trader, part);
    expect(why.order).toMatchObject({ part: id, lots: "0.05", reason: "user" });
    expect(stepOf(why, "asked").reason).toBe("user");
    expect(stepOf(why, "valued").positions[0]?.lots).toBe("0.20");
    expect(stepOf(why, "closed")).toMatchObject({ lots: "0.05", left: "0.15" });
    expect(why.avoided).toEqual([]);
    const whole = await ask(trader, id);
    expect(stepOf(whole, "valued").positions[0]?.lots).toBe("0.15");
    expect(stepOf(whole, "closed").after).toMatchObject({ used: "0.000000", level: null });
    // The yen converts itself: its own quote is named for that, too.
    expect(whole.ticks.find(({ uses }) => uses.includes("convert"))?.market).toBe("2");
  });

  it("by a demo reset; a cancelled order ends without a fill", async () => {
    const trader = await floor.openDemo();
    const id = await place(trader, EURUSD);
    const waiting = await place(trader, { ...EURUSD, status: 0, target_price: "1.05" });
    await trader.get("/v1/api/forex/cancel_trade", { id: waiting });
    await trader.get("/v1/api/main/user/resetForexDemoAccount");
    expect(stepOf(await ask(trader, id), "asked").reason).toBe("demo-reset");
    expect((await ask(trader, waiting)).steps).toMatchObject([{ kind: "ended", reason: "user" }]);
  });

  it("an open order tells the account's last margin call, or that there is none", async () => {
    const trader = await floor.openReal("1500");
    const id = await place(trader, EURUSD);
    const nothing = await trader.get(WHY, { order_id: id });
    expect(nothing.reason).toBe("NOTHING_TO_EXPLAIN");
    give("EURUSD", "1.09500", "1.09510");
    await told();
    const why = await ask(trader, id);
    expect(why).toMatchObject({ about: "call", same: true, order: { reason: null } });
    const called = stepOf(why, "called");
    expect(stepOf(why, "valued").equity).toBe(called.equity);
    // 1500 - 510 = 990 against 1100.10.
    expect(called).toMatchObject({ equity: "990.000000", used: "1100.100000" });
    expect(avoidedBy(why, "funds")).toMatchObject({ amount: "110.100001", level: "1.00000000" });
  });
});
