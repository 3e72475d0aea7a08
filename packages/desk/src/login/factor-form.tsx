// The second factor of every login: the authenticator's code or, in the sandbox, a mailed one.

import { requestStaffLogin } from "@truetick/contract/desk";
import { Button } from "@truetick/ui";
import { useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import { CodeInput } from "./code-input.tsx";
import styles from "./login.screen.module.css";
import type { Advance } from "./login.screen.tsx";
import type { Credentials } from "./login.state.ts";

export function FactorForm({
  given,
  isMailed,
  advance,
  onMail,
  onBack,
}: {
  readonly given: Credentials;
  readonly isMailed: boolean;
  readonly advance: Advance;
  /** Null where codes are not mailed. Answers what went wrong. */
  readonly onMail: (() => Promise<string | null>) | null;
  readonly onBack: () => void;
}) {
  const t = useTranslations("login");
  const { server } = useDesk();
  const form = useForm({
    initial: { code: "" },
    check: ({ code }): { code?: string } => (code === "" ? { code: t("codeMissing") } : {}),
    send: async ({ code }) => {
      const answer = await server.write(requestStaffLogin({ ...given, authCode: code }));
      // Asked again for a factor: this one was not it, and the step stays.
      const problem = advance(answer, null);
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
      <h1 className={styles.title}>{t("factor.title")}</h1>
      <p className={styles.text}>
        {isMailed ? t("factor.mailedText", { email: given.email }) : t("factor.text")}
      </p>
      <CodeInput
        label={t("factor.code")}
        name={name}
        value={value}
        error={error}
        onValue={onValue}
      />
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("factor.submit")}
      </Button>
      <div className={styles.ways}>
        <Button kind="ghost" size="dense" onClick={onBack}>
          {t("factor.back")}
        </Button>
        {onMail && (
          <Button kind="ghost" size="dense" onClick={() => void mail()}>
            {t("factor.mail")}
          </Button>
        )}
      </div>
    </form>
  );
}
