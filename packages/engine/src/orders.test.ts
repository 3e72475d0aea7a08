// What must hold of orders in any history: fills on the tape, stops only where the price went,
// every index against a scan, only the legal moves.

import { assert } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type {
  Command,
  Decision,
  Event,
  Fill,
  MarketSession,
  OrderMove,
  OrderStatus,
} from "./index.ts";
import { decide, isDealt, NEXT_STATUS } from "./index.ts";
import { firedBy, isConvertedByOld, scanFired } from "./testing/brute-force.ts";
import { acts, Run, runs } from "./testing/random-run.ts";

vi.setConfig({ testTimeout: 120_000 });

describe("triggers, against a scan of all orders", () => {
  test("a tick fires exactly what is at or beyond its level, no more and no less", () => {
    let fired = 0;
    fc.assert(
      fc.property(acts(160), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const command = run.commandOf(act);
          if (command.type !== "TakeQuote") {
            run.carryOut(command);
            continue;
          }
          run.carryOut({ type: "ExpireOrders", atMs: command.atMs });
          const market = run.state.marketOf(command.marketId);
          if (market === null || !isDealt(market.session)) continue;
          const reached = scanFired(run.state, market, command.bid, command.ask);
          const isWaiting =
            market.session === "closing-only" || isConvertedByOld(market, command.atMs);
          const expected = isWaiting ? { ...reached, triggered: [] } : reached;
          const decision = run.carryOut(command);
          const actual = firedBy(decision.isAccepted ? decision.events : []);
          expect(actual).toEqual(expected);
          fired += actual.closing.length + actual.triggered.length;
        }
      }),
      runs(120),
    );
    expect(fired).toBeGreaterThan(200);
  });

  test("trailing levels are what folding max and min over the tape gives", () => {
    fc.assert(
      fc.property(acts(120), (list) => {
        const run = new Run().begin();
        const levels = new Map<number, number>();
        for (const act of list) {
          const { decision } = run.step(act);
          if (decision.isAccepted) for (const event of decision.events) follow(levels, run, event);
          checkLevels(levels, run);
        }
      }),
      runs(60),
    );
  });
});

/** Keeps each trailing level the slow way. */
function follow(levels: Map<number, number>, run: Run, event: Event): void {
  if (event.type === "OrderOpened" || event.type === "TrailingSet") {
    if (event.trailingLevel === null) levels.delete(event.orderId);
    else levels.set(event.orderId, event.trailingLevel);
  }
  if (event.type === "OrderClosed") levels.delete(event.orderId);
  if (event.type !== "QuoteTaken") return;
  const { orders } = run.state;
  const market = run.state.marketOf(event.marketId);
  if (!market || !isDealt(market.session)) return;
  for (const [id, level] of levels) {
    const slot = orders.slotOf(id);
    if (slot < 0 || orders.market[slot] !== market.slot) continue;
    const distance = orders.trailingDistance[slot] ?? 0;
    const isSell = orders.isSell(slot);
    const next = isSell
      ? Math.min(level, event.ask + distance)
      : Math.max(level, event.bid - distance);
    levels.set(id, next);
  }
}

function checkLevels(levels: Map<number, number>, { state: { orders } }: Run): void {
  for (const [id, level] of levels) {
    const slot = orders.slotOf(id);
    assert(slot < 0 || orders.trailingLevel[slot] === level, `trailing level of order ${id}`);
  }
}

/** Whatever adds risk, or would. */
const ADDS_RISK = new Set(["OrderOpened", "OrderPlaced", "OrderAmended"]);

describe("F30: a market for closing only", () => {
  test("takes no new risk, whatever happens to it", () => {
    let risky = 0;
    fc.assert(
      fc.property(acts(160), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          for (const event of eventsOf(run.step(act).decision)) {
            if (!("marketId" in event) || !ADDS_RISK.has(event.type)) continue;
            expect(run.state.marketOf(event.marketId)?.session).toBe("open");
            risky += 1;
          }
        }
      }),
      runs(60),
    );
    expect(risky).toBeGreaterThan(200);
  });

  test("decides everything else as an open one does", () => {
    let closed = 0;
    fc.assert(
      fc.property(acts(160), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const command = run.commandOf(act);
          if (command.type !== "PlaceOrder" && command.type !== "AmendOrder") {
            const { open, closingOnly } = decideBoth(run, command);
            expect(closingOnly).toEqual(open);
            closed += closingOnly.filter(({ type }) => type === "OrderClosed").length;
          }
          run.carryOut(command);
        }
      }),
      runs(60),
    );
    expect(closed).toBeGreaterThan(100);
  });
});

function eventsOf(decision: Decision): readonly Event[] {
  return decision.isAccepted ? decision.events : [];
}

/** The same command on the same books, once with every market open, once for closing only. */
function decideBoth({ state }: Run, command: Command) {
  const sessions = state.markets.map(({ session }) => session);
  const decideIn = (session: MarketSession) => {
    for (const market of state.markets) market.session = session;
    return decide(state, command);
  };
  const open = decideIn("open");
  const closingOnly = decideIn("closing-only");
  for (const [at, market] of state.markets.entries()) market.session = sessions[at] ?? "closed";
  // What opened may be margin-called or closed by the same tick: nothing can be compared then.
  const hasTriggered = eventsOf(open).some(
    ({ type }) => type === "OrderOpened" || type === "OrderCancelled",
  );
  if (command.type === "TakeQuote" && hasTriggered) return { open: [], closingOnly: [] };
  return { open: eventsOf(open), closingOnly: eventsOf(closingOnly) };
}

describe("fills", () => {
  test("inv10, inv11, inv17: every fill is the newest bid or ask of the row it names", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const run = new Run().begin();
        const tape = new Map<string, { bid: number; ask: number }>();
        const newest = new Map<number, number>();
        for (const event of run.history) note(tape, newest, event);
        for (const act of list) {
          const { decision } = run.step(act);
          if (!decision.isAccepted) continue;
          for (const event of decision.events) {
            note(tape, newest, event);
            if ("fill" in event) checkFill(event.fill, tape, newest);
            if ("fill" in event) checkSide(event);
          }
        }
      }),
      runs(60),
    );
  });
});

type Tape = Map<string, { bid: number; ask: number }>;

function note(tape: Tape, newest: Map<number, number>, event: Event): void {
  if (event.type !== "QuoteTaken") return;
  tape.set(`${event.marketId}:${event.seq}`, { bid: event.bid, ask: event.ask });
  newest.set(event.marketId, event.seq);
}

function checkFill(fill: Fill, tape: Tape, newest: Map<number, number>): void {
  for (const row of [fill, ...fill.quoteConversion, ...fill.baseConversion]) {
    assert(newest.get(row.marketId) === row.seq, "the newest row of the tape");
    const quote = tape.get(`${row.marketId}:${row.seq}`);
    assert(quote?.bid === row.bid && quote.ask === row.ask, "as the tape has it");
  }
}

/** A buy opens at the ask and closes at the bid; a level that fired was really reached (inv36). */
function checkSide(event: Extract<Event, { fill: Fill }>): void {
  const isOpening = event.type === "OrderOpened";
  const isAsk = (event.side === "buy") === isOpening;
  const { fill } = event;
  assert(fill.price === (isAsk ? fill.ask : fill.bid), "at the bid or the ask");
  if (fill.level === null) return;
  const isUp = event.side === "buy" ? 1 : -1;
  const ahead = isUp * (fill.price - fill.level);
  const mustBeAhead = fill.rule === "take-profit" || fill.rule === "stop";
  assert(mustBeAhead ? ahead >= 0 : ahead <= 0, `${fill.rule} ${ahead}`);
}

describe("states", () => {
  test("P15: only the listed moves happen, and each order settles once", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const run = new Run().begin();
        for (const act of list) run.step(act);
        checkMoves(run.history);
      }),
      runs(60),
    );
  });

  test("T59: a stop fires only on a quote later than the one it was set on", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const run = new Run().begin();
        for (const act of list) run.step(act);
        const setAt = new Map<number, number>();
        for (const event of run.history) {
          if (event.type === "OrderOpened") setAt.set(event.orderId, event.fill.seq);
          if (event.type === "StopsSet" || event.type === "TrailingSet") {
            setAt.set(event.orderId, event.seq);
          }
          if (event.type === "OrderClosed" && event.fill.level !== null) {
            expect(event.fill.seq).toBeGreaterThan(setAt.get(event.orderId) ?? 0);
          }
        }
      }),
      runs(60),
    );
  });
});

function checkMoves(history: readonly Event[]): void {
  const statuses = new Map<number, OrderStatus>();
  for (const event of history) {
    if (event.type === "OrderPlaced" || (event.type === "OrderOpened" && !event.wasPending)) {
      expect(statuses.has(event.orderId)).toBe(false);
      statuses.set(event.orderId, event.type === "OrderPlaced" ? "pending" : "holding");
    } else if (isMove(event)) {
      const next = NEXT_STATUS[statuses.get(event.orderId) ?? "closed"][event.type];
      expect(next, `${event.type} of ${statuses.get(event.orderId)}`).toBeDefined();
      statuses.set(event.orderId, next ?? "closed");
    }
    if (event.type === "OrderReduced") {
      expect(statuses.has(event.closedOrderId)).toBe(false);
      statuses.set(event.closedOrderId, "closed");
    }
  }
}

const MOVES: readonly string[] = ["OrderOpened", "OrderCancelled", "OrderReduced", "OrderClosed"];

function isMove(event: Event): event is Extract<Event, { type: OrderMove }> {
  return MOVES.includes(event.type);
}
