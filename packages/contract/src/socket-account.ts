// The private frames of the live socket: an account with its open orders, and orders that ended.
// What they carry is the session's own account, never one that a client names (T76). Browser-safe.

import { type Account, type AccountWire, accountFromWire, accountToWire } from "./account.ts";
import {
  levelFromWire,
  levelToWire,
  type Order,
  type OrderStatus,
  type OrderWire,
  orderFromWire,
  orderToWire,
  statusFromWire,
  statusToWire,
} from "./order.ts";
import type { TopicFrame } from "./socket.ts";

export const TOPIC_TRADE = "FOREX_TRADE";
export const TOPIC_CLOSED = "FOREX_CLOSED";

/** The account as it stands, and those of its pending and holding orders that have changed. */
export type AccountUpdate = {
  readonly account: Account;
  readonly orders: readonly Order[];
  /** Orders that were pending or holding one frame ago and are no more. */
  readonly goneIds: readonly string[];
  /** How many are pending or holding now. */
  readonly total: number;
};

export type AccountUpdateWire = AccountWire & {
  all_fact_profits: string;
  data: OrderWire[];
  Gone: string[];
  total: number;
};

export type TradeFrame = TopicFrame & {
  readonly type: typeof TOPIC_TRADE;
  readonly data: AccountUpdateWire;
};

export function accountUpdateToWire(update: AccountUpdate): AccountUpdateWire {
  return {
    ...accountToWire(update.account),
    all_fact_profits: update.account.profit,
    data: update.orders.map(orderToWire),
    Gone: [...update.goneIds],
    total: update.total,
  };
}

export function accountUpdateFromWire(wire: AccountUpdateWire): AccountUpdate {
  return {
    account: accountFromWire(wire),
    orders: wire.data.map(orderFromWire),
    goneIds: wire.Gone,
    total: wire.total,
  };
}

/** An order that ended, or the part of one that was closed. */
export type EndedOrderNotice = {
  readonly id: string;
  /** The order it was a part of, which goes on; null when all of it ended. */
  readonly partOf: string | null;
  readonly status: Extract<OrderStatus, "closed" | "cancelled">;
  readonly marketId: string;
  /** The rule that fired, for programs and for people. */
  readonly reason: string;
  readonly reasonText: string;
  /** Null for one that was never filled. */
  readonly closingPrice: string | null;
  readonly profit: string;
  /** Unix seconds with milliseconds as fraction. */
  readonly endedAt: number;
};

export type EndedOrderNoticeWire = {
  Id: string;
  PartOf: string | null;
  Status: number;
  ForexId: string;
  CloseReason: string;
  CloseReasonTran: string;
  UpdatePrice: string;
  FactProfits: string;
  CloseTime: number;
};

/** A snapshot has the newest few, for whoever missed them; all are in the history. */
export type ClosedFrame = TopicFrame & {
  readonly type: typeof TOPIC_CLOSED;
  readonly data: readonly EndedOrderNoticeWire[];
};

export function endedOrderToWire(notice: EndedOrderNotice): EndedOrderNoticeWire {
  return {
    Id: notice.id,
    PartOf: notice.partOf,
    Status: statusToWire(notice.status),
    ForexId: notice.marketId,
    CloseReason: notice.reason,
    CloseReasonTran: notice.reasonText,
    UpdatePrice: levelToWire(notice.closingPrice),
    FactProfits: notice.profit,
    CloseTime: notice.endedAt,
  };
}

export function endedOrderFromWire(wire: EndedOrderNoticeWire): EndedOrderNotice {
  return {
    id: wire.Id,
    partOf: wire.PartOf,
    status: statusFromWire(wire.Status) === "closed" ? "closed" : "cancelled",
    marketId: wire.ForexId,
    reason: wire.CloseReason,
    reasonText: wire.CloseReasonTran,
    closingPrice: levelFromWire(wire.UpdatePrice),
    profit: wire.FactProfits,
    endedAt: wire.CloseTime,
  };
}
