// In which language and direction a text stands that may not be in the reader's own: for screen
// readers, and so that an English article reads left to right on an Arabic screen.

import { type LanguageId, languageOf } from "@truetick/contract";

export function wordsOf(id: LanguageId): { readonly lang: string; readonly dir: "ltr" | "rtl" } {
  const { tag, direction } = languageOf(id);
  return { lang: tag, dir: direction };
}
