// Every "no" of the engine and the sequencer can be said in every language there is a catalogue
// for, with all of its numbers, and always in the same words.

import { LANGUAGES, languageOf, REASONS } from "@truetick/contract";
import { accountId, marketId, orderId, type Refusal, type RefusalReason } from "@truetick/engine";
import { lots, money, price } from "@truetick/money";
import { describe, expect, it } from "vitest";
import { text } from "../platform/messages.ts";
import { refusalToReason } from "./refusal-reason.ts";

const market = marketId(1);
const order = orderId(7);
const account = accountId(3);
const untilMs = Date.UTC(2026, 0, 5, 12);

/** One of each; a new reason of the engine does not compile without its sample. */
const SAMPLES: { readonly [Reason in RefusalReason]: Extract<Refusal, { reason: Reason }> } = {
  ACCOUNT_UNKNOWN: { reason: "ACCOUNT_UNKNOWN", accountId: account },
  ACCOUNT_EXISTS: { reason: "ACCOUNT_EXISTS", accountId: account },
  MARKET_UNKNOWN: { reason: "MARKET_UNKNOWN", marketId: market },
  MARKET_CLOSED: { reason: "MARKET_CLOSED", marketId: market },
  MARKET_HALTED: { reason: "MARKET_HALTED", marketId: market },
  MARKET_CLOSING_ONLY: { reason: "MARKET_CLOSING_ONLY", marketId: market },
  MARKET_DELISTED: { reason: "MARKET_DELISTED", marketId: market },
  MARKET_TERMS_INVALID: { reason: "MARKET_TERMS_INVALID", marketId: market, field: "lotStep" },
  MARKET_VERSION_OLD: { reason: "MARKET_VERSION_OLD", version: 1, newest: 2 },
  MARKET_CONTRACT_FIXED: { reason: "MARKET_CONTRACT_FIXED", marketId: market, field: "lotStep" },
  QUOTE_STALE: { reason: "QUOTE_STALE", marketId: market, ageMs: null, ageMaxMs: 60_000 },
  QUOTE_INVALID: { reason: "QUOTE_INVALID", bid: 2, ask: 1 },
  QUOTE_OUT_OF_ORDER: { reason: "QUOTE_OUT_OF_ORDER", seq: 1, newest: 2 },
  CONVERSION_MISSING: { reason: "CONVERSION_MISSING", currency: "JPY" },
  LEVERAGE_MISSING: { reason: "LEVERAGE_MISSING", marketId: market },
  LEVERAGE_NOT_OFFERED: { reason: "LEVERAGE_NOT_OFFERED", leverage: 500, leverages: [10, 30] },
  LEVERAGE_ABOVE_LIMIT: { reason: "LEVERAGE_ABOVE_LIMIT", leverage: 30, leverageMax: 10 },
  LOTS_BELOW_MINIMUM: { reason: "LOTS_BELOW_MINIMUM", lots: lots(1), lotsMin: lots(100) },
  LOTS_ABOVE_MAXIMUM: { reason: "LOTS_ABOVE_MAXIMUM", lots: lots(1e7), lotsMax: lots(500_000) },
  LOTS_OFF_STEP: { reason: "LOTS_OFF_STEP", lots: lots(150), lotStep: lots(100) },
  LOTS_ABOVE_ORDER: { reason: "LOTS_ABOVE_ORDER", lots: lots(5_000), lotsHeld: lots(1_000) },
  TARGET_AT_PRICE: { reason: "TARGET_AT_PRICE", target: price(108_500), price: price(108_500) },
  STOP_LOSS_WRONG_SIDE: {
    reason: "STOP_LOSS_WRONG_SIDE",
    stopLoss: price(109_000),
    price: price(108_500),
  },
  TAKE_PROFIT_WRONG_SIDE: {
    reason: "TAKE_PROFIT_WRONG_SIDE",
    takeProfit: price(108_000),
    price: price(108_500),
  },
  TRAILING_DISTANCE_INVALID: {
    reason: "TRAILING_DISTANCE_INVALID",
    distance: 200_000,
    price: price(108_500),
  },
  DEVIATION_EXCEEDED: {
    reason: "DEVIATION_EXCEEDED",
    asked: price(108_500),
    price: price(108_510),
    maxDeviation: 5,
  },
  EXPIRY_PAST: { reason: "EXPIRY_PAST", expiresAtMs: 1, atMs: 2 },
  MARGIN_EXCEEDS_FREE: {
    reason: "MARGIN_EXCEEDS_FREE",
    needed: money(1_085_000_000n),
    available: money(12_345_678n),
  },
  MARGIN_CALLED: { reason: "MARGIN_CALLED", equity: money(1n), used: money(2n) },
  DAILY_LOSS_REACHED: { reason: "DAILY_LOSS_REACHED", loss: money(2n), lossMax: money(1n) },
  COOLING_OFF: { reason: "COOLING_OFF", untilMs },
  SELF_EXCLUDED: { reason: "SELF_EXCLUDED", untilMs },
  LIMIT_NOT_LOOSENED: { reason: "LIMIT_NOT_LOOSENED", untilMs },
  TOO_MANY_ORDERS: { reason: "TOO_MANY_ORDERS", ordersMax: 200 },
  ORDER_UNKNOWN: { reason: "ORDER_UNKNOWN", orderId: order },
  ORDER_NOT_PENDING: { reason: "ORDER_NOT_PENDING", orderId: order },
  ORDER_NOT_HOLDING: { reason: "ORDER_NOT_HOLDING", orderId: order },
  NOTHING_TO_CLOSE: { reason: "NOTHING_TO_CLOSE", accountId: account },
  AMOUNT_INVALID: { reason: "AMOUNT_INVALID", amount: money(-1n) },
  FUNDS_EXCEED_AVAILABLE: {
    reason: "FUNDS_EXCEED_AVAILABLE",
    amount: money(2_000_000n),
    available: money(1_500_000n),
  },
  CASH_ABOVE_MAXIMUM: { reason: "CASH_ABOVE_MAXIMUM", cash: money(2n), cashMax: money(1n) },
  ALREADY_SETTLED: { reason: "ALREADY_SETTLED", causeId: 1 },
  HOLD_UNKNOWN: { reason: "HOLD_UNKNOWN", withdrawalId: 1 },
  BOOK_MISMATCH: { reason: "BOOK_MISMATCH", from: "real", to: "demo" },
  OWNER_MISMATCH: { reason: "OWNER_MISMATCH", from: account, to: accountId(4) },
  SAME_ACCOUNT: { reason: "SAME_ACCOUNT", accountId: account },
  ONLY_DEMO: { reason: "ONLY_DEMO", accountId: account },
  ONLY_REAL: { reason: "ONLY_REAL", accountId: account },
  CUT_ALREADY_CHARGED: { reason: "CUT_ALREADY_CHARGED", marketId: market, cutDate: 20_260_105 },
  DAY_ALREADY_STARTED: { reason: "DAY_ALREADY_STARTED", cutDate: 20_260_105, newest: 20_260_105 },
};

const english = { language: languageOf("en"), pricePrecision: 5 };

function say(refusal: Parameters<typeof refusalToReason>[0]): string {
  const { reason, numbers } = refusalToReason(refusal, english);
  return text(english.language, `reasons.${reason}`, numbers);
}

describe("a refusal of the engine", () => {
  it.each(Object.values(SAMPLES))(
    "$reason is said in every language, numbers and all",
    (sample) => {
      expect(Object.keys(REASONS)).toContain(sample.reason);
      for (const language of LANGUAGES) {
        const { reason, numbers } = refusalToReason(sample, { language, pricePrecision: 5 });
        expect(reason).toBe(sample.reason);
        expect(text(language, `reasons.${reason}`, numbers)).not.toMatch(/^$|[{}]/);
      }
    },
  );

  it("speaks of money, prices and sizes as a trader writes them", () => {
    expect(say(SAMPLES.MARGIN_EXCEEDS_FREE)).toBe("You need 1085.00 USD and have 12.345678 USD.");
    expect(say(SAMPLES.STOP_LOSS_WRONG_SIDE)).toBe(
      "A stop loss at 1.09000 would close at once: the price is 1.08500.",
    );
    expect(say(SAMPLES.LOTS_BELOW_MINIMUM)).toBe("The smallest size here is 0.01 lots.");
    expect(say(SAMPLES.LEVERAGE_NOT_OFFERED)).toBe(
      "Leverage 500 is not offered here. Choose one of: 10, 30.",
    );
    expect(say(SAMPLES.COOLING_OFF)).toContain("Jan 5, 2026");
    const atMs = untilMs + 61_000;
    expect(say({ reason: "EXPIRY_PAST", expiresAtMs: untilMs, atMs })).toMatch(
      /Jan 5, 2026, 12:00:00\sPM \(UTC\) .* Jan 5, 2026, 12:01:01\sPM \(UTC\)/,
    );
  });

  it("tells an outcome that nobody knows from one that did not happen", () => {
    const unavailable = { reason: "UNAVAILABLE" } as const;
    expect(refusalToReason({ ...unavailable, why: "outcome-unknown" }, english).reason).toBe(
      "OUTCOME_UNKNOWN",
    );
    expect(refusalToReason({ ...unavailable, why: "recovering" }, english).reason).toBe(
      "UNAVAILABLE",
    );
    expect(refusalToReason({ ...unavailable, why: "halted" }, english).reason).toBe(
      "TRADING_HALTED",
    );
    expect(refusalToReason({ reason: "OVERLOADED", queuedRows: 9 }, english)).toMatchObject({
      reason: "OVERLOADED",
      numbers: { queuedRows: 9 },
    });
    expect(refusalToReason({ reason: "KEY_REUSED" }, english).reason).toBe("KEY_REUSED");
  });
});
