// The calls that place orders and list them. The `…FromFields` functions are the one place where
// the wire's names of fields become ours. Server side only (zod). See also `order-change.calls.ts`.

import { z } from "zod";
import { call } from "./call.ts";
import {
  beforeField,
  beforeOf,
  decimal,
  decimalField,
  givenCount,
  givenDecimal,
  givenText,
  idField,
  optionalCountField,
  optionalDecimalField,
  optionalMomentField,
  pageField,
  pageOf,
} from "./fields.calls.ts";
import type { Side } from "./order.ts";
import {
  historyFilterFields,
  historyFilterFromFields,
  OrderSchema,
} from "./order-history.calls.ts";
import type { HistoryFilter } from "./order-history.ts";
import { PLACING_REASONS } from "./order-reasons.ts";

const PlaceOrderInput = z.object({
  /** 1 buy, 2 sell, and nothing else (T47). */
  type: z.enum(["1", "2"]),
  cont: decimalField,
  forex_id: idField,
  /** 1 at the market, 0 pending at `target_price`. */
  status: z.enum(["0", "1"]),
  target_price: optionalDecimalField,
  stop_loss_price: optionalDecimalField,
  target_profit_price: optionalDecimalField,
  multiple: z
    .string()
    .regex(/^\d{0,5}$/)
    .optional(),
  /** The price on the trader's screen; a market order is filled at the server's, never at this. */
  seen_price: optionalDecimalField,
  /** Points that a market order may be filled worse than `seen_price`; otherwise it is refused. */
  max_deviation: optionalCountField,
  /** When a pending order lapses, Unix seconds. */
  expire_time: optionalMomentField,
  /** Points; the server moves the stop along. */
  trailing_distance: optionalCountField,
});

/** An order as it was asked for. Numbers are texts that obey the grammar of decimals. */
export type OrderDraft = {
  readonly side: Side;
  readonly marketId: number;
  readonly lots: string;
  readonly leverage: number;
  readonly isPending: boolean;
  readonly target: string | null;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly seenPrice: string | null;
  /** Null: any. Zero is a real limit: not a point worse. */
  readonly maxDeviation: number | null;
  readonly expiresAt: number | null;
  readonly trailingDistance: number | null;
};

export function orderDraftFromFields(fields: z.output<typeof PlaceOrderInput>): OrderDraft {
  const maxDeviation = givenText(fields.max_deviation);
  return {
    side: fields.type === "1" ? "buy" : "sell",
    marketId: Number(fields.forex_id),
    lots: fields.cont,
    // Zero is offered by no market, so nobody's leverage is chosen for them.
    leverage: Number(fields.multiple ?? 0),
    isPending: fields.status === "0",
    target: givenDecimal(fields.target_price),
    stopLoss: givenDecimal(fields.stop_loss_price),
    takeProfit: givenDecimal(fields.target_profit_price),
    seenPrice: givenDecimal(fields.seen_price),
    maxDeviation: maxDeviation === null ? null : Number(maxDeviation),
    expiresAt: givenCount(fields.expire_time),
    trailingDistance: givenCount(fields.trailing_distance),
  };
}

/** Which field of a draft goes by which name on the wire, for refusals that name one. */
export const ORDER_FIELD_NAMES = {
  lots: "cont",
  target: "target_price",
  stopLoss: "stop_loss_price",
  takeProfit: "target_profit_price",
  seenPrice: "seen_price",
} as const;

export const placeOrder = call({
  method: "GET",
  path: "/v1/api/forex/submit",
  effect: "write",
  audience: "trader",
  summary: "Places an order: at the market, or pending at a target price.",
  input: PlaceOrderInput,
  output: z.object({
    Id: z.string(),
    Status: z.int(),
    OrderType: z.int(),
    ForexId: z.string(),
    Quantity: decimal,
    multiple: z.int(),
    OriginPrice: decimal,
    Price: decimal.nullable(),
    CautionMoney: decimal,
    TradeFee: decimal,
    TargetLossPrice: decimal,
    TargetProfitPrice: decimal,
    TrailingDistance: z.int(),
    ExpireTime: z.int(),
    CreateTime: z.number(),
    OpenSeq: z.int(),
  }),
  reasons: [...PLACING_REASONS, "REGION_RESTRICTED"],
});

export const previewOrder = call({
  method: "GET",
  path: "/v1/api/forex/order_preview",
  effect: "read",
  audience: "trader",
  summary: "What an order would cost and risk at this moment, without placing it.",
  input: PlaceOrderInput,
  output: z.object({
    Price: decimal,
    ClosePrice: decimal,
    CautionMoney: decimal,
    TradeFee: decimal,
    Spread: decimal,
    financing_per_night: decimal,
    ProfitAtStopLoss: decimal.nullable(),
    ProfitAtTakeProfit: decimal.nullable(),
    Available: decimal,
    FreeMarginAfter: decimal,
    HazardRateAfter: decimal.nullable(),
    /** Why it would be refused; null when it would be taken. */
    Reason: z.string().nullable(),
    ReasonTran: z.string(),
  }),
  reasons: PLACING_REASONS,
});

const ListOrdersInput = z.object({
  /** 0 pending, 1 holding, 3 history (closed and cancelled). */
  status: z.enum(["0", "1", "3"]),
  page: pageField,
  /** Of the history only: the others are never longer than their pages. */
  before: beforeField,
  ...historyFilterFields,
});

export type OrderList = {
  readonly tab: "pending" | "holding" | "history";
  readonly page: number;
  /** The order to go on from, instead of a page; null when pages are asked for. */
  readonly before: number | null;
  /** Of the history; of the others there is none. */
  readonly filter: HistoryFilter;
};

/** Which filter was given for a list that has none; null when all is well. */
export function misplacedFilter(fields: z.output<typeof ListOrdersInput>): string | null {
  if (fields.status === "3") return null;
  const names = ["market", "side", "result", "reason", "from", "to"] as const;
  return names.find((name) => givenText(fields[name]) !== null) ?? null;
}

export function orderListFromFields(fields: z.output<typeof ListOrdersInput>): OrderList {
  const tabs = { 0: "pending", 1: "holding", 3: "history" } as const;
  const { status, page, before } = fields;
  const filter = historyFilterFromFields(fields);
  return { tab: tabs[status], page: pageOf(page), before: beforeOf(before), filter };
}

export const listOrders = call({
  method: "GET",
  path: "/v1/api/forex/my_deal",
  effect: "read",
  audience: "trader",
  summary:
    "The caller's orders of one kind, newest first, 20 to a page or older than an order; of the " +
    "history only those asked for, which the totals speak of too.",
  input: ListOrdersInput,
  output: z.object({
    data: z.array(OrderSchema),
    total: z.int(),
    all_fact_profits: decimal,
    balance: decimal,
  }),
  reasons: ["ACCOUNT_UNKNOWN", "PERIOD_INVALID"],
});
