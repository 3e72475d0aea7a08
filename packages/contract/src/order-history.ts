// What a trader may ask of the orders that have ended, and one order with all that is known of it,
// on the wire and in our own words. Browser-safe: no schema library here.

import {
  type Order,
  type OrderWire,
  orderFromWire,
  orderToWire,
  type Side,
  sideToWire,
} from "./order.ts";

/** Why an order closed, by the rule that fired; and everything that never became a position. */
export const HISTORY_REASONS = [
  "user",
  "take-profit",
  "stop-loss",
  "trailing-stop",
  "stop-out",
  "copy",
  "copy-stop-loss",
  "copy-stopped",
  "demo-reset",
  "delisted",
  "cancelled",
] as const;
export type HistoryReason = (typeof HISTORY_REASONS)[number];

export const HISTORY_RESULTS = ["profit", "loss"] as const;
export type HistoryResult = (typeof HISTORY_RESULTS)[number];

/** Which of the ended orders are meant; null is any. */
export type HistoryFilter = {
  readonly marketId: string | null;
  readonly side: Side | null;
  readonly result: HistoryResult | null;
  readonly reason: HistoryReason | null;
  /** By when they ended, Unix seconds; `from` counts, `to` does not. */
  readonly from: number | null;
  readonly to: number | null;
};

export const ALL_HISTORY: HistoryFilter = {
  marketId: null,
  side: null,
  result: null,
  reason: null,
  from: null,
  to: null,
};

/** The fields of the calls about history; those that are any are absent. */
export function historyFields(filter: HistoryFilter): Record<string, string> {
  const { marketId: market, side, result, reason, from, to } = filter;
  const fields = {
    market,
    side: side === null ? null : String(sideToWire(side)),
    result,
    reason,
    from: from === null ? null : String(from),
    to: to === null ? null : String(to),
  };
  const given = Object.entries(fields).filter((field): field is [string, string] => {
    return field[1] !== null;
  });
  return Object.fromEntries(given);
}

/** One opening or closing, as the journal has it: which row of the tape, by which rule. */
export type OrderFill = {
  readonly kind: "open" | "close";
  /** Unix seconds with milliseconds as fraction. */
  readonly at: number;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  readonly price: string;
  /** What fired: "market", "limit", "stop-loss", … */
  readonly rule: string;
  /** The price that was waited for; null where none was. */
  readonly level: string | null;
};

export type OrderFillWire = {
  Kind: string;
  Time: number;
  Seq: number;
  Bid: string;
  Ask: string;
  Price: string;
  Rule: string;
  Level: string | null;
};

/** One order with its evidence: how it was filled, and the parts of it that were closed. */
export type OrderFile = {
  readonly order: Order;
  readonly fills: readonly OrderFill[];
  /** Newest first; at most as many as a page has. */
  readonly parts: readonly Order[];
  /** How many nights its financing is for. */
  readonly nights: number;
};

export type OrderFileWire = OrderWire & {
  Fills: OrderFillWire[];
  Parts: OrderWire[];
  FinancingNights: number;
};

export function orderFileToWire({ order, fills, parts, nights }: OrderFile): OrderFileWire {
  return {
    ...orderToWire(order),
    Fills: fills.map((fill) => ({
      Kind: fill.kind,
      Time: fill.at,
      Seq: fill.seq,
      Bid: fill.bid,
      Ask: fill.ask,
      Price: fill.price,
      Rule: fill.rule,
      Level: fill.level,
    })),
    Parts: parts.map(orderToWire),
    FinancingNights: nights,
  };
}

export function orderFileFromWire(wire: OrderFileWire): OrderFile {
  return {
    order: orderFromWire(wire),
    fills: wire.Fills.map((fill) => ({
      kind: fill.Kind === "open" ? "open" : "close",
      at: fill.Time,
      seq: fill.Seq,
      bid: fill.Bid,
      ask: fill.Ask,
      price: fill.Price,
      rule: fill.Rule,
      level: fill.Level,
    })),
    parts: wire.Parts.map(orderFromWire),
    nights: wire.FinancingNights,
  };
}
