// The first step: e-mail and password of somebody of the staff.

import { requestStaffLogin } from "@truetick/contract/desk";
import { Button } from "@truetick/ui";
import { PasswordField, TextField, useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import styles from "./login.screen.module.css";
import type { Advance } from "./login.screen.tsx";

export function CredentialsForm({
  advance,
  onInvited,
}: {
  readonly advance: Advance;
  readonly onInvited: () => void;
}) {
  const t = useTranslations("login");
  const { server } = useDesk();
  const form = useForm({
    initial: { email: "", password: "" },
    check: ({ email, password }) => ({
      ...(email.trim() === "" && { email: t("emailMissing") }),
      ...(password === "" && { password: t("passwordMissing") }),
    }),
    send: async ({ email, password }) => {
      const given = { email: email.trim(), password };
      const problem = advance(await server.write(requestStaffLogin(given)), given);
      return problem === null ? undefined : { password: problem };
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <h1 className={styles.title}>{t("title")}</h1>
      <TextField
        label={t("email")}
        type="email"
        autoComplete="username"
        autoFocus
        dir="ltr"
        {...form.text("email")}
      />
      <PasswordField
        label={t("password")}
        autoComplete="current-password"
        showLabel={t("show")}
        hideLabel={t("hide")}
        {...form.text("password")}
      />
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("submit")}
      </Button>
      <div className={styles.ways}>
        <Button kind="ghost" size="dense" onClick={onInvited}>
          {t("invited")}
        </Button>
      </div>
    </form>
  );
}
