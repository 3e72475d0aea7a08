// Inviting friends: a link to our own register screen that carries the code, and the same as a QR
// code. Nothing is promised for it.

import { QrCode } from "@truetick/ui/qr";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { CopyButton } from "../app/copy-button.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useReasonText } from "../languages/use-reason-text.ts";
import styles from "./invite.screen.module.css";
import { inviteLink } from "./invite-link.ts";

export function InviteScreen() {
  const { session } = useApp();
  const t = useTranslations("invite");
  const titles = useTranslations("shell.titles");
  const say = useReasonText();
  const user = useStore(session)?.user;
  if (!user) return null;
  const link = inviteLink(window.location.origin, user.inviteCode);
  return (
    <SubScreen title={titles("invite")} parent="/user">
      {user.isDemo ? (
        <Section title={t("title")} text={say("ONLY_REAL")} />
      ) : (
        <Section title={t("title")} text={t("text")}>
          <div className={styles.body}>
            <QrCode text={link} label={t("qr")} />
            <div className={styles.words}>
              <p className={styles.name}>{t("code")}</p>
              <p className={styles.code}>
                <bdi dir="ltr">{user.inviteCode}</bdi>
              </p>
              <p className={styles.name}>{t("link")}</p>
              <p className={styles.link}>
                <bdi dir="ltr">{link}</bdi>
              </p>
              <CopyButton text={link} label={t("copyLink")} />
            </div>
          </div>
        </Section>
      )}
    </SubScreen>
  );
}
