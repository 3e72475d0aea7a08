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
import { useState } from "react";
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
  const fill = (nextId: string, nextLanguage: LanguageId, list = answers) => {
    const answer = list.find((one) => one.id === nextId);
    setId(nextId);
    setLanguage(nextLanguage);
    setName(answer?.name ?? "");
    setText(answer?.texts[nextLanguage] ?? "");
  };
  return { id, language, name, text, setName, setText, fill };
}

type Draft = ReturnType<typeof useDraft>;

/** Saving and removing; what the server refuses is kept to be read. */
function useCannedActs(draft: Draft, answers: readonly CannedAnswer[], again: () => void) {
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
    const request = requestSaveCanned({ id: id === NEW ? null : id, name, language, text });
    const answer = await write(request);
    if (!settle(answer, t("saved", { name })) || !answer.isOk) return;
    const texts = { ...answers.find((one) => one.id === answer.value)?.texts, [language]: text };
    draft.fill(answer.value, language, [{ id: answer.value, name, texts }]);
  }

  async function remove(): Promise<void> {
    if (isWorking) return;
    if (settle(await write(requestRemoveCanned(id)), t("removed", { name }))) {
      draft.fill(NEW, language);
    }
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
        onChoose={(chosen) => draft.fill(chosen, language)}
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
        onChoose={(chosen) => draft.fill(id, chosen)}
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
  const { refusal, isWorking, save, remove } = useCannedActs(draft, answers, again);
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
