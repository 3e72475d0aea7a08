// Writing an article: which language is open, what is not saved yet, and saving it, language by
// language, each on the version that the one before has made. What somebody else has changed
// meanwhile is said, and nothing is written over it.

import type { LanguageId } from "@truetick/contract";
import { type ArticleFile, requestWriteArticle } from "@truetick/contract/desk";
import { useEffect, useState } from "react";
import type { Failure } from "../api/server.ts";
import { useDesk } from "../app/desk.ts";
import {
  type Drafts,
  firstLanguage,
  keepDrafts,
  keptDrafts,
  NO_WORDS,
  savedWords,
  shownLanguages,
  type Words,
  withWords,
} from "./article-draft.ts";

export type ArticleWriting = {
  readonly language: LanguageId;
  readonly languages: readonly LanguageId[];
  readonly unsaved: readonly LanguageId[];
  readonly words: Words;
  readonly isSaving: boolean;
  /** Why the last saving was refused; null when it was not. */
  readonly failure: Failure | null;
  readonly choose: (language: LanguageId) => void;
  readonly put: (words: Words) => void;
  readonly save: () => Promise<boolean>;
  /** Forgets what is not saved. */
  readonly drop: () => void;
};

/** The browser asks before it closes a page with words that are nowhere else. */
function useLeaveGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
}

export function useArticleDraft(file: ArticleFile, onSaved: () => void): ArticleWriting {
  const { server } = useDesk();
  const { id } = file;
  const [drafts, setDrafts] = useState<Drafts>(() => keptDrafts(id));
  const [language, setLanguage] = useState(() => firstLanguage(file));
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // Their keys are languages.
  const unsaved = Object.keys(drafts) as LanguageId[];
  useLeaveGuard(unsaved.length > 0);

  const keep = (next: Drafts) => {
    keepDrafts(id, next);
    setDrafts(next);
  };

  async function save(): Promise<boolean> {
    setIsSaving(true);
    setFailure(null);
    let { version } = file;
    let left = drafts;
    for (const [key, words] of Object.entries(drafts)) {
      const written = key as LanguageId;
      const request = requestWriteArticle({ id, version }, { language: written, ...words });
      const answer = await server.write(request);
      if (!answer.isOk) {
        setFailure(answer.failure);
        setLanguage(written);
        break;
      }
      version = answer.value;
      const { [written]: _, ...others } = left;
      left = others;
    }
    setIsSaving(false);
    keep(left);
    if (version !== file.version) onSaved();
    return Object.keys(left).length === 0;
  }

  return {
    language,
    languages: shownLanguages(file, drafts, language),
    unsaved,
    words: drafts[language] ?? savedWords(file, language) ?? NO_WORDS,
    isSaving,
    failure,
    choose: setLanguage,
    put: (words) => keep(withWords(drafts, file, { language, words })),
    save,
    drop: () => {
      keep({});
      setFailure(null);
      onSaved();
    },
  };
}
