// The calls about the caller's notices. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { beforeField, beforeOf, idField } from "../fields.calls.ts";
import { NOTICE_KINDS } from "./notice.ts";

const ListInput = z.object({ before: beforeField });

export function noticeListFromFields(fields: z.output<typeof ListInput>) {
  return { before: beforeOf(fields.before) };
}

export const listNotices = call({
  method: "GET",
  path: "/v1/api/main/notice/list",
  effect: "read",
  audience: "trader",
  summary: "What the caller was told, newest first, in the reader's language.",
  input: ListInput,
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(NOTICE_KINDS),
        title: z.string(),
        text: z.string(),
        link: z.string().startsWith("/"),
        created_at: z.int(),
        is_read: z.int(),
      }),
    ),
    unread: z.int(),
  }),
  reasons: [],
});

const ReadInput = z.object({ id: idField.optional() });

/** Null: all of them. */
export function readNoticesFromFields(fields: z.output<typeof ReadInput>) {
  return { noticeId: beforeOf(fields.id) };
}

export const readNotices = call({
  method: "POST",
  path: "/v1/api/main/notice/read",
  effect: "write",
  audience: "trader",
  summary: "Marks one of the caller's notices as read, or all of them.",
  input: ReadInput,
  output: z.object({ unread: z.int() }),
  reasons: [],
});
