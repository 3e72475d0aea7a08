// The calls about news: the list, and one article. For everybody. Server side only (zod).

import { z } from "zod";
import { ArticlePartSchema, picturePath } from "./article.calls.ts";
import { call } from "./call.ts";
import { givenText, idField, pageField, pageOf } from "./fields.calls.ts";
import { LANGUAGE_IDS } from "./language.ts";

const HeadSchema = z.object({
  id: z.string(),
  category_id: z.string(),
  lang: z.enum(LANGUAGE_IDS),
  title: z.string(),
  desc: z.string(),
  logo: picturePath,
  created_at: z.string(),
  created_at_unix: z.int(),
});

const ListInput = z.object({
  /** Absent or empty: news of every category. */
  category_id: z
    .string()
    .regex(/^([1-9]\d{0,8})?$/)
    .optional(),
  page: pageField,
});

export type NewsWanted = { readonly categoryId: number | null; readonly page: number };

export function newsListFromFields(fields: z.output<typeof ListInput>): NewsWanted {
  const category = givenText(fields.category_id);
  return { categoryId: category === null ? null : Number(category), page: pageOf(fields.page) };
}

export const listNews = call({
  method: "GET",
  path: "/api/news/list",
  effect: "read",
  audience: "visitor",
  summary: "Published news, newest first, in the reader's language where it is written in it.",
  input: ListInput,
  output: z.object({
    data: z.array(HeadSchema),
    total: z.int(),
    /** Those that have news, named in the reader's language. */
    categories: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  reasons: [],
});

const NewsInput = z.object({ id: idField });

export function newsIdFromFields(fields: z.output<typeof NewsInput>): number {
  return Number(fields.id);
}

export const getNews = call({
  method: "GET",
  path: "/api/news/info",
  effect: "read",
  audience: "visitor",
  summary: "One article: as HTML of a few safe tags, and as the parts that it is made of.",
  input: NewsInput,
  output: HeadSchema.extend({ content: z.string(), parts: z.array(ArticlePartSchema) }),
  reasons: ["NEWS_UNKNOWN"],
});
