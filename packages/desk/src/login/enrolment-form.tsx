// The first login: the authenticator is set up by a QR code or by the key in letters, and proves
// itself by its first code.

import { requestStaffEnrolment } from "@truetick/contract/desk";
import { Button } from "@truetick/ui";
import { QrCode } from "@truetick/ui/qr";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import { CodeForm } from "./code-form.tsx";
import styles from "./login.screen.module.css";
import type { Advance } from "./login.screen.tsx";
import { type Credentials, groupedKey } from "./login.state.ts";

function CopyKey({ secret }: { readonly secret: string }) {
  const t = useTranslations("login.enrol");
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard?.writeText(secret).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  return (
    <Button size="dense" onClick={() => void copy()}>
      {isCopied ? t("copied") : t("copy")}
    </Button>
  );
}

function KeyToScan({ uri, secret }: { readonly uri: string; readonly secret: string }) {
  const t = useTranslations("login.enrol");
  return (
    <div className={styles.scan}>
      <QrCode text={uri} label={t("qr")} />
      <div className={styles.key}>
        <span>{t("key")}</span>
        <bdi dir="ltr" className={styles.secret} data-secret={secret}>
          {groupedKey(secret)}
        </bdi>
        <CopyKey secret={secret} />
      </div>
    </div>
  );
}

export function EnrolmentForm({
  given,
  ticket,
  secret,
  uri,
  advance,
  onMail,
  onBack,
}: {
  readonly given: Credentials | null;
  readonly ticket: string;
  readonly secret: string;
  readonly uri: string;
  readonly advance: Advance;
  /** Null where codes are not mailed. Answers what went wrong. */
  readonly onMail: ((given: Credentials) => Promise<string | null>) | null;
  readonly onBack: () => void;
}) {
  const t = useTranslations("login");
  const { server } = useDesk();
  return (
    <CodeForm
      title={t("enrol.title")}
      codeLabel={t("enrol.code")}
      submitLabel={t("enrol.submit")}
      mailLabel={t("enrol.mail")}
      send={async (authCode) =>
        advance(await server.write(requestStaffEnrolment({ ticket, authCode })), null)
      }
      onMail={onMail && given && (() => onMail(given))}
      onBack={onBack}
    >
      <p className={styles.text}>{t("enrol.text")}</p>
      <KeyToScan uri={uri} secret={secret} />
    </CodeForm>
  );
}
