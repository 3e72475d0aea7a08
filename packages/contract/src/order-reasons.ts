// Which refusals the calls about orders can give, grouped by what the call does. Used by the
// declared calls; the gateway holds every answer against them in tests.

import type { Reason } from "./reason.ts";

/** Every write through the sequencer. */
export const ACCOUNT_REASONS = [
  "ACCOUNT_UNKNOWN",
  "KEY_REUSED",
  "OVERLOADED",
  "OUTCOME_UNKNOWN",
  "TRADING_HALTED",
] as const satisfies readonly Reason[];

/** Whatever names an order by its id; somebody else's is as unknown as one that never was (T56). */
export const ORDER_REASONS = [
  ...ACCOUNT_REASONS,
  "ORDER_UNKNOWN",
] as const satisfies readonly Reason[];

/** Whatever is filled now. */
export const FILLING_REASONS = [
  "MARKET_UNKNOWN",
  "MARKET_CLOSED",
  "MARKET_HALTED",
  "MARKET_DELISTED",
  "QUOTE_STALE",
  "CONVERSION_MISSING",
] as const satisfies readonly Reason[];

/** Whatever sets a stop. */
export const STOP_REASONS = [
  "STOP_LOSS_WRONG_SIDE",
  "TAKE_PROFIT_WRONG_SIDE",
  "TRAILING_DISTANCE_INVALID",
  "MARKET_DELISTED",
  "QUOTE_STALE",
] as const satisfies readonly Reason[];

/** A new order, placed or only previewed. */
export const PLACING_REASONS = [
  ...ACCOUNT_REASONS,
  ...FILLING_REASONS,
  "MARKET_CLOSING_ONLY",
  "STOP_LOSS_WRONG_SIDE",
  "TAKE_PROFIT_WRONG_SIDE",
  "TRAILING_DISTANCE_INVALID",
  "LEVERAGE_MISSING",
  "LEVERAGE_NOT_OFFERED",
  "LEVERAGE_ABOVE_LIMIT",
  "LOTS_BELOW_MINIMUM",
  "LOTS_ABOVE_MAXIMUM",
  "LOTS_OFF_STEP",
  "TARGET_REQUIRED",
  "TARGET_AT_PRICE",
  "DEVIATION_EXCEEDED",
  "EXPIRY_PAST",
  "MARGIN_EXCEEDS_FREE",
  "MARGIN_CALLED",
  "DAILY_LOSS_REACHED",
  "COOLING_OFF",
  "SELF_EXCLUDED",
  "TOO_MANY_ORDERS",
] as const satisfies readonly Reason[];
