// The calls about feedback: a trader writes, reads what became of it, and answers back. Server side
// only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { FILE_URL } from "../cashier/upload.ts";
import { writtenField } from "../desk/page.calls.ts";
import { idField, pageField, pageOf } from "../fields.calls.ts";
import {
  FEEDBACK_KINDS,
  FEEDBACK_LENGTH_MAX,
  FEEDBACK_REPLY_LENGTH_MAX,
  FEEDBACK_STATUSES,
  feedbackKindFromWire,
} from "./feedback.ts";

export const FeedbackReplySchema = z.object({
  id: z.string(),
  text: z.string(),
  at: z.int(),
  is_staff: z.int().min(0).max(1),
});

const SubmitInput = z.object({
  type: z
    .string()
    .regex(new RegExp(`^[1-${FEEDBACK_KINDS.length}]?$`))
    .optional(),
  content: writtenField(FEEDBACK_LENGTH_MAX),
  image: z.union([z.literal(""), z.string().regex(FILE_URL)]).optional(),
});

export function feedbackFromFields({ type, content, image }: z.output<typeof SubmitInput>) {
  return {
    kind: feedbackKindFromWire(Number(type ?? "")),
    text: content,
    imageUrl: image === undefined || image === "" ? null : image,
  };
}

export const submitFeedback = call({
  method: "POST",
  path: "/api/feedback/submit",
  effect: "write",
  audience: "trader",
  summary: "Tells us something; with one picture of the writer's own where there is one.",
  input: SubmitInput,
  output: z.object({ id: z.string() }),
  reasons: ["TOO_MANY_FEEDBACKS", "UPLOAD_UNKNOWN"],
});

const ListInput = z.object({ page: pageField });

export function feedbackPageFromFields({ page }: z.output<typeof ListInput>): number {
  return pageOf(page);
}

export const listFeedback = call({
  method: "GET",
  path: "/api/feedback/list",
  effect: "read",
  audience: "trader",
  summary: "What the caller has told us, newest first, with what was answered.",
  input: ListInput,
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        type: z.int().min(1).max(FEEDBACK_KINDS.length),
        content: z.string(),
        image: z.string(),
        status: z
          .int()
          .min(0)
          .max(FEEDBACK_STATUSES.length - 1),
        created_at: z.string(),
        created_at_unix: z.int(),
        can_reply: z.int().min(0).max(1),
        replies: z.array(FeedbackReplySchema),
      }),
    ),
    total: z.int(),
  }),
  reasons: [],
});

const ReplyInput = z.object({ id: idField, text: writtenField(FEEDBACK_REPLY_LENGTH_MAX) });

export function feedbackReplyFromFields({ id, text }: z.output<typeof ReplyInput>) {
  return { feedbackId: Number(id), text };
}

export const replyFeedback = call({
  method: "POST",
  path: "/v1/api/feedback/reply",
  effect: "write",
  audience: "trader",
  summary: "Answers back to what was answered; what is closed takes nothing more.",
  input: ReplyInput,
  output: z.object({}),
  reasons: ["FEEDBACK_UNKNOWN", "FEEDBACK_CLOSED", "TOO_MANY_REPLIES", "KEY_REUSED"],
});
