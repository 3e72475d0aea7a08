// Where a conversation is answered: Enter sends, prepared answers are one press away, and what the
// server refuses (a request for a code, a strange link: T32) is said here, with the words kept.

import {
  requestAnswerSupport,
  requestTypingAnswer,
  SUPPORT_TEXT_LENGTH_MAX,
  type SupportCase,
} from "@truetick/contract/support";
import { Button, Note } from "@truetick/ui";
import { randomId } from "@truetick/ui/state";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useDesk, useStaff } from "../app/desk.ts";
import { useFailureText } from "../app/use-failure.ts";
import styles from "./answer-box.module.css";
import { CannedPicker } from "./canned-picker.tsx";

const TYPING_EVERY_MS = 3_000;

/** What is being written, sent once however often it is pressed. */
function useAnswer({ id, messages }: SupportCase, onChanged: () => void) {
  const { server, openWork } = useDesk();
  const textOf = useFailureText();
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const typedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const attempt = useRef<{ readonly text: string; readonly key: string } | null>(null);

  async function send(): Promise<void> {
    const said = text.trim();
    if (said === "" || isSending) return;
    if (attempt.current?.text !== said) attempt.current = { text: said, key: randomId() };
    setIsSending(true);
    setRefusal(null);
    const request = requestAnswerSupport(id, said, messages.at(-1)?.id ?? null);
    const answer = await server.write(request, attempt.current.key);
    setIsSending(false);
    if (!answer.isOk) {
      if (answer.failure.kind === "refused") attempt.current = null;
      setRefusal(textOf(answer.failure));
      return;
    }
    attempt.current = null;
    // What was typed while it was on its way is another answer.
    setText((now) => (now.startsWith(text) ? now.slice(text.length).trimStart() : now));
    openWork.ask();
    onChanged();
  }

  function write(next: string): void {
    setText(next);
    setRefusal(null);
    if (next.trim() === "" || performance.now() - typedAtMs.current < TYPING_EVERY_MS) return;
    typedAtMs.current = performance.now();
    void server.write(requestTypingAnswer(id));
  }

  return { text, refusal, isSending, send, write };
}

export function AnswerBox({
  shown,
  onChanged,
}: {
  readonly shown: SupportCase;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("chat");
  const staff = useStaff();
  const { text, refusal, isSending, send, write } = useAnswer(shown, onChanged);
  const area = useRef<HTMLTextAreaElement>(null);
  const isAnothers = shown.agentId !== null && shown.agentId !== staff.id;
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {refusal !== null && (
        <div role="alert">
          <Note tone="warn" icon={ShieldAlert}>
            {refusal}
          </Note>
        </div>
      )}
      <textarea
        ref={area}
        className={styles.text}
        name="answer"
        rows={3}
        maxLength={SUPPORT_TEXT_LENGTH_MAX}
        placeholder={isAnothers ? t("anothers", { name: shown.agentName }) : t("placeholder")}
        aria-label={t("placeholder")}
        disabled={isAnothers}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <div className={styles.foot}>
        <CannedPicker
          language={shown.language}
          isDisabled={isAnothers}
          onPick={(picked) => {
            write(text.trim() === "" ? picked : `${text.trimEnd()}\n${picked}`);
            area.current?.focus();
          }}
        />
        <span className={styles.hint}>{t("hint")}</span>
        <Button
          type="submit"
          kind="primary"
          icon={SendHorizontal}
          isWorking={isSending}
          disabled={text.trim() === ""}
        >
          {t("send")}
        </Button>
      </div>
    </form>
  );
}
