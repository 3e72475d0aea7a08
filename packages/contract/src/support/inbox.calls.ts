// The calls of the desk about the support chat. What staff write is held against the house's rules
// before anybody sees it (T32). Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { cursorField, pageSchema, writtenField } from "../desk/page.calls.ts";
import { beforeField, beforeOf, idField } from "../fields.calls.ts";
import { LANGUAGE_IDS } from "../language.ts";
import { CANNED_NAME_LENGTH_MAX, SUPPORT_BOXES } from "./inbox.ts";
import { answerField, MessageSchema } from "./support.calls.ts";
import { SUPPORT_AUTHORS, SUPPORT_TEXT_LENGTH_MAX } from "./support.ts";

const lang = z.enum(LANGUAGE_IDS);

const RowSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  uid: z.string(),
  is_demo: z.int(),
  lang,
  is_closed: z.int(),
  agent_id: z.string(),
  agent_name: z.string(),
  last_text: z.string(),
  last_author: z.enum(SUPPORT_AUTHORS),
  last_at: z.int(),
  waiting_since: z.int(),
  unread: z.int(),
});

const ListInput = z.object({
  box: z.enum(SUPPORT_BOXES).optional(),
  search: z.string().trim().max(120).optional(),
  cursor: cursorField,
});

export function supportCasesFromFields(fields: z.output<typeof ListInput>) {
  const { box = "open", search = "", cursor = "" } = fields;
  return { box, search, cursor };
}

const forStaff = { audience: "staff", permission: "support.read" } as const;
const forAgents = { audience: "staff", permission: "support.answer" } as const;

export const listSupportCases = call({
  method: "GET",
  path: "/v1/api/desk/support/list",
  effect: "read",
  ...forStaff,
  summary: "Conversations: who waits the longest first, then the newest of the others.",
  input: ListInput,
  output: pageSchema(RowSchema),
  reasons: [],
});

const CaseInput = z.object({ id: idField, before: beforeField });

export function supportCaseFromFields({ id, before }: z.output<typeof CaseInput>) {
  return { threadId: Number(id), before: beforeOf(before) };
}

export const showSupportCase = call({
  method: "GET",
  path: "/v1/api/desk/support/show",
  effect: "read",
  ...forStaff,
  summary: "One conversation, newest first, with what is known of the person.",
  input: CaseInput,
  output: z.object({
    ...RowSchema.shape,
    data: z.array(MessageSchema),
    has_older: z.int(),
    user_read: z.string(),
    person: z
      .object({
        is_certified: z.int(),
        area: z.string(),
        since: z.int(),
        cash: z.string(),
        open_orders: z.int(),
        frozen_until: z.int(),
      })
      .nullable(),
  }),
  reasons: ["SUPPORT_THREAD_UNKNOWN"],
});

/** The newest message on the screen of whoever acts; absent from pages that do not say it. */
const seenField = idField.optional();
const AnswerInput = z.object({ id: idField, text: answerField, seen_id: seenField });

export function supportAnswerFromFields({ id, text, seen_id }: z.output<typeof AnswerInput>) {
  return { threadId: Number(id), text, seenId: beforeOf(seen_id) };
}

export const answerSupport = call({
  method: "POST",
  path: "/v1/api/desk/support/send",
  effect: "write",
  ...forAgents,
  summary: "Answers. Text that asks for secrets or names strange hosts is refused and audited.",
  input: AnswerInput,
  tells: ({ text }) => [text],
  output: z.object({ id: z.string() }),
  reasons: ["SUPPORT_THREAD_UNKNOWN", "SUPPORT_ASSIGNED", "KEY_REUSED"],
});

const SeenInput = z.object({ id: idField, message_id: idField });

export function supportSeenFromFields(fields: z.output<typeof SeenInput>) {
  return { threadId: Number(fields.id), messageId: Number(fields.message_id) };
}

export const seeSupport = call({
  method: "POST",
  path: "/v1/api/desk/support/read",
  effect: "write",
  ...forAgents,
  summary: "Notes that everything up to a message was read at the desk.",
  input: SeenInput,
  output: z.object({}),
  reasons: ["SUPPORT_THREAD_UNKNOWN"],
});

const ThreadInput = z.object({ id: idField });

export function supportThreadIdFromFields({ id }: z.output<typeof ThreadInput>): number {
  return Number(id);
}

export const typeAnswer = call({
  method: "POST",
  path: "/v1/api/desk/support/typing",
  effect: "write",
  ...forAgents,
  summary: "Lets the person see that somebody is writing; kept nowhere.",
  input: ThreadInput,
  output: z.object({}),
  reasons: ["SUPPORT_THREAD_UNKNOWN"],
});

const AssignInput = z.object({ id: idField, is_mine: z.enum(["0", "1"]) });

export function supportAssignmentFromFields({ id, is_mine }: z.output<typeof AssignInput>) {
  return { threadId: Number(id), isMine: is_mine === "1" };
}

export const assignSupport = call({
  method: "POST",
  path: "/v1/api/desk/support/assign",
  effect: "write",
  ...forAgents,
  summary: "Takes a conversation, also from a colleague, or lets go of it; written down.",
  input: AssignInput,
  output: z.object({}),
  reasons: ["SUPPORT_THREAD_UNKNOWN"],
});

const CloseInput = z.object({ id: idField, seen_id: seenField });

export function supportClosingFromFields({ id, seen_id }: z.output<typeof CloseInput>) {
  return { threadId: Number(id), seenId: beforeOf(seen_id) };
}

export const closeSupport = call({
  method: "POST",
  path: "/v1/api/desk/support/close",
  effect: "write",
  ...forAgents,
  summary: "Ends a conversation; the person's next message opens it again.",
  input: CloseInput,
  output: z.object({}),
  reasons: ["SUPPORT_THREAD_UNKNOWN", "SUPPORT_UNSEEN"],
});

export const reopenSupport = call({
  method: "POST",
  path: "/v1/api/desk/support/reopen",
  effect: "write",
  ...forAgents,
  summary: "Opens a conversation again.",
  input: ThreadInput,
  output: z.object({}),
  reasons: ["SUPPORT_THREAD_UNKNOWN"],
});

export const listCannedAnswers = call({
  method: "GET",
  path: "/v1/api/desk/support/answers",
  effect: "read",
  ...forStaff,
  summary: "Answers that are written already, with their languages.",
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        texts: z.partialRecord(lang, z.string()),
      }),
    ),
  }),
  reasons: [],
});

const SaveInput = z.object({
  id: idField.optional(),
  name: writtenField(CANNED_NAME_LENGTH_MAX),
  lang,
  text: z
    .string()
    .trim()
    .max(SUPPORT_TEXT_LENGTH_MAX)
    .refine((text) => !/[^\P{Cc}\n]/u.test(text)),
});

export function cannedFromFields(fields: z.output<typeof SaveInput>) {
  const { name, lang: language, text } = fields;
  return { answerId: beforeOf(fields.id), name, language, text };
}

export const saveCannedAnswer = call({
  method: "POST",
  path: "/v1/api/desk/support/answer_save",
  effect: "write",
  audience: "staff",
  permission: "support.manage",
  summary: "Writes one language of an answer; held against the same rules as what is sent.",
  input: SaveInput,
  tells: ({ name, text }) => [name, text],
  output: z.object({ id: z.string() }),
  reasons: ["CANNED_UNKNOWN", "CANNED_TOO_MANY", "ALIAS_TAKEN"],
});

export const removeCannedAnswer = call({
  method: "POST",
  path: "/v1/api/desk/support/answer_remove",
  effect: "write",
  audience: "staff",
  permission: "support.manage",
  summary: "Takes an answer off the list; what was sent with it stays.",
  input: ThreadInput,
  output: z.object({}),
  reasons: ["CANNED_UNKNOWN"],
});
