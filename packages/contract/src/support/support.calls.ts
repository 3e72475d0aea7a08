// The calls of the support chat for those who ask for help. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { FILE_URL } from "../cashier/upload.ts";
import { writtenField } from "../desk/page.calls.ts";
import { beforeField, beforeOf, idField } from "../fields.calls.ts";
import { SUPPORT_AUTHORS, SUPPORT_KEY, SUPPORT_TEXT_LENGTH_MAX } from "./support.ts";

export const MessageSchema = z.object({
  id: z.string(),
  author: z.enum(SUPPORT_AUTHORS),
  name: z.string(),
  text: z.string(),
  image: z.string(),
  at: z.int(),
});

const ThreadSchema = z.object({
  data: z.array(MessageSchema),
  has_older: z.int(),
  unread: z.int(),
  their_read: z.string(),
  is_closed: z.int(),
  office: z.object({ is_open: z.int(), opens_at: z.int() }),
  can_send_images: z.int(),
});

const keyField = z.string().regex(SUPPORT_KEY);

const ThreadInput = z.object({ before: beforeField });

export function supportPageFromFields(fields: z.output<typeof ThreadInput>) {
  return { before: beforeOf(fields.before) };
}

export const getSupportThread = call({
  method: "GET",
  path: "/v1/api/support/thread",
  effect: "read",
  audience: "trader",
  summary: "The caller's conversation with support, newest first, and who has read how far.",
  input: ThreadInput,
  output: ThreadSchema,
  reasons: [],
});

const VisitorInput = z.object({ key: keyField, before: beforeField });

/** Posted, so that the key stands in no address. */
export const getVisitorThread = call({
  method: "POST",
  path: "/v1/api/support/thread",
  effect: "read",
  audience: "visitor",
  summary: "The same of a visitor, who is known by a key that the own browser drew.",
  input: VisitorInput,
  output: ThreadSchema,
  reasons: ["SUPPORT_KEY_WEAK"],
});

/** Empty only beside a picture. */
const textField = z
  .string()
  .trim()
  .max(SUPPORT_TEXT_LENGTH_MAX)
  .refine((text) => !/[^\P{Cc}\n]/u.test(text));

const SendInput = z
  .object({
    text: textField,
    image: z.string().regex(FILE_URL).or(z.literal("")).optional(),
    key: keyField.optional(),
  })
  .refine(({ text, image }) => text !== "" || (image ?? "") !== "", { path: ["text"] });

export function supportDraftFromFields(fields: z.output<typeof SendInput>) {
  return { text: fields.text, image: fields.image || null, key: fields.key ?? null };
}

/** Of whoever has a session it is the session's chat; else the key's. */
const KEYED = { audience: "visitor", knowsCaller: true } as const;
const KEYED_REASONS = ["SESSION_EXPIRED", "SUPPORT_KEY_WEAK"] as const;

export const sendSupport = call({
  method: "POST",
  path: "/v1/api/support/send",
  effect: "write",
  ...KEYED,
  summary: "Says something to support. Visitors send their key; pictures are for real members.",
  input: SendInput,
  output: z.object({ id: z.string() }),
  reasons: [...KEYED_REASONS, "SUPPORT_TOO_FAST", "UPLOAD_UNKNOWN", "ONLY_REAL", "KEY_REUSED"],
});

const ReadInput = z.object({ id: idField, key: keyField.optional() });

export function supportReadFromFields(fields: z.output<typeof ReadInput>) {
  return { messageId: Number(fields.id), key: fields.key ?? null };
}

export const readSupport = call({
  method: "POST",
  path: "/v1/api/support/read",
  effect: "write",
  ...KEYED,
  summary: "Notes that everything up to a message was seen.",
  input: ReadInput,
  output: z.object({}),
  reasons: KEYED_REASONS,
});

const TypingInput = z.object({ key: keyField.optional() });

export function supportKeyFromFields(fields: z.output<typeof TypingInput>) {
  return { key: fields.key ?? null };
}

export const typeSupport = call({
  method: "POST",
  path: "/v1/api/support/typing",
  effect: "write",
  ...KEYED,
  summary: "Lets the other side see that somebody is writing; kept nowhere.",
  input: TypingInput,
  output: z.object({}),
  reasons: KEYED_REASONS,
});

export const joinSupport = call({
  method: "POST",
  path: "/v1/api/support/join",
  effect: "write",
  audience: "trader",
  summary: "Makes what was said as a visitor the caller's own; only who has the key can.",
  input: z.object({ key: keyField }),
  output: z.object({}),
  reasons: ["SUPPORT_KEY_WEAK"],
});

/** What somebody at the desk writes. */
export const answerField = writtenField(SUPPORT_TEXT_LENGTH_MAX);
