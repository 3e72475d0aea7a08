// The calls of the desk about articles. Every act names the version that it was made on, so that
// nobody writes over another's work unseen, and leaves a line in the audit log. Server side only
// (zod).

import { z } from "zod";
import { picturePath } from "../article.calls.ts";
import { call } from "../call.ts";
import { PICTURE_URL } from "../content/picture.ts";
import { givenText, idField, optionalMomentField } from "../fields.calls.ts";
import { LANGUAGE_IDS } from "../language.ts";
import {
  ARTICLE_BODY_LENGTH_MAX,
  ARTICLE_KINDS,
  ARTICLE_STATES,
  ARTICLE_SUMMARY_LENGTH_MAX,
  ARTICLE_TITLE_LENGTH_MAX,
  NEWS_CATEGORY_LENGTH_MAX,
  WRITTEN_KINDS,
} from "./article.ts";
import { cursorField, pageSchema, writtenField } from "./page.calls.ts";

const language = z.enum(LANGUAGE_IDS);
const state = z.enum(ARTICLE_STATES);
const versionField = z.string().regex(/^[1-9]\d{0,8}$/);

const RowSchema = z.object({
  id: z.string(),
  kind: z.enum(ARTICLE_KINDS),
  category_id: z.string(),
  title: z.string(),
  languages: z.array(language),
  state,
  published_at: z.int(),
  updated_at: z.int(),
  updated_by: z.string(),
});

const ListInput = z.object({
  kind: z.enum(WRITTEN_KINDS),
  state: state.optional(),
  cursor: cursorField,
});

export function articlesFromFields(fields: z.output<typeof ListInput>) {
  return { kind: fields.kind, state: fields.state ?? null, cursor: fields.cursor ?? "" };
}

export const listArticles = call({
  method: "GET",
  path: "/v1/api/desk/article/list",
  effect: "read",
  audience: "staff",
  permission: "content.read",
  summary: "News or announcements, newest first; before the announcements, the region's notice.",
  input: ListInput,
  output: pageSchema(RowSchema),
  reasons: [],
});

const ShowInput = z.object({ id: idField });

export function articleIdFromFields({ id }: z.output<typeof ShowInput>): number {
  return Number(id);
}

export const showArticle = call({
  method: "GET",
  path: "/v1/api/desk/article/show",
  effect: "read",
  audience: "staff",
  permission: "content.read",
  summary: "One article with its texts in every language it is written in.",
  input: ShowInput,
  output: RowSchema.extend({
    picture: picturePath,
    version: z.int(),
    texts: z.array(
      z.object({ lang: language, title: z.string(), summary: z.string(), body: z.string() }),
    ),
    built_in: z.array(z.object({ lang: language, body: z.string() })),
  }),
  reasons: ["ARTICLE_UNKNOWN"],
});

const CreateInput = z.object({ kind: z.enum(WRITTEN_KINDS) });

export function newArticleFromFields({ kind }: z.output<typeof CreateInput>) {
  return kind;
}

export const createArticle = call({
  method: "POST",
  path: "/v1/api/desk/article/create",
  effect: "write",
  audience: "staff",
  permission: "content.write",
  summary: "Begins an article: a draft without words.",
  input: CreateInput,
  output: z.object({ id: z.string() }),
  reasons: [],
});

const ON_VERSION = { id: idField, version: versionField };
const NEXT_VERSION = z.object({ version: z.int() });
const VERSION_REASONS = ["ARTICLE_UNKNOWN", "ARTICLE_CHANGED"] as const;

const VersionInput = z.object(ON_VERSION);

export function articleVersionFromFields({ id, version }: z.output<typeof VersionInput>) {
  return { id: Number(id), version: Number(version) };
}

/** Letters and lines, nothing that only a machine reads. */
function proseField(lengthMax: number) {
  return z
    .string()
    .max(lengthMax)
    .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text));
}

const WriteInput = z.object({
  ...ON_VERSION,
  lang: language,
  title: proseField(ARTICLE_TITLE_LENGTH_MAX),
  summary: proseField(ARTICLE_SUMMARY_LENGTH_MAX).optional(),
  body: proseField(ARTICLE_BODY_LENGTH_MAX),
});

export function articleTextFromFields(fields: z.output<typeof WriteInput>) {
  const { lang, title, summary = "", body } = fields;
  const text = { title: title.trim(), summary: summary.trim(), body: body.trim() };
  return { ...articleVersionFromFields(fields), language: lang, ...text };
}

export const writeArticle = call({
  method: "POST",
  path: "/v1/api/desk/article/write",
  effect: "write",
  audience: "staff",
  permission: "content.write",
  body: "long",
  summary: "Writes an article in one language.",
  input: WriteInput,
  output: NEXT_VERSION,
  reasons: [...VERSION_REASONS, "COMPLETE_FORM", "REGION_WITHOUT_COUNTRIES"],
});

const UnwriteInput = z.object({ ...ON_VERSION, lang: language });

export function unwrittenFromFields(fields: z.output<typeof UnwriteInput>) {
  return { ...articleVersionFromFields(fields), language: fields.lang };
}

export const unwriteArticle = call({
  method: "POST",
  path: "/v1/api/desk/article/unwrite",
  effect: "write",
  audience: "staff",
  permission: "content.write",
  summary: "Takes one language away; what is published keeps at least one.",
  input: UnwriteInput,
  output: NEXT_VERSION,
  reasons: [...VERSION_REASONS, "ARTICLE_EMPTY"],
});

const DressInput = z.object({
  ...ON_VERSION,
  category_id: z
    .string()
    .regex(/^([1-9]\d{0,8})?$/)
    .optional(),
  picture: z.union([z.literal(""), z.string().regex(PICTURE_URL)]).optional(),
});

export function articleDressFromFields(fields: z.output<typeof DressInput>) {
  const category = givenText(fields.category_id);
  return {
    ...articleVersionFromFields(fields),
    categoryId: category === null ? null : Number(category),
    /** Null: as it is. Empty: none. */
    picture: fields.picture ?? null,
  };
}

export const dressArticle = call({
  method: "POST",
  path: "/v1/api/desk/article/dress",
  effect: "write",
  audience: "staff",
  permission: "content.write",
  summary: "Puts an article into a category, and a picture above it.",
  input: DressInput,
  output: NEXT_VERSION,
  reasons: [...VERSION_REASONS, "NEWS_CATEGORY_UNKNOWN", "UPLOAD_UNKNOWN"],
});

const PublishInput = z.object({ ...ON_VERSION, at: optionalMomentField });

/** `atMs` null: now. */
export function publicationFromFields(fields: z.output<typeof PublishInput>) {
  const at = Number(fields.at ?? "0");
  return { ...articleVersionFromFields(fields), atMs: at === 0 ? null : at * 1_000 };
}

export const publishArticle = call({
  method: "POST",
  path: "/v1/api/desk/article/publish",
  effect: "write",
  audience: "staff",
  permission: "content.write",
  summary: "Shows an article to readers, now or from a moment on.",
  input: PublishInput,
  output: NEXT_VERSION,
  reasons: [...VERSION_REASONS, "ARTICLE_EMPTY", "ARTICLE_ALWAYS_SHOWN"],
});

export const unpublishArticle = call({
  method: "POST",
  path: "/v1/api/desk/article/unpublish",
  effect: "write",
  audience: "staff",
  permission: "content.write",
  summary: "Takes an article back: it is a draft again.",
  input: VersionInput,
  output: NEXT_VERSION,
  reasons: [...VERSION_REASONS, "ARTICLE_ALWAYS_SHOWN"],
});

export const removeArticle = call({
  method: "POST",
  path: "/v1/api/desk/article/remove",
  effect: "write",
  audience: "staff",
  permission: "content.write",
  summary: "Throws a draft away.",
  input: VersionInput,
  output: z.object({}),
  reasons: [...VERSION_REASONS, "ARTICLE_PUBLISHED", "ARTICLE_ALWAYS_SHOWN"],
});

export const listNewsCategories = call({
  method: "GET",
  path: "/v1/api/desk/news_category/list",
  effect: "read",
  audience: "staff",
  permission: "content.read",
  summary: "The categories of news with their names per language.",
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      names: z.partialRecord(language, z.string()),
      articles: z.int(),
    }),
  ),
  reasons: [],
});

const CategoryInput = z.object({
  id: idField.optional(),
  lang: language,
  name: writtenField(NEWS_CATEGORY_LENGTH_MAX),
});

/** `id` null: another category. */
export function newsCategoryFromFields({ id, lang, name }: z.output<typeof CategoryInput>) {
  return { id: id === undefined ? null : Number(id), language: lang, name };
}

export const saveNewsCategory = call({
  method: "POST",
  path: "/v1/api/desk/news_category/save",
  effect: "write",
  audience: "staff",
  permission: "content.write",
  summary: "Names a category in one language; without an id, makes one.",
  input: CategoryInput,
  output: z.object({ id: z.string() }),
  reasons: ["NEWS_CATEGORY_UNKNOWN", "TOO_MANY_CATEGORIES"],
});
