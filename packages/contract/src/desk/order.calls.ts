// The calls of the desk about orders: reading, and nothing else (H01). Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { idField } from "../fields.calls.ts";
import { DESK_ORDER_STATUSES, type DeskOrderStatus } from "./order.ts";
import { cursorField, pageSchema } from "./page.calls.ts";

const orderSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  uid: z.string(),
  account_id: z.string(),
  is_demo: z.int(),
  market_id: z.string(),
  display_code: z.string(),
  status: z.enum(DESK_ORDER_STATUSES),
  side: z.enum(["buy", "sell"]),
  lots: z.string(),
  leverage: z.int(),
  asked_price: z.string(),
  open_price: z.string(),
  close_price: z.string(),
  stop_loss: z.string(),
  take_profit: z.string(),
  margin: z.string(),
  fee: z.string(),
  profit: z.string(),
  placed_at: z.int(),
  opened_at: z.int(),
  ended_at: z.int(),
  end_reason: z.string(),
  part_of: z.string(),
  terms_version: z.int(),
});

export const listDeskOrders = call({
  method: "GET",
  path: "/v1/api/desk/order/list",
  effect: "read",
  audience: "staff",
  permission: "orders.read",
  summary: "Orders, newest first, of a person, a market or a status.",
  input: z.object({
    user: idField.optional(),
    market: idField.optional(),
    status: z.enum(DESK_ORDER_STATUSES).optional(),
    cursor: cursorField,
  }),
  output: pageSchema(orderSchema),
  reasons: [],
});

export const getDeskOrder = call({
  method: "GET",
  path: "/v1/api/desk/order/show",
  effect: "read",
  audience: "staff",
  permission: "orders.read",
  summary: "One order with the evidence of its fills and what it did to the account.",
  input: z.object({ id: idField }),
  output: z.object({
    order: orderSchema,
    fills: z.array(
      z.object({
        kind: z.enum(["open", "close"]),
        at: z.number(),
        lots: z.string(),
        seq: z.int(),
        bid: z.string(),
        ask: z.string(),
        price: z.string(),
        rule: z.string(),
        level: z.string(),
        margin: z.string(),
        profit: z.string(),
        rules_version: z.int(),
        terms_version: z.int(),
        conversions: z.array(
          z.object({ display_code: z.string(), seq: z.int(), bid: z.string(), ask: z.string() }),
        ),
      }),
    ),
    movements: z.array(
      z.object({
        movement_id: z.string(),
        at: z.number(),
        cause: z.string(),
        amount: z.string(),
        balance: z.string(),
      }),
    ),
    parts: z.array(orderSchema),
  }),
  reasons: ["ORDER_UNKNOWN"],
});

export type DeskOrderFilter = {
  /** A user's id or uid. */
  readonly user: number | null;
  readonly marketId: number | null;
  readonly status: DeskOrderStatus | null;
  /** Only orders older than this one. */
  readonly before: number | null;
};

export function deskOrdersFromFields(fields: {
  user?: string | undefined;
  market?: string | undefined;
  status?: DeskOrderStatus | undefined;
  cursor?: string | undefined;
}): DeskOrderFilter {
  const { user, market, status, cursor } = fields;
  return {
    user: user === undefined ? null : Number(user),
    marketId: market === undefined ? null : Number(market),
    status: status ?? null,
    before: cursor === undefined || !/^\d+$/.test(cursor) ? null : Number(cursor),
  };
}
