// Whoever was invited by mail chooses a password; setting up the second factor follows.

import { PASSWORD_LENGTH_MIN } from "@truetick/contract";
import { requestAcceptInvitation } from "@truetick/contract/desk";
import { Button } from "@truetick/ui";
import { PasswordField, TextField, useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import styles from "./login.screen.module.css";
import type { Advance } from "./login.screen.tsx";

export function InvitationForm({
  advance,
  onBack,
}: {
  readonly advance: Advance;
  readonly onBack: () => void;
}) {
  const t = useTranslations("login");
  const { server } = useDesk();
  const form = useForm({
    initial: { email: "", code: "", password: "" },
    check: ({ email, code, password }) => ({
      ...(email.trim() === "" && { email: t("emailMissing") }),
      ...(code.trim() === "" && { code: t("invitation.codeMissing") }),
      ...(password.length < PASSWORD_LENGTH_MIN && {
        password: t("invitation.passwordShort", { min: PASSWORD_LENGTH_MIN }),
      }),
    }),
    send: async ({ email, code, password }) => {
      const asked = { email: email.trim(), code: code.trim(), password };
      const problem = advance(await server.write(requestAcceptInvitation(asked)), null);
      return problem === null ? undefined : { password: problem };
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <h1 className={styles.title}>{t("invitation.title")}</h1>
      <p className={styles.text}>{t("invitation.text")}</p>
      <TextField
        label={t("email")}
        type="email"
        autoComplete="username"
        dir="ltr"
        {...form.text("email")}
      />
      <TextField label={t("invitation.code")} dir="ltr" {...form.text("code")} />
      <PasswordField
        label={t("invitation.password")}
        autoComplete="new-password"
        showLabel={t("show")}
        hideLabel={t("hide")}
        {...form.text("password")}
      />
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("invitation.submit")}
      </Button>
      <div className={styles.ways}>
        <Button kind="ghost" size="dense" onClick={onBack}>
          {t("factor.back")}
        </Button>
      </div>
    </form>
  );
}
