// From the engine's and the sequencer's "no" to the reader's: the same reason, with its numbers
// written out. Called by every handler that submits commands. Invariant: what it says depends on
// the refusal alone, so that a repeated attempt gets the same bytes (T01).

import type { Language } from "@truetick/contract";
import type { Refusal, RefusalReason } from "@truetick/engine";
import {
  assert,
  formatLots,
  formatMoney,
  formatPrice,
  type Money,
  type Price,
} from "@truetick/money";
import { type Refused, refuse } from "../platform/handler.ts";
import type { MessageValues } from "../platform/messages.ts";
import { momentText } from "../platform/moment-text.ts";
import type { SequencerRefusal } from "./sequencer/outcome.ts";

export type RefusalReader = {
  readonly language: Language;
  /** Of the market that was asked about; null where none was. */
  readonly pricePrecision: number | null;
};

type Numbers = {
  readonly [Reason in RefusalReason]: (
    refusal: Extract<Refusal, { reason: Reason }>,
    reader: RefusalReader,
  ) => MessageValues;
};

const none = (): MessageValues => ({});

/** Every reason of the engine is here: one without its numbers does not compile. */
const NUMBERS: Numbers = {
  ACCOUNT_UNKNOWN: none,
  ACCOUNT_EXISTS: none,
  MARKET_UNKNOWN: none,
  MARKET_CLOSED: none,
  MARKET_HALTED: none,
  MARKET_DELISTED: none,
  MARKET_CLOSING_ONLY: none,
  MARKET_TERMS_INVALID: ({ field }) => ({ field }),
  MARKET_VERSION_OLD: ({ version, newest }) => ({ version, newest }),
  MARKET_CONTRACT_FIXED: ({ field }) => ({ field }),
  QUOTE_STALE: ({ ageMs, ageMaxMs }) => (ageMs === null ? { ageMaxMs } : { ageMs, ageMaxMs }),
  QUOTE_INVALID: ({ bid, ask }) => ({ bid, ask }),
  QUOTE_OUT_OF_ORDER: ({ seq, newest }) => ({ seq, newest }),
  CONVERSION_MISSING: ({ currency }) => ({ currency }),
  LEVERAGE_MISSING: none,
  LEVERAGE_NOT_OFFERED: ({ leverage, leverages }) => ({
    leverage,
    leverages: leverages.join(", "),
  }),
  LEVERAGE_ABOVE_LIMIT: ({ leverage, leverageMax }) => ({ leverage, leverageMax }),
  LOTS_BELOW_MINIMUM: ({ lots, lotsMin }) => ({
    lots: formatLots(lots),
    lotsMin: formatLots(lotsMin),
  }),
  LOTS_ABOVE_MAXIMUM: ({ lots, lotsMax }) => ({
    lots: formatLots(lots),
    lotsMax: formatLots(lotsMax),
  }),
  LOTS_OFF_STEP: ({ lots, lotStep }) => ({ lots: formatLots(lots), lotStep: formatLots(lotStep) }),
  LOTS_ABOVE_ORDER: ({ lots, lotsHeld }) => ({
    lots: formatLots(lots),
    lotsHeld: formatLots(lotsHeld),
  }),
  TARGET_AT_PRICE: ({ target, price }, reader) => ({
    target: priceText(target, reader),
    price: priceText(price, reader),
  }),
  STOP_LOSS_WRONG_SIDE: ({ stopLoss, price }, reader) => ({
    stopLoss: priceText(stopLoss, reader),
    price: priceText(price, reader),
  }),
  TAKE_PROFIT_WRONG_SIDE: ({ takeProfit, price }, reader) => ({
    takeProfit: priceText(takeProfit, reader),
    price: priceText(price, reader),
  }),
  TRAILING_DISTANCE_INVALID: ({ distance, price }, reader) => ({
    distance,
    price: priceText(price, reader),
  }),
  DEVIATION_EXCEEDED: ({ asked, price, maxDeviation }, reader) => ({
    asked: priceText(asked, reader),
    price: priceText(price, reader),
    maxDeviation,
  }),
  EXPIRY_PAST: ({ expiresAtMs, atMs }, { language }) => ({
    expires: momentText(language, expiresAtMs),
    now: momentText(language, atMs),
  }),
  MARGIN_EXCEEDS_FREE: ({ needed, available }) => ({
    needed: moneyText(needed),
    available: moneyText(available),
  }),
  MARGIN_CALLED: ({ equity, used }) => ({ equity: moneyText(equity), used: moneyText(used) }),
  DAILY_LOSS_REACHED: ({ loss, lossMax }) => ({
    loss: moneyText(loss),
    lossMax: moneyText(lossMax),
  }),
  COOLING_OFF: untilText,
  SELF_EXCLUDED: untilText,
  LIMIT_NOT_LOOSENED: untilText,
  TOO_MANY_ORDERS: ({ ordersMax }) => ({ ordersMax }),
  ORDER_UNKNOWN: none,
  ORDER_NOT_PENDING: none,
  ORDER_NOT_HOLDING: none,
  NOTHING_TO_CLOSE: none,
  AMOUNT_INVALID: ({ amount }) => ({ amount: moneyText(amount) }),
  FUNDS_EXCEED_AVAILABLE: ({ amount, available }) => ({
    amount: moneyText(amount),
    available: moneyText(available),
  }),
  CASH_ABOVE_MAXIMUM: ({ cash, cashMax }) => ({
    cash: moneyText(cash),
    cashMax: moneyText(cashMax),
  }),
  ALREADY_SETTLED: none,
  HOLD_UNKNOWN: none,
  BOOK_MISMATCH: none,
  OWNER_MISMATCH: none,
  SAME_ACCOUNT: none,
  ONLY_DEMO: none,
  ONLY_REAL: none,
  CUT_ALREADY_CHARGED: ({ cutDate }) => ({ cutDate: String(cutDate) }),
  DAY_ALREADY_STARTED: ({ cutDate }) => ({ cutDate: String(cutDate) }),
};

const UNAVAILABLE_REASONS = {
  recovering: "UNAVAILABLE",
  "not-stored": "UNAVAILABLE",
  stopping: "UNAVAILABLE",
  halted: "TRADING_HALTED",
  "outcome-unknown": "OUTCOME_UNKNOWN",
} as const;

export function refusalToReason(
  refusal: Refusal | SequencerRefusal,
  reader: RefusalReader,
): Refused {
  switch (refusal.reason) {
    case "OVERLOADED":
      return refuse(refusal.reason, { queuedRows: refusal.queuedRows });
    case "KEY_REUSED":
      return refuse(refusal.reason);
    case "UNAVAILABLE":
      return refuse(UNAVAILABLE_REASONS[refusal.why]);
    default:
      return refuse(refusal.reason, numbersOf(refusal, reader));
  }
}

function numbersOf(refusal: Refusal, reader: RefusalReader): MessageValues {
  // The table pairs each reason with its own refusal; the compiler cannot follow the look-up.
  const write = NUMBERS[refusal.reason] as (
    refusal: Refusal,
    reader: RefusalReader,
  ) => MessageValues;
  return write(refusal, reader);
}

/** Exact, without zeros that say nothing: 1085.00, 1666.666667. */
function moneyText(amount: Money): string {
  return formatMoney(amount).replace(/0{1,4}$/, "");
}

function priceText(points: Price, { pricePrecision }: RefusalReader): string {
  assert(pricePrecision !== null, "Invariant: who asks about prices asks about a market");
  return formatPrice(points, pricePrecision);
}

function untilText({ untilMs }: { readonly untilMs: number }, { language }: RefusalReader) {
  return { until: momentText(language, untilMs) };
}
