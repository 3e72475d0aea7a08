// The calls of the desk about articles as its app makes them. Browser-safe: no schema library.

import type { LanguageId } from "../language.ts";
import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type ArticleFile,
  type ArticleFileWire,
  type ArticleRow,
  type ArticleRowWire,
  type ArticleState,
  type ArticleText,
  articleFileFromWire,
  articleRowFromWire,
  type DeskNewsCategory,
  type WrittenKind,
} from "./article.ts";
import { type DeskPage, givenFields, readDeskPage } from "./page.ts";

export function requestArticles(wanted: {
  readonly kind: WrittenKind;
  /** Null: all of them. */
  readonly state: ArticleState | null;
  readonly cursor: string;
}): ReadRequest<DeskPage<ArticleRow>> {
  return {
    path: "/v1/api/desk/article/list",
    query: givenFields(wanted),
    read: (wire) => readDeskPage<ArticleRowWire, ArticleRow>(wire, articleRowFromWire),
  };
}

export function requestArticle(id: string): ReadRequest<ArticleFile> {
  return {
    path: "/v1/api/desk/article/show",
    query: { id },
    read: (wire) => articleFileFromWire(wire as ArticleFileWire),
  };
}

/** Answers its number. */
export function requestCreateArticle(kind: WrittenKind): WriteRequest<string> {
  return {
    path: "/v1/api/desk/article/create",
    fields: { kind },
    read: (wire) => (wire as { id: string }).id,
  };
}

/** What an act was made on. */
export type OnVersion = { readonly id: string; readonly version: number };

type Act = "write" | "unwrite" | "dress" | "publish" | "unpublish";

function act(
  name: Act,
  { id, version }: OnVersion,
  more: Readonly<Record<string, string>> = {},
): WriteRequest<number> {
  return {
    path: `/v1/api/desk/article/${name}`,
    fields: { id, version: String(version), ...more },
    read: (wire) => (wire as { version: number }).version,
  };
}

export function requestWriteArticle(on: OnVersion, text: ArticleText): WriteRequest<number> {
  const { language, title, summary, body } = text;
  return act("write", on, { lang: language, title, summary, body });
}

export function requestUnwriteArticle(on: OnVersion, language: LanguageId): WriteRequest<number> {
  return act("unwrite", on, { lang: language });
}

export function requestDressArticle(
  on: OnVersion,
  dress: { readonly categoryId: string; readonly picture: string },
): WriteRequest<number> {
  return act("dress", on, { category_id: dress.categoryId, picture: dress.picture });
}

/** `at` in Unix seconds; 0 for now. */
export function requestPublishArticle(on: OnVersion, at: number): WriteRequest<number> {
  return act("publish", on, { at: String(at) });
}

export function requestUnpublishArticle(on: OnVersion): WriteRequest<number> {
  return act("unpublish", on);
}

export function requestRemoveArticle({ id, version }: OnVersion): WriteRequest<null> {
  return {
    path: "/v1/api/desk/article/remove",
    fields: { id, version: String(version) },
    read: () => null,
  };
}

export function requestNewsCategories(): ReadRequest<readonly DeskNewsCategory[]> {
  return {
    path: "/v1/api/desk/news_category/list",
    query: {},
    read: (wire) => wire as DeskNewsCategory[],
  };
}

/** `id` empty: another category. */
export function requestSaveNewsCategory(saved: {
  readonly id: string;
  readonly language: LanguageId;
  readonly name: string;
}): WriteRequest<string> {
  const { id, language, name } = saved;
  return {
    path: "/v1/api/desk/news_category/save",
    fields: { ...givenFields({ id }), lang: language, name },
    read: (wire) => (wire as { id: string }).id,
  };
}
