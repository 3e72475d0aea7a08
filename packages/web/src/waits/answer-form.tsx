// The answer of an owner to what a reviewer asks about a deposit or a withdrawal. Given once:
// whatever came of it, the row around it looks again.

import type { WriteRequest } from "@truetick/contract";
import { Button, classNames } from "@truetick/ui";
import { TextArea, useForm } from "@truetick/ui/forms";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import styles from "./answer-form.module.css";

export function AnswerForm({
  texts,
  lengthMax,
  className,
  requestOf,
  onDone,
}: {
  readonly texts: { readonly label: string; readonly send: string; readonly sent: string };
  readonly lengthMax: number;
  /** How far the field and the button stand apart. */
  readonly className: string | undefined;
  readonly requestOf: (text: string) => WriteRequest<unknown>;
  readonly onDone: () => void;
}) {
  const { server, toasts } = useApp();
  const say = useReasonText();
  const tellFailure = useTellFailure();
  const form = useForm({
    initial: { text: "" },
    check: ({ text }) => (text.trim() === "" ? { text: say("COMPLETE_FORM") } : {}),
    send: async ({ text }) => {
      const answer = await server.write(requestOf(text.trim()));
      if (answer.isOk) toasts.show({ tone: "done", title: texts.sent });
      else tellFailure(answer.failure);
      onDone();
      return undefined;
    },
  });
  return (
    <form className={classNames(styles.form, className)} noValidate onSubmit={form.submit}>
      <TextArea {...form.text("text")} label={texts.label} maxLength={lengthMax} />
      <Button type="submit" isWorking={form.isSending}>
        {texts.send}
      </Button>
    </form>
  );
}
