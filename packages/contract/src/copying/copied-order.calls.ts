// The calls about what a follow has copied and skipped. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, idField, pageField, pageOf } from "../fields.calls.ts";
import { OrderSchema } from "../order-history.calls.ts";
import { FILLING_REASONS, ORDER_REASONS } from "../order-reasons.ts";
import { COPY_KINDS } from "./copied-order.ts";

const OrdersInput = z.object({
  id: idField,
  /** 1 holding, 3 history, as in the list of one's own orders. */
  status: z.enum(["1", "3"]),
  page: pageField,
});

export function copiedListFromFields(fields: z.output<typeof OrdersInput>) {
  return {
    followId: Number(fields.id),
    tab: fields.status === "1" ? ("holding" as const) : ("history" as const),
    page: pageOf(fields.page),
  };
}

export const listCopiedOrders = call({
  method: "GET",
  path: "/api/follow/orders",
  effect: "read",
  audience: "trader",
  summary: "The orders that a follow of the caller has copied, open or ended, newest first.",
  input: OrdersInput,
  output: z.object({
    data: z.array(OrderSchema.extend({ leader_order: z.string() })),
    total: z.int(),
    all_fact_profits: decimal,
  }),
  reasons: ["FOLLOW_UNKNOWN"],
});

const SkippedInput = z.object({ id: idField, page: pageField });

export function skippedListFromFields(fields: z.output<typeof SkippedInput>) {
  return { followId: Number(fields.id), page: pageOf(fields.page) };
}

export const listSkippedCopies = call({
  method: "GET",
  path: "/api/follow/skipped",
  effect: "read",
  audience: "trader",
  summary: "What the leader did and a follow of the caller did not, with the reason.",
  input: SkippedInput,
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        at: z.int(),
        kind: z.enum(COPY_KINDS),
        code: z.string(),
        side: z.int(),
        leader_order: z.string(),
        leader_lots: decimal,
        wanted_lots: z.union([decimal, z.literal("")]),
        lots_min: decimal,
        reason: z.string(),
      }),
    ),
    total: z.int(),
  }),
  reasons: ["FOLLOW_UNKNOWN"],
});

const CloseInput = z.object({ id: idField, order_id: idField });

export function copyClosingFromFields(fields: z.output<typeof CloseInput>) {
  return { followId: Number(fields.id), orderId: Number(fields.order_id) };
}

export const closeCopiedOrder = call({
  method: "POST",
  path: "/api/follow/close",
  effect: "write",
  audience: "trader",
  summary: "Closes one copied or kept position of the caller at the market.",
  input: CloseInput,
  output: z.object({ id: z.string(), profit: decimal }),
  reasons: [...ORDER_REASONS, "FOLLOW_UNKNOWN", "ORDER_NOT_HOLDING", ...FILLING_REASONS],
});
