// The calls about price alerts. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, decimalField, idField } from "../fields.calls.ts";
import { ALERT_DIRECTIONS } from "./alert.ts";

const AlertSchema = z.object({
  id: z.string(),
  forex_id: z.string(),
  code: z.string(),
  price: decimal,
  direction: z.enum(ALERT_DIRECTIONS),
  created_at: z.int(),
  fired_at: z.int().nullable(),
  fired_seq: z.int().nullable(),
});

export const listAlerts = call({
  method: "GET",
  path: "/v1/api/main/alert/list",
  effect: "read",
  audience: "trader",
  summary: "The caller's price alerts: those that wait, then those that have fired.",
  input: z.object({}),
  output: z.object({ data: z.array(AlertSchema) }),
  reasons: [],
});

const AddInput = z.object({ forex_id: idField, price: decimalField });

export function newAlertFromFields(fields: z.output<typeof AddInput>) {
  return { marketId: Number(fields.forex_id), price: fields.price };
}

export const addAlert = call({
  method: "POST",
  path: "/v1/api/main/alert/add",
  effect: "write",
  audience: "trader",
  summary: "Asks to be told once when the market's bid reaches a price.",
  input: AddInput,
  output: AlertSchema,
  reasons: [
    "MARKET_UNKNOWN",
    "ALERT_WITHOUT_PRICE",
    "ALERT_AT_PRICE",
    "TOO_MANY_ALERTS",
    "KEY_REUSED",
  ],
});

const RemoveInput = z.object({ id: idField });

export function alertIdFromFields(fields: z.output<typeof RemoveInput>) {
  return { alertId: Number(fields.id) };
}

export const removeAlert = call({
  method: "POST",
  path: "/v1/api/main/alert/remove",
  effect: "write",
  audience: "trader",
  summary: "Takes one of the caller's price alerts off the list.",
  input: RemoveInput,
  output: z.object({}),
  reasons: ["ALERT_UNKNOWN"],
});
