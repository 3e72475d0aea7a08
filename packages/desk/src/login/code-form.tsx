// A step of the login that ends with the six digits of a second factor: what is said before them,
// the way back and, in the sandbox, a mailed code instead.

import { Button } from "@truetick/ui";
import { useForm } from "@truetick/ui/forms";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { CodeInput } from "./code-input.tsx";
import styles from "./login.screen.module.css";

export function CodeForm({
  title,
  codeLabel,
  submitLabel,
  mailLabel,
  send,
  onMail,
  onBack,
  children,
}: {
  readonly title: string;
  readonly codeLabel: string;
  readonly submitLabel: string;
  readonly mailLabel: string;
  /** Answers what went wrong. */
  readonly send: (code: string) => Promise<string | null>;
  /** Null where codes are not mailed. Answers what went wrong. */
  readonly onMail: (() => Promise<string | null>) | null;
  readonly onBack: () => void;
  readonly children: ReactNode;
}) {
  const t = useTranslations("login");
  const form = useForm({
    initial: { code: "" },
    check: ({ code }): { code?: string } => (code === "" ? { code: t("codeMissing") } : {}),
    send: async ({ code }) => {
      const problem = await send(code);
      return problem === null ? undefined : { code: problem };
    },
  });
  const mail = async () => {
    const problem = await onMail?.();
    if (problem) form.showErrors({ code: problem });
  };
  const { name, value, error, onValue } = form.text("code");
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <h1 className={styles.title}>{title}</h1>
      {children}
      <CodeInput label={codeLabel} name={name} value={value} error={error} onValue={onValue} />
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {submitLabel}
      </Button>
      <div className={styles.ways}>
        <Button kind="ghost" size="dense" onClick={onBack}>
          {t("factor.back")}
        </Button>
        {onMail && (
          <Button kind="ghost" size="dense" onClick={() => void mail()}>
            {mailLabel}
          </Button>
        )}
      </div>
    </form>
  );
}
