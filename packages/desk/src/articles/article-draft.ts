// What is being written: the texts per language as they stand on the page, told apart from those
// that the server has. Kept while one looks at other articles, until the page is left. Pure but for
// what it keeps.

import { LANGUAGE_IDS, type LanguageId } from "@truetick/contract";
import type { ArticleFile, ArticleText } from "@truetick/contract/desk";

export type Words = Omit<ArticleText, "language">;
export type Drafts = Readonly<Partial<Record<LanguageId, Words>>>;

export const NO_WORDS: Words = { title: "", summary: "", body: "" };

/** By article; whoever goes to another row and comes back finds his words. */
const kept = new Map<string, Drafts>();

export function keptDrafts(id: string): Drafts {
  return kept.get(id) ?? {};
}

export function keepDrafts(id: string, drafts: Drafts): void {
  if (Object.keys(drafts).length === 0) kept.delete(id);
  else kept.set(id, drafts);
}

export function savedWords({ texts }: ArticleFile, language: LanguageId): Words | null {
  const found = texts.find((text) => text.language === language);
  if (!found) return null;
  const { title, summary, body } = found;
  return { title, summary, body };
}

export function isSame(one: Words, other: Words): boolean {
  return one.title === other.title && one.summary === other.summary && one.body === other.body;
}

/** As the server has it once it has taken these words; read again, it says the same. */
export function withSaved(
  file: ArticleFile,
  {
    language,
    words,
    version,
  }: {
    readonly language: LanguageId;
    readonly words: Words;
    readonly version: number;
  },
): ArticleFile {
  const others = file.texts.filter((text) => text.language !== language);
  return { ...file, version, texts: [...others, { language, ...words }] };
}

/** With these words, or without them where they say what the server has anyway. */
export function withWords(
  drafts: Drafts,
  file: ArticleFile,
  { language, words }: { readonly language: LanguageId; readonly words: Words },
): Drafts {
  const saved = savedWords(file, language) ?? NO_WORDS;
  const { [language]: _, ...others } = drafts;
  return isSame(saved, words) ? others : { ...others, [language]: words };
}

/** Those that are written or being written, in the order of the languages. */
export function shownLanguages(
  file: ArticleFile,
  drafts: Drafts,
  chosen: LanguageId,
): readonly LanguageId[] {
  const written = new Set(file.texts.map(({ language }) => language));
  return LANGUAGE_IDS.filter((id) => written.has(id) || id in drafts || id === chosen);
}

/** English where it is written, else the first that is; English for a new article. */
export function firstLanguage({ texts }: ArticleFile): LanguageId {
  const written = texts.map(({ language }) => language);
  if (written.includes("en")) return "en";
  return LANGUAGE_IDS.find((id) => written.includes(id)) ?? "en";
}

/** What readers see whose language has no text: the server's own rule. */
export function fallbackOf({ texts }: ArticleFile): LanguageId | null {
  const written = texts.map(({ language }) => language).sort();
  return written.includes("en") ? "en" : (written[0] ?? null);
}
