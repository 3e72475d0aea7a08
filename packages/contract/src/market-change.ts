// Changes of public terms, announced and made: of markets, and of the ways money comes in and goes
// out. The same list for everyone (H09, H20, T63). Browser-safe; `market-change.calls.ts` declares
// the call.

/** What can change about a market; the contract (units, precision, currencies) never does. */
export const MARKET_FIELDS = [
  "leverages",
  "margin_mode",
  "fee_rate",
  "lots_min",
  "lots_max",
  "lot_step",
  "long_rate",
  "short_rate",
  "triple_day",
  "markup_points",
  "stale_after_sec",
  "jump_limit_bps",
  "session_calendar",
] as const;
export type MarketField = (typeof MARKET_FIELDS)[number];

/** One value of a change, as text: rates as fractions, lots as decimals, lists by commas. */
export type ChangedField = {
  readonly field: string;
  /** Empty where there was none. */
  readonly from: string;
  /** Empty where there will be none. */
  readonly to: string;
};

export type MarketChange = {
  readonly id: string;
  /** What it changes: market, market_halt, closing_only, category, or a rail of the cashier. */
  readonly kind: string;
  /** The market's id; empty where it is no market, or all of them. */
  readonly marketId: string;
  /** What it is called: EUR/USD, USDT TRC20. */
  readonly subject: string;
  /** Announced: it will be made at `effectiveAt`; applied: it was. */
  readonly status: "announced" | "applied";
  /** Unix seconds. */
  readonly announcedAt: number;
  readonly effectiveAt: number;
  readonly fields: readonly ChangedField[];
};

export type MarketChangeWire = {
  id: string;
  kind: string;
  market_id: string;
  subject: string;
  status: "announced" | "applied";
  announced_at: number;
  effective_at: number;
  fields: { field: string; from: string; to: string }[];
};

export function marketChangeToWire(change: MarketChange): MarketChangeWire {
  return {
    id: change.id,
    kind: change.kind,
    market_id: change.marketId,
    subject: change.subject,
    status: change.status,
    announced_at: change.announcedAt,
    effective_at: change.effectiveAt,
    fields: change.fields.map(({ field, from, to }) => ({ field, from, to })),
  };
}

export function marketChangeFromWire(wire: MarketChangeWire): MarketChange {
  return {
    id: wire.id,
    kind: wire.kind,
    marketId: wire.market_id,
    subject: wire.subject,
    status: wire.status,
    announcedAt: wire.announced_at,
    effectiveAt: wire.effective_at,
    fields: wire.fields,
  };
}

/** What a changed value is called, in the words of the catalogues; several spellings of a kind. */
const LABELS = {
  leverages: "leverage",
  margin_mode: "marginMode",
  fee_rate: "openingFee",
  lots_min: "lotsMin",
  lots_max: "lotsMax",
  lot_step: "lotStep",
  long_rate: "longRate",
  short_rate: "shortRate",
  triple_day: "tripleDay",
  markup_points: "markup",
  stale_after_sec: "staleAfter",
  jump_limit_bps: "jumpLimit",
  session_calendar: "calendar",
  is_halted: "halted",
  is_closing_only: "closingOnly",
  reason: "reason",
  address: "address",
  memo: "memo",
  confirmations: "confirmations",
  bank_name: "bank",
  bank_address: "bankAddress",
  bank_swift: "swift",
  payee_name: "payee",
  payee_account: "account",
  remark: "remark",
  fixed_price: "price",
  fixedRate: "price",
  market: "followed",
  marketCode: "followed",
  min: "min",
  amountMin: "min",
  max: "max",
  amountMax: "max",
  is_active: "offered",
  isOffered: "offered",
  fee: "fee",
  feeKind: "feeKind",
  value: "value",
} as const;

export type ChangeLabel = (typeof LABELS)[keyof typeof LABELS];

/** Null for what only names the thing that changed. */
export function changeLabel(field: string): ChangeLabel | null {
  // An own key of the table is one of its keys.
  return Object.hasOwn(LABELS, field) ? LABELS[field as keyof typeof LABELS] : null;
}
