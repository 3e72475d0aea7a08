// The calls of the desk about feedback. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { FeedbackReplySchema } from "../content/feedback.calls.ts";
import {
  FEEDBACK_KINDS,
  FEEDBACK_REPLY_LENGTH_MAX,
  FEEDBACK_STATUSES,
} from "../content/feedback.ts";
import { idField } from "../fields.calls.ts";
import { cursorField, pageSchema, writtenField } from "./page.calls.ts";

const status = z.enum(FEEDBACK_STATUSES);
const kind = z.enum(FEEDBACK_KINDS);

const HeadSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  uid: z.string(),
  is_demo: z.int(),
  kind,
  status,
  excerpt: z.string(),
  has_image: z.int(),
  created_at: z.int(),
  waiting_since: z.int(),
});

const ListInput = z.object({
  status: status.optional(),
  kind: kind.optional(),
  cursor: cursorField,
});

export function deskFeedbackFromFields(fields: z.output<typeof ListInput>) {
  return {
    status: fields.status ?? null,
    kind: fields.kind ?? null,
    cursor: fields.cursor ?? "",
  };
}

export const listDeskFeedback = call({
  method: "GET",
  path: "/v1/api/desk/feedback/list",
  effect: "read",
  audience: "staff",
  permission: "feedback.read",
  summary: "Feedback: without a state those who wait for us, the longest first; else the newest.",
  input: ListInput,
  output: pageSchema(HeadSchema.extend({ replies: z.int() })),
  reasons: [],
});

const ShowInput = z.object({ id: idField });

export function deskFeedbackIdFromFields({ id }: z.output<typeof ShowInput>): number {
  return Number(id);
}

export const showDeskFeedback = call({
  method: "GET",
  path: "/v1/api/desk/feedback/show",
  effect: "read",
  audience: "staff",
  permission: "feedback.read",
  summary: "One feedback with the talk so far.",
  input: ShowInput,
  output: HeadSchema.extend({
    text: z.string(),
    language: z.string(),
    image: z.string(),
    talk: z.array(FeedbackReplySchema.extend({ author: z.string() })),
  }),
  reasons: ["FEEDBACK_UNKNOWN"],
});

const AnswerInput = z.object({ id: idField, text: writtenField(FEEDBACK_REPLY_LENGTH_MAX) });

export function feedbackAnswerFromFields({ id, text }: z.output<typeof AnswerInput>) {
  return { feedbackId: Number(id), text };
}

export const answerFeedback = call({
  method: "POST",
  path: "/v1/api/desk/feedback/answer",
  effect: "write",
  audience: "staff",
  permission: "feedback.answer",
  summary: "Answers; the writer is told in the inbox, by mail and on the devices that want it.",
  input: AnswerInput,
  tells: ({ text }) => [text],
  output: z.object({}),
  reasons: ["FEEDBACK_UNKNOWN", "FEEDBACK_CLOSED", "TOO_MANY_REPLIES", "KEY_REUSED"],
});

const MoveInput = z.object({ id: idField, status: z.enum(["working", "closed"]) });

export function feedbackMoveFromFields({ id, status: to }: z.output<typeof MoveInput>) {
  return { feedbackId: Number(id), status: to };
}

export const moveFeedback = call({
  method: "POST",
  path: "/v1/api/desk/feedback/move",
  effect: "write",
  audience: "staff",
  permission: "feedback.answer",
  summary: "Takes a feedback into work, opens it again, or closes it.",
  input: MoveInput,
  output: z.object({}),
  reasons: ["FEEDBACK_UNKNOWN", "FEEDBACK_UNMOVED"],
});
