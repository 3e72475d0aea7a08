// The call about announcements. For everybody. Server side only (zod).

import { z } from "zod";
import { ArticlePartSchema } from "../article.calls.ts";
import { call } from "../call.ts";
import { pageField, pageOf } from "../fields.calls.ts";
import { LANGUAGE_IDS } from "../language.ts";

const ListInput = z.object({ page: pageField });

export function announcementPageFromFields({ page }: z.output<typeof ListInput>): number {
  return pageOf(page);
}

const lang = z.enum(LANGUAGE_IDS);
const parts = z.array(ArticlePartSchema);

export const listAnnouncements = call({
  method: "GET",
  path: "/v1/api/announcement/list",
  effect: "read",
  audience: "visitor",
  summary: "Announcements, newest first, and where the service is not provided.",
  input: ListInput,
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        lang,
        title: z.string(),
        created_at: z.string(),
        created_at_unix: z.int(),
        content: z.string(),
        parts,
      }),
    ),
    total: z.int(),
    region: z.object({ lang, title: z.string(), parts }).nullable(),
  }),
  reasons: [],
});
