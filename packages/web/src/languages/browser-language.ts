// Which of the 18 languages the reader's browser asks for, so that a first visit in another
// language can be offered it. Pure.

import { LANGUAGES, type Language } from "@truetick/contract";

/** Any Chinese is read in the one Chinese we have. */
const CHINESE = "zh";

function primaryOf(tag: string): string {
  return (tag.split("-")[0] ?? "").toLowerCase();
}

/** The first wanted language that we speak; null when there is none. */
export function languageWantedBy(browserTags: readonly string[]): Language | null {
  for (const tag of browserTags) {
    const primary = primaryOf(tag);
    const known = LANGUAGES.find((language) => primaryOf(language.tag) === primary);
    if (known) return known;
    if (primary === CHINESE) return LANGUAGES.find(({ id }) => id === "hk") ?? null;
  }
  return null;
}
