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
  /** Handled refusals: HTTP 200. */
  SESSION_EXPIRED: { code: 999, status: 200 },
  MARKET_UNKNOWN: { code: 2000, status: 200 },
  PERIOD_UNKNOWN: { code: 2001, status: 200 },
  TOPIC_UNKNOWN: { code: 2002, status: 200 },
} as const satisfies Record<string, { code: number; status: number }>;

export type Reason = keyof typeof REASONS;
