// The second step of a login: the code of an authenticator or a recovery code, or a passkey, as far
// as the account has them.

import { Button } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import FingerprintPattern from "lucide-react/icons/fingerprint-pattern";
import { useTranslations } from "use-intl";
import { CaptchaField } from "../door/captcha-field.tsx";
import styles from "../door/door.module.css";
import { DoorFrame } from "../door/door-frame.tsx";
import type { LoginForm, SecondFactor } from "./login-form.ts";
import { canUsePasskeys, usePasskeyLogin } from "./passkey.ts";

const CODE_LENGTH_MAX = 32;

export function SecondFactorStep({
  login,
  second,
}: {
  readonly login: LoginForm;
  readonly second: SecondFactor;
}) {
  const t = useTranslations("door");
  const passkey = usePasskeyLogin();
  const { form, captcha } = login;
  const hasPasskey = second.hasPasskey && canUsePasskeys();
  return (
    <DoorFrame
      title={t("second.title")}
      lead={second.hasCode ? t("second.text") : t("second.passkeyText")}
      onSubmit={form.submit}
      foot={
        <>
          {second.hasCode && (
            <Button kind="primary" size="cta" type="submit" isWorking={form.isSending}>
              {t("second.action")}
            </Button>
          )}
          {hasPasskey && (
            <Button
              kind={second.hasCode ? "outline" : "primary"}
              size={second.hasCode ? "touch" : "cta"}
              icon={FingerprintPattern}
              className={styles.wide}
              isWorking={passkey.isAsking}
              onClick={passkey.ask}
            >
              {t("second.passkey")}
            </Button>
          )}
          <p className={styles.ways}>
            <button type="button" className={styles.way} onClick={login.startOver}>
              {t("second.other")}
            </button>
          </p>
        </>
      }
    >
      {second.hasCode && (
        <TextField
          label={t("second.code")}
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={CODE_LENGTH_MAX}
          autoFocus
          {...form.text("code")}
        />
      )}
      {captcha.isWanted && (
        <CaptchaField
          captcha={captcha}
          error={form.errors.captcha}
          onTyped={(typed) => form.set("captcha", typed)}
        />
      )}
    </DoorFrame>
  );
}
