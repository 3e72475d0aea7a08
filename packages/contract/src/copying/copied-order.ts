// What a follow has copied and what it has skipped, on the wire and in our own words. Browser-safe:
// no schema library here; `copied-order.calls.ts` declares the calls.

import { type Order, type OrderWire, orderFromWire, orderToWire, type Side } from "../order.ts";

/** An order of a follow's own account, with the leader's order that it copies. */
export type CopiedOrder = Order & { readonly leaderOrder: string };
type CopiedOrderWire = OrderWire & { leader_order: string };

function copiedOrderToWire({ leaderOrder, ...order }: CopiedOrder): CopiedOrderWire {
  return { ...orderToWire(order), leader_order: leaderOrder };
}

function copiedOrderFromWire({ leader_order, ...wire }: CopiedOrderWire): CopiedOrder {
  return { ...orderFromWire(wire), leaderOrder: leader_order };
}

export type CopiedPage = {
  readonly orders: readonly CopiedOrder[];
  readonly total: number;
  /** Of all pages. */
  readonly profitTotal: string;
};

export type CopiedPageWire = { data: CopiedOrderWire[]; total: number; all_fact_profits: string };

export function copiedPageToWire({ orders, total, profitTotal }: CopiedPage): CopiedPageWire {
  return { data: orders.map(copiedOrderToWire), total, all_fact_profits: profitTotal };
}

export function copiedPageFromWire(wire: CopiedPageWire): CopiedPage {
  return {
    orders: wire.data.map(copiedOrderFromWire),
    total: wire.total,
    profitTotal: wire.all_fact_profits,
  };
}

/** What of the leader's was to be copied. */
export const COPY_KINDS = ["open", "stops", "trailing", "reduce", "close"] as const;
export type CopyKind = (typeof COPY_KINDS)[number];

/** Something that the leader did and the follow did not. */
export type SkippedCopy = {
  readonly id: string;
  /** Unix seconds. */
  readonly at: number;
  readonly kind: CopyKind;
  /** The market as it is shown. */
  readonly market: string;
  readonly side: Side;
  readonly leaderOrder: string;
  /** Of the leader's order, or of the part that was closed. */
  readonly leaderLots: string;
  /** What the rule asked for, before it was cut to the lot step; null where it asked for none. */
  readonly wantedLots: string | null;
  readonly lotsMin: string;
  /** In the reader's language. */
  readonly reason: string;
};

export type SkippedCopyWire = {
  id: string;
  at: number;
  kind: CopyKind;
  code: string;
  side: number;
  leader_order: string;
  leader_lots: string;
  wanted_lots: string;
  lots_min: string;
  reason: string;
};

export function skippedCopyToWire(skipped: SkippedCopy): SkippedCopyWire {
  return {
    id: skipped.id,
    at: skipped.at,
    kind: skipped.kind,
    code: skipped.market,
    side: skipped.side === "buy" ? 1 : 2,
    leader_order: skipped.leaderOrder,
    leader_lots: skipped.leaderLots,
    wanted_lots: skipped.wantedLots ?? "",
    lots_min: skipped.lotsMin,
    reason: skipped.reason,
  };
}

export function skippedCopyFromWire(wire: SkippedCopyWire): SkippedCopy {
  return {
    id: wire.id,
    at: wire.at,
    kind: wire.kind,
    market: wire.code,
    side: wire.side === 1 ? "buy" : "sell",
    leaderOrder: wire.leader_order,
    leaderLots: wire.leader_lots,
    wantedLots: wire.wanted_lots === "" ? null : wire.wanted_lots,
    lotsMin: wire.lots_min,
    reason: wire.reason,
  };
}
