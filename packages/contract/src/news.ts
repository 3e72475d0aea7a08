// News on the wire and in our own words. The only file that knows the spec's spelling of it.
// Browser-safe: no schema library here; `news.calls.ts` declares the calls.

import type { ArticlePart } from "./article.ts";
import type { LanguageId } from "./language.ts";

export type NewsHead = {
  readonly id: string;
  readonly categoryId: string;
  /** In which language its words are: the reader's, else English, else any it was written in. */
  readonly language: LanguageId;
  readonly title: string;
  readonly summary: string;
  /** Path of a picture of ours; empty when there is none. */
  readonly picture: string;
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly publishedAtText: string;
};

export type NewsArticle = NewsHead & { readonly parts: readonly ArticlePart[] };

export type NewsCategory = { readonly id: string; readonly name: string };

export type NewsHeadWire = {
  id: string;
  category_id: string;
  lang: LanguageId;
  title: string;
  desc: string;
  logo: string;
  created_at: string;
  created_at_unix: number;
};

export function newsHeadToWire(head: NewsHead): NewsHeadWire {
  return {
    id: head.id,
    category_id: head.categoryId,
    lang: head.language,
    title: head.title,
    desc: head.summary,
    logo: head.picture,
    created_at: head.publishedAtText,
    created_at_unix: head.publishedAt,
  };
}

export function newsHeadFromWire(wire: NewsHeadWire): NewsHead {
  return {
    id: wire.id,
    categoryId: wire.category_id,
    language: wire.lang,
    title: wire.title,
    summary: wire.desc,
    picture: wire.logo,
    publishedAt: wire.created_at_unix,
    publishedAtText: wire.created_at,
  };
}
