// One act that changes something: says what will happen, asks for the words it needs, sends it, and
// stays open with the server's own words when it is refused. Nothing on the screen changes before
// the server has said so.

import { Button, Note } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import type { Answer } from "../api/server.ts";
import { useFailureText } from "../app/use-failure.ts";
import styles from "./act-dialog.module.css";
import { Modal } from "./modal.tsx";
import { Picker } from "./picker.tsx";
import { TextArea } from "./text-area.tsx";

export type ActField = {
  readonly name: string;
  readonly label: string;
  readonly kind: "line" | "lines" | "choice" | "moment";
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly lengthMax?: number;
  readonly initial?: string;
  /** Of a choice. */
  readonly choices?: readonly { readonly id: string; readonly label: string }[];
  /** Sentences that are often said; one press puts them in. */
  readonly presets?: readonly string[];
};

export type ActTexts = Readonly<Record<string, string>>;

export type Act = {
  readonly title: string;
  readonly text?: ReactNode;
  readonly confirmLabel: string;
  readonly kind?: "primary" | "danger";
  readonly fields?: readonly ActField[];
  /** Sends it. What the server answers is all that is believed. */
  readonly send: (texts: ActTexts) => Promise<Answer<unknown>>;
  /** Closes the dialog too, if it is still this one's. */
  readonly onDone: () => void;
};

const LENGTH_MAX = 500;
const NO_FIELDS: readonly ActField[] = [];

function initialOf(fields: readonly ActField[]): ActTexts {
  return Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial]));
}

function OneField({
  field,
  value,
  error,
  onValue,
}: {
  readonly field: ActField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}) {
  const { name, label, hint, kind, lengthMax = LENGTH_MAX, presets = [], choices = [] } = field;
  if (kind === "choice") {
    return <Picker label={label} choices={choices} chosen={value} isField onChoose={onValue} />;
  }
  return (
    <div className={styles.field}>
      {kind === "line" || kind === "moment" ? (
        <TextField
          type={kind === "moment" ? "datetime-local" : "text"}
          name={name}
          label={label}
          hint={hint}
          error={error}
          maxLength={lengthMax}
          value={value}
          onValue={onValue}
        />
      ) : (
        <TextArea
          name={name}
          label={label}
          hint={hint}
          error={error}
          lengthMax={lengthMax}
          value={value}
          onValue={onValue}
        />
      )}
      {presets.length > 0 && (
        <div className={styles.presets}>
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className={styles.preset}
              onClick={() => onValue(preset)}
            >
              {preset}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** What is typed, what is missing, and what the server said to it. */
function useActForm(act: Act) {
  const textOf = useFailureText();
  const fields = act.fields ?? NO_FIELDS;
  const [texts, setTexts] = useState<ActTexts>(() => initialOf(fields));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function send(): Promise<void> {
    const empty = fields
      .filter(({ name, isOptional }) => !isOptional && (texts[name] ?? "").trim() === "")
      .map(({ name }) => name);
    setMissing(empty);
    if (empty.length > 0 || isSending) return;
    setIsSending(true);
    setRefusal(null);
    const answer = await act.send(texts);
    setIsSending(false);
    if (!answer.isOk) {
      setRefusal(textOf(answer.failure));
      return;
    }
    act.onDone();
  }

  const put = (name: string, value: string) => {
    setTexts((before) => ({ ...before, [name]: value }));
    setMissing((before) => before.filter((one) => one !== name));
  };
  return { fields, texts, missing, refusal, isSending, send, put };
}

function OpenDialog({ act, onClose }: { readonly act: Act; readonly onClose: () => void }) {
  const t = useTranslations("act");
  const { fields, texts, missing, refusal, isSending, send, put } = useActForm(act);
  return (
    <Modal
      isOpen
      title={act.title}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            type="submit"
            kind={act.kind ?? "primary"}
            isWorking={isSending}
            data-first={fields.length === 0 ? "" : undefined}
          >
            {act.confirmLabel}
          </Button>
        </>
      }
    >
      {act.text && <div className={styles.text}>{act.text}</div>}
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={texts[field.name] ?? ""}
          error={missing.includes(field.name) ? t("missing") : undefined}
          onValue={(value) => put(field.name, value)}
        />
      ))}
      {refusal !== null && (
        <div role="alert">
          <Note tone="warn" icon={TriangleAlert}>
            {refusal}
          </Note>
        </div>
      )}
    </Modal>
  );
}

/** Null: nothing is being done. */
export function ActDialog({
  act,
  onClose,
}: {
  readonly act: Act | null;
  readonly onClose: () => void;
}) {
  return act && <OpenDialog key={act.title} act={act} onClose={onClose} />;
}
