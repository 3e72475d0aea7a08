// Announcements on the wire and in our own words: short articles that are read whole, and before
// them where the service is not provided. Browser-safe: no schema library here;
// `announcement.calls.ts` declares the call.

import type { ArticlePart } from "../article.ts";
import type { LanguageId } from "../language.ts";

export type Announcement = {
  readonly id: string;
  /** In which language its words are: the reader's, else English, else any it was written in. */
  readonly language: LanguageId;
  readonly title: string;
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly parts: readonly ArticlePart[];
};

export type AnnouncementWire = {
  id: string;
  lang: LanguageId;
  title: string;
  created_at: string;
  created_at_unix: number;
  content: string;
  parts: ArticlePart[];
};

/** Where the service is not provided; in the reader's language, always. */
export type RegionWords = {
  readonly language: LanguageId;
  /** Empty where nobody has written one. */
  readonly title: string;
  readonly parts: readonly ArticlePart[];
};

export type RegionWordsWire = { lang: LanguageId; title: string; parts: ArticlePart[] };

export function announcementFromWire(wire: AnnouncementWire): Announcement {
  const { id, lang, title, created_at_unix, parts } = wire;
  return { id, language: lang, title, publishedAt: created_at_unix, parts };
}

export function regionWordsFromWire({ lang, ...wire }: RegionWordsWire): RegionWords {
  return { language: lang, ...wire };
}
