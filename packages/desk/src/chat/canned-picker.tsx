// Prepared answers, in the person's language where there is one: a list that opens above the field,
// found by name.

import type { LanguageId } from "@truetick/contract";
import { type CannedAnswer, cannedTextFor, requestCannedAnswers } from "@truetick/contract/support";
import { Button, SearchField } from "@truetick/ui";
import BookOpenText from "lucide-react/icons/book-open-text";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useKeys } from "../app/use-keys.ts";
import { useRead } from "../app/use-read.ts";
import styles from "./canned-picker.module.css";

export function CannedPicker({
  language,
  isDisabled,
  onPick,
}: {
  readonly language: LanguageId;
  readonly isDisabled: boolean;
  readonly onPick: (text: string) => void;
}) {
  const t = useTranslations("chat.canned");
  const [isOpen, setIsOpen] = useState(false);
  useKeys({ Escape: isOpen ? () => setIsOpen(false) : undefined });
  return (
    <div className={styles.picker}>
      <Button
        size="dense"
        icon={BookOpenText}
        disabled={isDisabled}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t("title")}
      </Button>
      {isOpen && (
        <CannedList
          language={language}
          onPick={(answer) => {
            setIsOpen(false);
            onPick(cannedTextFor(answer, language));
          }}
        />
      )}
    </div>
  );
}

function CannedList({
  language,
  onPick,
}: {
  readonly language: LanguageId;
  readonly onPick: (answer: CannedAnswer) => void;
}) {
  const t = useTranslations("chat.canned");
  const tQueue = useTranslations("queue");
  const [search, setSearch] = useState("");
  const { state } = useRead(requestCannedAnswers, "canned");
  const wanted = search.trim().toLowerCase();
  const known = state.phase === "ready" ? state.value : [];
  const found = known.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className={styles.panel}>
      <SearchField
        label={t("search")}
        clearLabel={tQueue("clear")}
        text={search}
        onText={setSearch}
      />
      <ul className={styles.answers}>
        {found.map((answer) => (
          <li key={answer.id}>
            <button type="button" className={styles.answer} onClick={() => onPick(answer)}>
              <span className={styles.name}>{answer.name}</span>
              <span className={styles.text}>{cannedTextFor(answer, language)}</span>
            </button>
          </li>
        ))}
      </ul>
      {state.phase === "ready" && found.length === 0 && <p className={styles.none}>{t("none")}</p>}
    </div>
  );
}
