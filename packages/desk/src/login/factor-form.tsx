// The second factor of every login: the authenticator's code or, in the sandbox, a mailed one.

import { requestStaffLogin } from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import { CodeForm } from "./code-form.tsx";
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
  return (
    <CodeForm
      title={t("factor.title")}
      codeLabel={t("factor.code")}
      submitLabel={t("factor.submit")}
      mailLabel={t("factor.mail")}
      // Asked again for a factor: this one was not it, and the step stays.
      send={async (authCode) =>
        advance(await server.write(requestStaffLogin({ ...given, authCode })), null)
      }
      onMail={onMail}
      onBack={onBack}
    >
      <p className={styles.text}>
        {isMailed ? t("factor.mailedText", { email: given.email }) : t("factor.text")}
      </p>
    </CodeForm>
  );
}
