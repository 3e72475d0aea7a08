// Who is logged in: the contact, the number to quote to support, and whether the money is real.

import type { User } from "@truetick/contract";
import { Tag } from "@truetick/ui";
import UserRound from "lucide-react/icons/user-round";
import { useTranslations } from "use-intl";
import { CopyButton } from "../app/copy-button.tsx";
import styles from "./user-head.module.css";

/** The address without its middle: enough to know it, too little for whoever looks over. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return email;
  return `${email.slice(0, Math.min(2, at))}***${email.slice(at)}`;
}

export function UserHead({ user }: { readonly user: User }) {
  const t = useTranslations("user");
  const contact = user.email === "" ? user.mobile : maskEmail(user.email);
  return (
    <div className={styles.head}>
      <span className={styles.avatar}>
        <UserRound size={22} strokeWidth={1.75} />
      </span>
      <div className={styles.words}>
        <p className={styles.contact}>
          {contact === "" ? t("guest") : <bdi dir="ltr">{contact}</bdi>}
        </p>
        <p className={styles.uid}>
          {t("uid")} <bdi dir="ltr">{user.uid}</bdi>
          <span className={styles.copy}>
            <CopyButton text={user.uid} label={t("copyUid")} look="icon" />
          </span>
        </p>
      </div>
      <Tag tone={user.isDemo ? "warn" : "ok"}>{user.isDemo ? t("demo") : t("real")}</Tag>
    </div>
  );
}
