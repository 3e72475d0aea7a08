// The call of the desk about messages on their way out. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { OUTBOX_CHANNELS, OUTBOX_STATES } from "./outbox.ts";
import { cursorField, pageSchema } from "./page.calls.ts";

const OutboxInput = z.object({ state: z.enum(OUTBOX_STATES).optional(), cursor: cursorField });

export function outboxFromFields(fields: z.output<typeof OutboxInput>) {
  return { state: fields.state ?? null, cursor: fields.cursor ?? "" };
}

export const listOutbox = call({
  method: "GET",
  path: "/v1/api/desk/outbox/list",
  effect: "read",
  audience: "staff",
  permission: "outbox.read",
  summary: "Messages and what became of them, newest first; their texts in the sandbox only.",
  input: OutboxInput,
  output: pageSchema(
    z.object({
      id: z.string(),
      channel: z.enum(OUTBOX_CHANNELS),
      kind: z.string(),
      language: z.string(),
      state: z.enum(OUTBOX_STATES),
      attempts: z.int(),
      problem: z.string(),
      created_at: z.int(),
      ended_at: z.int(),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      code: z.string(),
    }),
  ),
  reasons: [],
});
