// Prepared answers as those who look after them see them: the list, and one of them in one language
// at a time. What may not be sent cannot be prepared either; the server says why (T32).

import { LANGUAGE_IDS, type LanguageId, languageOf } from "@truetick/contract";
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

export function CannedDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations("chat.canned");
  const { server, toasts } = useDesk();
  const textOf = useFailureText();
  const reading = useRead(requestCannedAnswers, "canned");
  const answers = reading.state.phase === "ready" ? reading.state.value : [];
  const draft = useDraft(answers);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, language, name, text } = draft;

  function settle(answer: Answer<unknown>, done: string): boolean {
    setRefusal(answer.isOk ? null : textOf(answer.failure));
    if (!answer.isOk) return false;
    toasts.show({ tone: "done", title: done });
    reading.again();
    return true;
  }

  async function save(): Promise<void> {
    if (name.trim() === "") return;
    const request = requestSaveCanned({ id: id === NEW ? null : id, name, language, text });
    const answer = await server.write(request);
    if (!settle(answer, t("saved", { name })) || !answer.isOk) return;
    const texts = { ...answers.find((one) => one.id === answer.value)?.texts, [language]: text };
    draft.fill(answer.value, language, [{ id: answer.value, name, texts }]);
  }

  async function remove(): Promise<void> {
    if (settle(await server.write(requestRemoveCanned(id)), t("removed", { name }))) {
      draft.fill(NEW, language);
    }
  }

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
          {id !== NEW && (
            <Button kind="danger" onClick={() => void remove()}>
              {t("remove")}
            </Button>
          )}
          <Button onClick={onClose}>{t("done")}</Button>
          <Button type="submit" kind="primary" disabled={name.trim() === ""}>
            {t("save")}
          </Button>
        </>
      }
    >
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
