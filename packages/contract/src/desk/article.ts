// What editors write at the desk: news, announcements, and where the service is not provided. Texts
// per language, plain with a few marks (`article.ts`). Browser-safe; `article.calls.ts` declares
// the calls.

import type { LanguageId } from "../language.ts";

/** The last is one alone: it is always there and always published. */
export const ARTICLE_KINDS = ["news", "announcement", "region"] as const;
export type ArticleKind = (typeof ARTICLE_KINDS)[number];

/** What an editor makes more of. */
export const WRITTEN_KINDS = ["news", "announcement"] as const;
export type WrittenKind = (typeof WRITTEN_KINDS)[number];

export const ARTICLE_STATES = ["draft", "scheduled", "published"] as const;
export type ArticleState = (typeof ARTICLE_STATES)[number];

export const ARTICLE_TITLE_LENGTH_MAX = 200;
export const ARTICLE_SUMMARY_LENGTH_MAX = 500;
export const ARTICLE_BODY_LENGTH_MAX = 20_000;
export const NEWS_CATEGORY_LENGTH_MAX = 60;
/** Where the names of the countries are put in, in the reader's language. */
export const COUNTRIES_MARK = "{countries}";

export type ArticleRow = {
  readonly id: string;
  readonly kind: ArticleKind;
  /** Empty for what is no news. */
  readonly categoryId: string;
  /** In English, else in any language; empty before anything is written. */
  readonly title: string;
  readonly languages: readonly LanguageId[];
  readonly state: ArticleState;
  /** Unix seconds; null for a draft. */
  readonly publishedAt: number | null;
  readonly updatedAt: number;
  /** Who wrote last; empty for what nobody here has touched. */
  readonly updatedBy: string;
};

export type ArticleRowWire = {
  id: string;
  kind: ArticleKind;
  category_id: string;
  title: string;
  languages: LanguageId[];
  state: ArticleState;
  published_at: number;
  updated_at: number;
  updated_by: string;
};

export type ArticleText = {
  readonly language: LanguageId;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
};

export type ArticleTextWire = { lang: LanguageId; title: string; summary: string; body: string };

export type ArticleFile = ArticleRow & {
  /** A path of this site; empty for none. */
  readonly picture: string;
  /** Grows with every change: who writes over another's is told. */
  readonly version: number;
  readonly texts: readonly ArticleText[];
  /** Of the region alone: what readers see where nobody has written anything. */
  readonly builtIn: readonly Pick<ArticleText, "language" | "body">[];
};

export type ArticleFileWire = ArticleRowWire & {
  picture: string;
  version: number;
  texts: ArticleTextWire[];
  built_in: { lang: LanguageId; body: string }[];
};

export function articleRowToWire(row: ArticleRow): ArticleRowWire {
  return {
    id: row.id,
    kind: row.kind,
    category_id: row.categoryId,
    title: row.title,
    languages: [...row.languages],
    state: row.state,
    published_at: row.publishedAt ?? 0,
    updated_at: row.updatedAt,
    updated_by: row.updatedBy,
  };
}

export function articleRowFromWire(wire: ArticleRowWire): ArticleRow {
  return {
    id: wire.id,
    kind: wire.kind,
    categoryId: wire.category_id,
    title: wire.title,
    languages: wire.languages,
    state: wire.state,
    publishedAt: wire.published_at || null,
    updatedAt: wire.updated_at,
    updatedBy: wire.updated_by,
  };
}

export function articleFileToWire(file: ArticleFile): ArticleFileWire {
  return {
    ...articleRowToWire(file),
    picture: file.picture,
    version: file.version,
    texts: file.texts.map(({ language, ...text }) => ({ lang: language, ...text })),
    built_in: file.builtIn.map(({ language, body }) => ({ lang: language, body })),
  };
}

export function articleFileFromWire(wire: ArticleFileWire): ArticleFile {
  return {
    ...articleRowFromWire(wire),
    picture: wire.picture,
    version: wire.version,
    texts: wire.texts.map(({ lang, ...text }) => ({ language: lang, ...text })),
    builtIn: wire.built_in.map(({ lang, body }) => ({ language: lang, body })),
  };
}

/** A category with its names per language; how many articles it has. */
export type DeskNewsCategory = {
  readonly id: string;
  readonly names: Readonly<Partial<Record<LanguageId, string>>>;
  readonly articles: number;
};
