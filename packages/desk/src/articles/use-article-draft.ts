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
  isSame,
  keepDrafts,
  keptDrafts,
  NO_WORDS,
  savedWords,
  shownLanguages,
  type Words,
  withSaved,
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

export function useArticleDraft(read: ArticleFile, onSaved: () => void): ArticleWriting {
  const { server } = useDesk();
  const { id } = read;
  // Between the saving and the next reading nobody types into words of before.
  const [saved, setSaved] = useState<ArticleFile | null>(null);
  const file = saved !== null && saved.version > read.version ? saved : read;
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
    let now = file;
    let isSaved = true;
    for (const [key, words] of Object.entries(drafts)) {
      const written = key as LanguageId;
      const request = requestWriteArticle(
        { id, version: now.version },
        { language: written, ...words },
      );
      const answer = await server.write(request);
      if (!answer.isOk) {
        setFailure(answer.failure);
        setLanguage(written);
        isSaved = false;
        break;
      }
      now = withSaved(now, { language: written, words, version: answer.value });
      setSaved(now);
      // What was typed while it was on its way is nowhere else yet.
      const { [written]: draft, ...others } = keptDrafts(id);
      if (draft && isSame(draft, words)) keep(others);
    }
    setIsSaving(false);
    if (now !== file) onSaved();
    return isSaved;
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
