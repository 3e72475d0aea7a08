// The invite code: from the link, shown and open to change; without one, a line for who has it.

import { type Form, TextField } from "@truetick/ui/forms";
import { useState } from "react";
import { useTranslations } from "use-intl";
import doorStyles from "../door/door.module.css";
import styles from "./register.screen.module.css";
import type { RegistrationValues } from "./registration-form.ts";

const INVITE_LENGTH_MAX = 32;

export function InviteField({
  form,
  isFromLink,
}: {
  readonly form: Form<RegistrationValues>;
  readonly isFromLink: boolean;
}) {
  const t = useTranslations("door.register");
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen || form.errors.inviteCode) {
    return (
      <TextField
        label={t("inviteCode")}
        autoComplete="off"
        dir="ltr"
        maxLength={INVITE_LENGTH_MAX}
        autoFocus
        {...form.text("inviteCode")}
      />
    );
  }
  if (!isFromLink) {
    return (
      <p className={styles.invite}>
        <button type="button" className={doorStyles.way} onClick={() => setIsOpen(true)}>
          {t("inviteAdd")}
        </button>
      </p>
    );
  }
  return (
    <p className={styles.invite}>
      <span>{t("inviteCode")}</span>
      <bdi className={styles.inviteCode}>{form.values.inviteCode}</bdi>
      <span className={styles.inviteFrom}>{t("inviteFromLink")}</span>
      <button type="button" className={doorStyles.way} onClick={() => setIsOpen(true)}>
        {t("inviteChange")}
      </button>
    </p>
  );
}
