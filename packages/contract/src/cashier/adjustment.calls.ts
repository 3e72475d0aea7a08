// The calls about adjustments, of the trader they concern and of everybody. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { cursorField, writtenField } from "../desk/page.calls.ts";
import { decimal, idField } from "../fields.calls.ts";
import { DISPUTE_TEXT_LENGTH_MAX } from "./adjustment.ts";

const ListInput = z.object({ cursor: cursorField });

export function adjustmentsFromFields(fields: z.output<typeof ListInput>) {
  return { cursor: fields.cursor ?? "" };
}

export const listAdjustments = call({
  method: "GET",
  path: "/v1/api/main/adjustment/list",
  effect: "read",
  audience: "member",
  summary: "What was booked by hand on the caller's accounts: why, by whom, and disputes of it.",
  input: ListInput,
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        amount: decimal,
        reason: z.string(),
        agreed_by: z.array(z.string()),
        booked_at: z.int(),
        disputes: z.array(
          z.object({ text: z.string(), at: z.int(), answer: z.string(), answered_at: z.int() }),
        ),
        can_dispute: z.int(),
      }),
    ),
    next: z.string(),
  }),
  reasons: [],
});

const DisputeInput = z.object({ id: idField, text: writtenField(DISPUTE_TEXT_LENGTH_MAX) });

export function disputeFromFields(fields: z.output<typeof DisputeInput>) {
  return { adjustmentId: Number(fields.id), text: fields.text };
}

export const disputeAdjustment = call({
  method: "POST",
  path: "/v1/api/main/adjustment/dispute",
  effect: "write",
  audience: "member",
  summary: "Says something against an adjustment of the caller's own account.",
  input: DisputeInput,
  output: z.object({}),
  reasons: ["ADJUSTMENT_UNKNOWN", "DISPUTE_OPEN", "TOO_MANY_DISPUTES"],
});

export const listAdjustmentMonths = call({
  method: "GET",
  path: "/v1/api/cashier/adjustments",
  effect: "read",
  audience: "visitor",
  summary: "What was booked by hand in every month, of all traders together.",
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        month: z.string(),
        count: z.int(),
        given: decimal,
        taken: decimal,
        disputed: z.int(),
      }),
    ),
  }),
  reasons: [],
});
