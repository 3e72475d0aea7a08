// Prepared answers as those who look after them see them: the list, and one of them in one language
// at a time. What may not be sent cannot be prepared either; the server says why (T32).

import { LANGUAGE_IDS, type LanguageId, languageOf, type WriteRequest } from "@truetick/contract";
import {
  CANNED_NAME_LENGTH_MAX,
  type CannedAnswer,
  requestCannedAnswers,
  requestRemoveCanned,
  requestSaveCanned,
  SUPPORT_TEXT_LENGTH_MAX,
} from "@truetick/contract/support";
import { Button, Note } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { Answer } from "../api/server.ts";
import { useDesk } from "../app/desk.ts";
import { useFailureText } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import { Modal } from "../frame/modal.tsx";
import { Picker } from "../frame/picker.tsx";
import { TextArea } from "../frame/text-area.tsx";

const NEW = "";

/** One answer as it is being written. */
function useDraft(answers: readonly CannedAnswer[]) {
  const [id, setId] = useState<string>(NEW);
  const [language, setLanguage] = useState<LanguageId>("en");
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  /** Which visit to an answer this is: one that was picked meanwhile is not what was sent. */
  const visit = useRef(0);
  const stored = (of: string) => answers.find((one) => one.id === of);
  const pick = (nextId: string) => {
    visit.current += 1;
    setId(nextId);
    setName(stored(nextId)?.name ?? "");
    setText(stored(nextId)?.texts[language] ?? "");
  };
  const speak = (nextLanguage: LanguageId) => {
    setLanguage(nextLanguage);
    setName(stored(id)?.name ?? "");
    setText(stored(id)?.texts[nextLanguage] ?? "");
  };
  /** It has a number from now on; what was typed meanwhile stays, to be saved next. */
  const keep = (savedId: string, savedName: string) => {
    setId(savedId);
    // Another language of a new one began without a name.
    setName((typed) => (typed === "" ? savedName : typed));
  };
  return { id, language, name, text, visit, setName, setText, pick, speak, keep };
}

type Draft = ReturnType<typeof useDraft>;

/** Saving and removing; what the server refuses is kept to be read. */
function useCannedActs(draft: Draft, again: () => void) {
  const t = useTranslations("chat.canned");
  const { server, toasts } = useDesk();
  const textOf = useFailureText();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const { id, language, name, text } = draft;

  /** One at a time: a new one that is saved twice would be two. */
  async function write<T>(request: WriteRequest<T>): Promise<Answer<T>> {
    setIsWorking(true);
    const answer = await server.write(request);
    setIsWorking(false);
    return answer;
  }

  function settle(answer: Answer<unknown>, done: string): boolean {
    setRefusal(answer.isOk ? null : textOf(answer.failure));
    if (!answer.isOk) return false;
    toasts.show({ tone: "done", title: done });
    again();
    return true;
  }

  async function save(): Promise<void> {
    if (name.trim() === "" || isWorking) return;
    const visit = draft.visit.current;
    const request = requestSaveCanned({ id: id === NEW ? null : id, name, language, text });
    const answer = await write(request);
    if (!settle(answer, t("saved", { name })) || !answer.isOk) return;
    if (draft.visit.current === visit) draft.keep(answer.value, name);
  }

  async function remove(): Promise<void> {
    if (isWorking) return;
    const visit = draft.visit.current;
    if (!settle(await write(requestRemoveCanned(id)), t("removed", { name }))) return;
    if (draft.visit.current === visit) draft.pick(NEW);
  }

  return { refusal, isWorking, save, remove };
}

function CannedFields({
  draft,
  answers,
}: {
  readonly draft: Draft;
  readonly answers: readonly CannedAnswer[];
}) {
  const t = useTranslations("chat.canned");
  const { id, language, name, text } = draft;
  return (
    <>
      <Picker
        label={t("which")}
        isField
        choices={[{ id: NEW, label: t("new") }, ...answers.map(labelled)]}
        chosen={id}
        onChoose={draft.pick}
      />
      <TextField
        name="name"
        label={t("name")}
        maxLength={CANNED_NAME_LENGTH_MAX}
        value={name}
        onValue={draft.setName}
      />
      <Picker
        label={t("language")}
        isField
        choices={LANGUAGE_IDS.map((one) => ({ id: one, label: languageOf(one).name }))}
        chosen={language}
        onChoose={draft.speak}
      />
      <TextArea
        name="text"
        label={t("text")}
        hint={t("hint")}
        lengthMax={SUPPORT_TEXT_LENGTH_MAX}
        value={text}
        onValue={draft.setText}
      />
    </>
  );
}

export function CannedDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations("chat.canned");
  const { state, again } = useRead(requestCannedAnswers, "canned");
  const answers = state.phase === "ready" ? state.value : [];
  const draft = useDraft(answers);
  const { refusal, isWorking, save, remove } = useCannedActs(draft, again);
  return (
    <Modal
      isOpen
      title={t("title")}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      actions={
        <>
          {draft.id !== NEW && (
            <Button kind="danger" onClick={() => void remove()}>
              {t("remove")}
            </Button>
          )}
          <Button onClick={onClose}>{t("done")}</Button>
          <Button
            type="submit"
            kind="primary"
            isWorking={isWorking}
            disabled={draft.name.trim() === ""}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <CannedFields draft={draft} answers={answers} />
      {refusal !== null && (
        <div role="alert">
          <Note tone="warn" icon={ShieldAlert}>
            {refusal}
          </Note>
        </div>
      )}
    </Modal>
  );
}

function labelled({ id, name, texts }: CannedAnswer) {
  return { id, label: `${name} (${Object.keys(texts).join(", ")})` };
}
