// The calls of the desk about adjustments and what is said against them. Booking one goes by
// proposal: two people, one hash. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, idField } from "../fields.calls.ts";
import { DISPUTE_ANSWER_LENGTH_MAX } from "./adjustment.ts";
import { cursorField, pageSchema, writtenField } from "./page.calls.ts";

const ListInput = z.object({ user_id: idField.optional(), cursor: cursorField });

export function deskAdjustmentsFromFields(fields: z.output<typeof ListInput>) {
  const { user_id, cursor = "" } = fields;
  return { userId: user_id === undefined ? null : Number(user_id), cursor };
}

export const listDeskAdjustments = call({
  method: "GET",
  path: "/v1/api/desk/adjustment/list",
  effect: "read",
  audience: "staff",
  permission: "adjustments.read",
  summary: "What was booked by hand, newest first.",
  input: ListInput,
  output: pageSchema(
    z.object({
      id: z.string(),
      user_id: z.string(),
      uid: z.string(),
      amount: decimal,
      reason: z.string(),
      proposed_by: z.string(),
      approved_by: z.string(),
      booked_at: z.int(),
      dispute: z.enum(["none", "open", "answered"]),
    }),
  ),
  reasons: [],
});

const DisputesInput = z.object({
  status: z.enum(["open", "answered"]).optional(),
  cursor: cursorField,
});

export function disputesFromFields(fields: z.output<typeof DisputesInput>) {
  return { status: fields.status ?? "open", cursor: fields.cursor ?? "" };
}

export const listDisputes = call({
  method: "GET",
  path: "/v1/api/desk/dispute/list",
  effect: "read",
  audience: "staff",
  permission: "adjustments.read",
  summary: "Disputes of adjustments: those that wait, or those that were answered.",
  input: DisputesInput,
  output: pageSchema(
    z.object({
      id: z.string(),
      adjustment_id: z.string(),
      user_id: z.string(),
      uid: z.string(),
      amount: decimal,
      reason: z.string(),
      text: z.string(),
      at: z.int(),
      answer: z.string(),
      answered_by: z.string(),
      answered_at: z.int(),
    }),
  ),
  reasons: [],
});

const AnswerInput = z.object({ id: idField, answer: writtenField(DISPUTE_ANSWER_LENGTH_MAX) });

export function disputeAnswerFromFields(fields: z.output<typeof AnswerInput>) {
  return { disputeId: Number(fields.id), answer: fields.answer };
}

export const answerDispute = call({
  method: "POST",
  path: "/v1/api/desk/dispute/answer",
  effect: "write",
  audience: "staff",
  permission: "adjustments.change",
  summary: "Answers a dispute; the trader reads it.",
  input: AnswerInput,
  tells: ({ answer }) => [answer],
  output: z.object({}),
  reasons: ["DISPUTE_UNKNOWN", "DISPUTE_ANSWERED"],
});
