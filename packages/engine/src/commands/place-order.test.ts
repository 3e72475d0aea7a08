// What an order may look like, against plain predicates: sizes, leverage and levels, both sides
// and both modes (T48, T49, T50). What the preview shows is what placing does.
import { lots, type Price, price } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accountId, decide, marketId, type PlaceOrder, previewOrder } from "../index.ts";
import { acts, Run, runs } from "../testing/random-run.ts";

const BID = 110_000;
const ASK = 110_010;

function quoted(): Run {
  const run = new Run().begin();
  run.carryOut(run.creditOf(11, 900_000_000_000_000n));
  const seq = (run.state.marketOf(1)?.seq ?? 0) + 1;
  const quote = { bid: price(BID), ask: price(ASK), seq };
  run.carryOut({ type: "TakeQuote", atMs: run.atMs, marketId: marketId(1), ...quote });
  return run;
}

function orderAt(run: Run, other: Partial<PlaceOrder>): PlaceOrder {
  return {
    type: "PlaceOrder",
    atMs: run.atMs,
    accountId: accountId(11),
    marketId: marketId(1),
    side: "buy",
    lots: lots(100),
    leverage: 100,
    target: null,
    askedPrice: null,
    maxDeviation: null,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    expiresAtMs: null,
    ...other,
  };
}

describe("T48: lots", () => {
  test("taken exactly when at least the minimum, at most the maximum, and on the step", () => {
    const run = quoted();
    const sizes = fc.oneof(
      fc.nat(1_200_000),
      fc.nat(20_000).map((steps) => steps * 100),
    );
    fc.assert(
      fc.property(sizes, (size) => {
        const isFine = size >= 100 && size <= 1_000_000 && size % 100 === 0;
        const decision = decide(run.state, orderAt(run, { lots: lots(size) }));
        expect(decision.isAccepted).toBe(isFine);
        if (!decision.isAccepted) expect(decision.refusal.reason).toMatch(/^LOTS_/);
      }),
      runs(2_000),
    );
  });
});

describe("T49: leverage", () => {
  test("only what this market offers at this moment", () => {
    const run = quoted();
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 1_000 }), (leverage) => {
        const decision = decide(run.state, orderAt(run, { leverage }));
        expect(decision.isAccepted).toBe(leverage === 30 || leverage === 100);
      }),
      runs(500),
    );
  });
});

describe("T50: target, stop-loss, take-profit", () => {
  const near = fc.integer({ min: BID - 40, max: ASK + 40 });
  const levels = fc.option(near.map(price));

  test("right side of what would close, or of the target; inside the spread counts", () => {
    const run = quoted();
    fc.assert(
      fc.property(fc.boolean(), levels, levels, levels, (isBuy, target, stopLoss, takeProfit) => {
        const side = isBuy ? "buy" : "sell";
        const order = orderAt(run, { side, target, stopLoss, takeProfit });
        const decision = decide(run.state, order);
        expect(decision.isAccepted).toBe(isSound(order));
      }),
      runs(2_000),
    );
  });

  function isSound({ side, target, stopLoss, takeProfit }: PlaceOrder): boolean {
    const isBuy = side === "buy";
    if (target !== null && target === (isBuy ? ASK : BID)) return false;
    const reference = target ?? (isBuy ? BID : ASK);
    const isBelow = (level: Price | null) => level === null || level < reference;
    const isAbove = (level: Price | null) => level === null || level > reference;
    return isBuy
      ? isBelow(stopLoss) && isAbove(takeProfit)
      : isAbove(stopLoss) && isBelow(takeProfit);
  }

  test("a pending order is a limit or a stop by where the target lies", () => {
    const run = quoted();
    fc.assert(
      fc.property(fc.boolean(), near.map(price), (isBuy, target) => {
        const decision = decide(run.state, orderAt(run, { side: isBuy ? "buy" : "sell", target }));
        const [event] = decision.isAccepted ? decision.events : [];
        if (event?.type !== "OrderPlaced") return;
        const isLimit = isBuy ? target < ASK : target > BID;
        expect(event.pendingKind).toBe(isLimit ? "limit" : "stop");
      }),
      runs(500),
    );
  });
});

describe("preview", () => {
  test("P18: shows the price, margin, fee and refusal that placing then gives", () => {
    fc.assert(
      fc.property(acts(80), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const command = run.commandOf(act);
          if (command.type === "PlaceOrder") checkPreview(run, command);
          run.carryOut(command);
        }
      }),
      runs(40),
    );
  });

  function checkPreview(run: Run, command: PlaceOrder): void {
    const preview = previewOrder(run.state, command);
    const decision = decide(run.state, command);
    if (!decision.isAccepted) {
      expect(preview.refusal).toEqual(decision.refusal);
      return;
    }
    const [event] = decision.events;
    expect(preview.refusal).toBeNull();
    if (event?.type !== "OrderOpened" && event?.type !== "OrderPlaced") return;
    expect(preview.margin).toBe(event.margin);
    expect(preview.fee).toBe(event.fee);
    expect(preview.price).toBe(event.type === "OrderOpened" ? event.openPrice : event.target);
  }
});

describe("T51: the largest deviation", () => {
  test("is never ignored: without the price it is from, the order is a broken promise", () => {
    const run = quoted();
    const order = orderAt(run, { maxDeviation: 0 });
    expect(() => decide(run.state, order)).toThrow("a deviation is from a price that was seen");
  });
});
