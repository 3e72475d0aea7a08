// The calls that change orders: close, cancel, amend, and set their stops. The `…FromFields`
// functions are the one place where the wire's names of fields become ours. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import {
  decimal,
  decimalField,
  givenCount,
  givenDecimal,
  givenText,
  idField,
  optionalCountField,
  optionalDecimalField,
  optionalMomentField,
} from "./fields.calls.ts";
import { LEFT_REASONS } from "./order-answer.ts";
import { ACCOUNT_REASONS, FILLING_REASONS, ORDER_REASONS, STOP_REASONS } from "./order-reasons.ts";

const ClosedOrderSchema = z.object({
  Id: z.string(),
  OrderId: z.string(),
  Quantity: decimal,
  QuantityLeft: decimal,
  Price: decimal,
  UpdatePrice: decimal,
  FactProfits: decimal,
  CautionMoney: decimal,
  TradeFee: decimal,
  CloseTime: z.number(),
  CloseSeq: z.int(),
});

const CloseOrderInput = z.object({
  id: idField,
  /** Lots to close; empty or absent is all of it. */
  cont: optionalDecimalField,
});

export type OrderClosing = { readonly orderId: number; readonly lots: string | null };

export function closingFromFields(fields: z.output<typeof CloseOrderInput>): OrderClosing {
  return { orderId: Number(fields.id), lots: givenText(fields.cont) };
}

export const closeOrder = call({
  method: "GET",
  path: "/v1/api/forex/close",
  effect: "write",
  audience: "trader",
  summary: "Closes a holding order, or a part of it, at the market.",
  input: CloseOrderInput,
  output: ClosedOrderSchema,
  reasons: [
    ...ORDER_REASONS,
    "LOTS_BELOW_MINIMUM",
    "LOTS_OFF_STEP",
    "LOTS_ABOVE_ORDER",
    "ORDER_NOT_HOLDING",
    ...FILLING_REASONS,
  ],
});

const CloseAllInput = z.object({
  /** Only this market; empty or absent is every market. */
  forex_id: z.union([idField, z.literal("")]).optional(),
  /** 1 cancels pending orders too. */
  with_pending: z.enum(["0", "1", ""]).optional(),
});

export type ClosingOfAll = { readonly marketId: number | null; readonly isCancelling: boolean };

export function closingOfAllFromFields(fields: z.output<typeof CloseAllInput>): ClosingOfAll {
  return { marketId: givenCount(fields.forex_id), isCancelling: fields.with_pending === "1" };
}

export const closeAllOrders = call({
  method: "GET",
  path: "/v1/api/forex/close_all",
  effect: "write",
  audience: "trader",
  summary: "Closes every holding order whose market is open and fresh, in one step.",
  input: CloseAllInput,
  output: z.object({
    data: z.array(ClosedOrderSchema),
    total: z.int(),
    all_fact_profits: decimal,
    Cancelled: z.array(z.string()),
    /** Positions asked for that could not be closed, and why. */
    left: z.array(z.object({ id: z.string(), reason: z.enum(LEFT_REASONS) })),
  }),
  reasons: [...ACCOUNT_REASONS, "NOTHING_TO_CLOSE", "MARKET_UNKNOWN"],
});

const OrderInput = z.object({ id: idField });

export function orderIdFromFields(fields: z.output<typeof OrderInput>): number {
  return Number(fields.id);
}

export const cancelOrder = call({
  method: "GET",
  path: "/v1/api/forex/cancel_trade",
  effect: "write",
  audience: "trader",
  summary: "Cancels a pending order.",
  input: OrderInput,
  output: z.object({ Id: z.string() }),
  reasons: [...ORDER_REASONS, "ORDER_NOT_PENDING"],
});

const StopsInput = z.object({
  id: idField,
  /** 0, empty or absent takes it off. */
  stop_loss_price: optionalDecimalField,
  target_profit_price: optionalDecimalField,
});

export type StopsChange = {
  readonly orderId: number;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
};

export function stopsFromFields(fields: z.output<typeof StopsInput>): StopsChange {
  return {
    orderId: Number(fields.id),
    stopLoss: givenDecimal(fields.stop_loss_price),
    takeProfit: givenDecimal(fields.target_profit_price),
  };
}

export const setStops = call({
  method: "GET",
  path: "/v1/api/forex/set_stop_price",
  effect: "write",
  audience: "trader",
  summary: "Sets or takes off both stops of a pending or holding order.",
  input: StopsInput,
  output: z.object({ Id: z.string(), TargetLossPrice: decimal, TargetProfitPrice: decimal }),
  reasons: [...ORDER_REASONS, ...STOP_REASONS],
});

const TrailingInput = z.object({
  id: idField,
  /** Points; 0, empty or absent takes it off. */
  trailing_distance: optionalCountField,
});

export type TrailingChange = { readonly orderId: number; readonly distance: number | null };

export function trailingFromFields(fields: z.output<typeof TrailingInput>): TrailingChange {
  return { orderId: Number(fields.id), distance: givenCount(fields.trailing_distance) };
}

export const setTrailingStop = call({
  method: "GET",
  path: "/v1/api/forex/set_trailing_stop",
  effect: "write",
  audience: "trader",
  summary: "Sets or takes off a stop that follows the price, kept by the server.",
  input: TrailingInput,
  output: z.object({ Id: z.string(), TrailingDistance: z.int(), TrailingPrice: decimal }),
  reasons: [...ORDER_REASONS, ...STOP_REASONS],
});

const AmendInput = StopsInput.extend({
  target_price: decimalField,
  expire_time: optionalMomentField,
});

export type OrderAmendment = StopsChange & {
  readonly target: string;
  readonly expiresAt: number | null;
};

export function amendmentFromFields(fields: z.output<typeof AmendInput>): OrderAmendment {
  return {
    ...stopsFromFields(fields),
    target: fields.target_price,
    expiresAt: givenCount(fields.expire_time),
  };
}

export const amendOrder = call({
  method: "GET",
  path: "/v1/api/forex/amend_trade",
  effect: "write",
  audience: "trader",
  summary: "Changes a pending order: target, stops and expiry as given, all of them.",
  input: AmendInput,
  output: z.object({
    Id: z.string(),
    OriginPrice: decimal,
    TargetLossPrice: decimal,
    TargetProfitPrice: decimal,
    ExpireTime: z.int(),
    CautionMoney: decimal,
    TradeFee: decimal,
  }),
  reasons: [
    ...ORDER_REASONS,
    ...STOP_REASONS,
    "ORDER_NOT_PENDING",
    "MARKET_CLOSED",
    "MARKET_HALTED",
    "MARKET_CLOSING_ONLY",
    "TARGET_AT_PRICE",
    "TARGET_REQUIRED",
    "EXPIRY_PAST",
    "MARGIN_EXCEEDS_FREE",
    "CONVERSION_MISSING",
  ],
});
