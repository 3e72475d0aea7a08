// Setting the second factor up: the key as a QR code and in letters, and a first code that proves
// that the authenticator has it.

import { requestEnableTwoFactor, type TwoFactorSetup } from "@truetick/contract";
import { QrCode } from "@truetick/ui/qr";
import { useTranslations } from "use-intl";
import { CopyButton } from "../app/copy-button.tsx";
import { AuthCodeForm } from "./auth-code-form.tsx";
import styles from "./security.module.css";

/** In groups of four, as people read keys out. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}

export function TwoFactorSetupForm({
  setup,
  onDone,
}: {
  readonly setup: TwoFactorSetup;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}) {
  const t = useTranslations("security.twoFactor");
  return (
    <AuthCodeForm
      text={t("scan")}
      action={t("turnOn")}
      isOfApp
      request={requestEnableTwoFactor}
      onDone={onDone}
    >
      <div className={styles.scan}>
        <QrCode text={setup.uri} label={t("qr")} />
        <div className={styles.key}>
          <bdi dir="ltr">{grouped(setup.secret)}</bdi>
          <CopyButton text={setup.secret} label={t("copyKey")} look="icon" />
        </div>
      </div>
    </AuthCodeForm>
  );
}
