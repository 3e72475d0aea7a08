// The calls about orders that have ended: their filters, one order with its evidence, and all of
// them as a file. The `…FromFields` functions are the one place where the wire's names of fields
// become ours. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { decimal, givenCount, givenText, idField } from "./fields.calls.ts";
import { HISTORY_REASONS, HISTORY_RESULTS, type HistoryFilter } from "./order-history.ts";
import { stream } from "./sent.calls.ts";

/** Unix seconds; empty or absent is none. */
const momentField = z
  .string()
  .regex(/^\d{0,10}$/)
  .optional();

/** Optional all of them; an empty text is as good as none. */
export const historyFilterFields = {
  market: z.union([idField, z.literal("")]).optional(),
  side: z.enum(["1", "2", ""]).optional(),
  result: z.enum([...HISTORY_RESULTS, ""]).optional(),
  reason: z.enum([...HISTORY_REASONS, ""]).optional(),
  /** By when they ended; `from` counts, `to` does not. */
  from: momentField,
  to: momentField,
};

const FilterInput = z.object(historyFilterFields);

export function historyFilterFromFields(fields: z.output<typeof FilterInput>): HistoryFilter {
  const { market, side, result, reason, from, to } = fields;
  return {
    marketId: givenText(market),
    side: side === "1" ? "buy" : side === "2" ? "sell" : null,
    result: result || null,
    reason: reason || null,
    from: givenCount(from),
    to: givenCount(to),
  };
}

export const OrderSchema = z.object({
  Id: z.string(),
  Status: z.int(),
  OrderType: z.int(),
  ForexTradeLists: z.object({
    Id: z.string(),
    Code: z.string(),
    ShowCode: z.string(),
    PricePrecision: z.int(),
  }),
  Quantity: decimal,
  multiple: z.int(),
  OriginPrice: decimal,
  Price: decimal.nullable(),
  UpdatePrice: decimal.nullable(),
  FactProfits: decimal,
  CautionMoney: decimal,
  TradeFee: decimal,
  Financing: decimal,
  TargetLossPrice: decimal,
  TargetProfitPrice: decimal,
  TrailingDistance: z.int(),
  TrailingPrice: decimal,
  PendingType: z.string().nullable(),
  ExpireTime: z.int(),
  CloseReason: z.string().nullable(),
  CloseReasonTran: z.string(),
  CreateTime: z.number(),
  CreateTimeHandler: z.string(),
  OpenTime: z.number().nullable(),
  CloseTime: z.number().nullable(),
  CloseTimeHandler: z.string(),
  OpenSeq: z.int().nullable(),
  CloseSeq: z.int().nullable(),
  PartOf: z.string().nullable(),
});

export const getOrder = call({
  method: "GET",
  path: "/v1/api/forex/order",
  effect: "read",
  audience: "trader",
  summary: "One order of the caller, open or ended, with the tape rows that filled it.",
  input: z.object({ id: idField }),
  output: OrderSchema.extend({
    Fills: z.array(
      z.object({
        Kind: z.string(),
        Time: z.number(),
        Seq: z.int(),
        Bid: decimal,
        Ask: decimal,
        Price: decimal,
        Rule: z.string(),
        Level: decimal.nullable(),
      }),
    ),
    Parts: z.array(OrderSchema),
    FinancingNights: z.int(),
  }),
  reasons: ["ORDER_UNKNOWN"],
});

export const downloadOrders = call({
  method: "GET",
  path: "/v1/api/forex/my_deal/csv",
  effect: "read",
  audience: "trader",
  summary: "The caller's ended orders as CSV, all of those asked for, newest first.",
  input: FilterInput,
  output: stream(),
  reasons: ["PERIOD_INVALID"],
});
