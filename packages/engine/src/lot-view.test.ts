// What the sheet and the preview say of a night is what the cut then charges, to the millionth.
import { formatMoney, lots, price, rate } from "@truetick/money";
import { describe, expect, test } from "vitest";
import {
  accountId,
  apply,
  createState,
  decide,
  lotView,
  type MarketTerms,
  type PlaceOrder,
  previewOrder,
  type State,
} from "./index.ts";
import { termsOf } from "./testing/random-run.ts";

const AT_MS = Date.UTC(2026, 0, 5, 21);

const EURUSD = termsOf(1, "EUR", "USD", { feeRate: rate(3_000n), leverages: [30, 100] });
const USDJPY = termsOf(2, "USD", "JPY", {
  pricePrecision: 3,
  longRate: rate(1_200_000n),
  shortRate: rate(-4_500_000n),
});

function run(state: State, command: Parameters<typeof decide>[1]) {
  const decision = decide(state, command);
  if (!decision.isAccepted) throw new Error(`Invariant: taken, not ${decision.refusal.reason}`);
  for (const event of decision.events) apply(state, event);
  return decision.events;
}

function opened(terms: MarketTerms, bid: number, ask: number): State {
  const state = createState({ firstId: 1 });
  const id = terms.marketId;
  const who = { accountId: accountId(7), ownerId: 7, book: "demo" } as const;
  run(state, { type: "OpenAccount", atMs: AT_MS, ...who });
  run(state, { type: "DefineMarket", atMs: AT_MS, terms });
  run(state, { type: "SetMarketSession", atMs: AT_MS, marketId: id, session: "open" });
  const quote = { seq: 1, bid: price(bid), ask: price(ask) };
  run(state, { type: "TakeQuote", atMs: AT_MS, marketId: id, ...quote });
  return state;
}

function order(terms: MarketTerms, other: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    type: "PlaceOrder",
    atMs: AT_MS,
    accountId: accountId(7),
    marketId: terms.marketId,
    side: "buy",
    lots: lots(10_000),
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

/** What the next cut books for the one position there is. */
function chargedAt(state: State, terms: MarketTerms, weekday: number): string {
  const cut = { cutDate: 20260105, cutAtMs: AT_MS + 1_000, weekday };
  const events = run(state, {
    type: "ChargeFinancing",
    atMs: AT_MS + 2_000,
    marketId: terms.marketId,
    ...cut,
  });
  const charge = events.find((event) => event.type === "FinancingCharged");
  return formatMoney(charge?.type === "FinancingCharged" ? charge.amount : (0n as never));
}

describe("one lot of a market", () => {
  test("100000 x 1.15826 x -3.00 % / 365 is -9.519945 a night, and 3.173315 the other way", () => {
    const view = lotView(opened(EURUSD, 115_826, 115_826), 1);
    expect(view && formatMoney(view.longNight)).toBe("-9.519945");
    expect(view && formatMoney(view.shortNight)).toBe("3.173315");
    expect(view?.conversion).toEqual([]);
  });

  test("margin at each leverage and the fee are those of an order of one lot", () => {
    const state = opened(EURUSD, 108_490, 108_500);
    const view = lotView(state, 1);
    const margins = view?.margins.map(({ leverage, margin }) => [leverage, formatMoney(margin)]);
    expect(margins).toEqual([
      [30, "3616.666667"],
      [100, "1085.000000"],
    ]);
    const preview = previewOrder(state, order(EURUSD));
    expect(view?.fee).toBe(preview.fee);
    expect(view?.margins.at(-1)?.margin).toBe(preview.margin);
  });

  test("nobody can tell without a quote, and there is none of an unknown market", () => {
    const state = opened(EURUSD, 108_490, 108_500);
    run(state, { type: "DefineMarket", atMs: AT_MS, terms: USDJPY });
    expect(lotView(state, 2)).toBeNull();
    expect(lotView(state, 3)).toBeNull();
  });
});

describe("P18: a night as the preview says it", () => {
  test.each([
    ["a buy", EURUSD, { side: "buy" }, [115_820, 115_832]],
    ["a sell", EURUSD, { side: "sell", lots: lots(3_700) }, [115_820, 115_833]],
    ["a buy in yen", USDJPY, { side: "buy", lots: lots(100) }, [149_490, 149_501]],
    ["a sell in yen", USDJPY, { side: "sell", lots: lots(12_300) }, [149_490, 149_500]],
  ] as const)("%s is charged just that at the cut", (_what, terms, other, [bid, ask]) => {
    const state = opened(terms, bid, ask);
    const preview = previewOrder(state, order(terms, other));
    run(state, order(terms, other));
    expect(preview.nightly).not.toBe(0n);
    expect(chargedAt(state, terms, 1)).toBe(formatMoney(preview.nightly));
  });
});
