// Every way the platform says no: a name for programs, a number for the envelope, a text in 18
// languages (`reasons.NAME` in messages/). Numbers are stable once published.

export const REASONS = {
  /** 4xx: the request itself is wrong. */
  MALFORMED: { code: 1000, status: 400 },
  NOT_FOUND: { code: 1001, status: 404 },
  METHOD_NOT_ALLOWED: { code: 1002, status: 405 },
  TOO_LARGE: { code: 1003, status: 413 },
  TOO_MANY: { code: 1004, status: 429 },
  CROSS_SITE: { code: 1005, status: 403 },
  UNSUPPORTED_MEDIA: { code: 1006, status: 415 },
  DUPLICATE_PARAMETER: { code: 1007, status: 400 },
  FIELD_INVALID: { code: 1008, status: 200 },
  /** 5xx: a bug, or a part that is down. Never 999, so nobody is logged out by our fault (T19). */
  INTERNAL: { code: 1500, status: 500 },
  UNAVAILABLE: { code: 1503, status: 503 },
  /** The books do not add up, or the engine broke: nothing is taken until somebody has looked. */
  TRADING_HALTED: { code: 1505, status: 503 },
  /** Taken, but nobody knows yet whether it was kept; the same key will tell. */
  OUTCOME_UNKNOWN: { code: 1504, status: 503 },
  /** Handled refusals: HTTP 200. */
  SESSION_EXPIRED: { code: 999, status: 200 },
  MARKET_UNKNOWN: { code: 2000, status: 200 },
  PERIOD_UNKNOWN: { code: 2001, status: 200 },
  TOPIC_UNKNOWN: { code: 2002, status: 200 },
  /** The order is refused: the account, the market, the size, the price or the money is wrong. */
  ACCOUNT_UNKNOWN: { code: 2100, status: 200 },
  ACCOUNT_EXISTS: { code: 2101, status: 200 },
  ORDER_UNKNOWN: { code: 2102, status: 200 },
  ORDER_NOT_PENDING: { code: 2103, status: 200 },
  ORDER_NOT_HOLDING: { code: 2104, status: 200 },
  NOTHING_TO_CLOSE: { code: 2105, status: 200 },
  TOO_MANY_ORDERS: { code: 2106, status: 200 },
  LOTS_BELOW_MINIMUM: { code: 2107, status: 200 },
  LOTS_ABOVE_MAXIMUM: { code: 2108, status: 200 },
  LOTS_OFF_STEP: { code: 2109, status: 200 },
  LOTS_ABOVE_ORDER: { code: 2110, status: 200 },
  LEVERAGE_MISSING: { code: 2111, status: 200 },
  LEVERAGE_NOT_OFFERED: { code: 2112, status: 200 },
  LEVERAGE_ABOVE_LIMIT: { code: 2113, status: 200 },
  TARGET_REQUIRED: { code: 2114, status: 200 },
  TARGET_AT_PRICE: { code: 2115, status: 200 },
  STOP_LOSS_WRONG_SIDE: { code: 2116, status: 200 },
  TAKE_PROFIT_WRONG_SIDE: { code: 2117, status: 200 },
  TRAILING_DISTANCE_INVALID: { code: 2118, status: 200 },
  DEVIATION_EXCEEDED: { code: 2119, status: 200 },
  EXPIRY_PAST: { code: 2120, status: 200 },
  MARGIN_EXCEEDS_FREE: { code: 2121, status: 200 },
  MARGIN_CALLED: { code: 2122, status: 200 },
  DAILY_LOSS_REACHED: { code: 2123, status: 200 },
  COOLING_OFF: { code: 2124, status: 200 },
  SELF_EXCLUDED: { code: 2125, status: 200 },
  LIMIT_NOT_LOOSENED: { code: 2126, status: 200 },
  /** The market does not take it now. */
  MARKET_CLOSED: { code: 2200, status: 200 },
  MARKET_HALTED: { code: 2201, status: 200 },
  MARKET_DELISTED: { code: 2202, status: 200 },
  QUOTE_STALE: { code: 2203, status: 200 },
  CONVERSION_MISSING: { code: 2204, status: 200 },
  QUOTE_INVALID: { code: 2205, status: 200 },
  QUOTE_OUT_OF_ORDER: { code: 2206, status: 200 },
  MARKET_TERMS_INVALID: { code: 2207, status: 200 },
  MARKET_VERSION_OLD: { code: 2208, status: 200 },
  MARKET_CONTRACT_FIXED: { code: 2209, status: 200 },
  CUT_ALREADY_CHARGED: { code: 2210, status: 200 },
  DAY_ALREADY_STARTED: { code: 2211, status: 200 },
  /** The money does not move. */
  AMOUNT_INVALID: { code: 2300, status: 200 },
  FUNDS_EXCEED_AVAILABLE: { code: 2301, status: 200 },
  CASH_ABOVE_MAXIMUM: { code: 2302, status: 200 },
  ALREADY_SETTLED: { code: 2303, status: 200 },
  HOLD_UNKNOWN: { code: 2304, status: 200 },
  BOOK_MISMATCH: { code: 2305, status: 200 },
  OWNER_MISMATCH: { code: 2306, status: 200 },
  SAME_ACCOUNT: { code: 2307, status: 200 },
  ONLY_DEMO: { code: 2308, status: 200 },
  ONLY_REAL: { code: 2309, status: 200 },
  /** The caller, or the way it was asked. */
  DEMO_SECRET_WEAK: { code: 2400, status: 200 },
  KEY_REUSED: { code: 2401, status: 200 },
  OVERLOADED: { code: 2402, status: 200 },
  /** What the platform says about itself. */
  SETTING_UNKNOWN: { code: 2450, status: 200 },
  COMPANY_UNKNOWN: { code: 2451, status: 200 },
  COMPLAINT_EMAIL_MISSING: { code: 2452, status: 200 },
} as const satisfies Record<string, { code: number; status: number }>;

export type Reason = keyof typeof REASONS;
