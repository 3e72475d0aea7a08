// Logging in: e-mail or mobile with a password, a passkey, or the demo in one tap. An account with
// a second factor asks for it in a step of its own.

import { Button } from "@truetick/ui";
import { PasswordField } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import FingerprintPattern from "lucide-react/icons/fingerprint-pattern";
import FlaskConical from "lucide-react/icons/flask-conical";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { CaptchaField } from "../door/captcha-field.tsx";
import { ContactFields } from "../door/contact-fields.tsx";
import styles from "../door/door.module.css";
import { DoorFrame } from "../door/door-frame.tsx";
import { useOpenDoor } from "../door/use-enter.ts";
import { doorPath } from "../session/from.ts";
import { useDemoLogin } from "./demo-login.ts";
import { type LoginForm, useLoginForm } from "./login-form.ts";
import { canUsePasskeys, usePasskeyLogin } from "./passkey.ts";
import { SecondFactorStep } from "./second-factor-step.tsx";

function useFrom(): string | null {
  const { router } = useApp();
  return useStore(router.location).query.get("from");
}

function OtherWays() {
  const t = useTranslations("door");
  const demo = useDemoLogin();
  const passkey = usePasskeyLogin();
  return (
    <>
      <span className={styles.between}>{t("or")}</span>
      {canUsePasskeys() && (
        <Button
          kind="outline"
          size="touch"
          icon={FingerprintPattern}
          className={styles.wide}
          isWorking={passkey.isAsking}
          onClick={passkey.ask}
        >
          {t("passkey")}
        </Button>
      )}
      <div>
        <Button
          size="touch"
          icon={FlaskConical}
          className={styles.wide}
          isWorking={demo.isOpening}
          onClick={demo.open}
        >
          {t("demo")}
        </Button>
        <p className={styles.hint}>{t("demoHint")}</p>
      </div>
    </>
  );
}

function FirstStep({ login }: { readonly login: LoginForm }) {
  const t = useTranslations("door");
  const from = useFrom();
  const { form, captcha } = login;
  return (
    <DoorFrame
      title={t("logIn")}
      onSubmit={form.submit}
      foot={
        <p className={styles.ways}>
          {t("newHere")}{" "}
          <Link to={doorPath("/register", from)} className={styles.way}>
            {t("openAccount")}
          </Link>
        </p>
      }
    >
      <ContactFields form={form} />
      <PasswordField
        label={t("password")}
        autoComplete="current-password"
        showLabel={t("showPassword")}
        hideLabel={t("hidePassword")}
        aside={
          <Link to={doorPath("/forgot", from)} className={styles.way}>
            {t("forgot")}
          </Link>
        }
        {...form.text("password")}
      />
      {captcha.isWanted && (
        <CaptchaField
          captcha={captcha}
          error={form.errors.captcha}
          onTyped={(typed) => form.set("captcha", typed)}
        />
      )}
      <Button kind="primary" size="cta" type="submit" isWorking={form.isSending}>
        {t("logIn")}
      </Button>
      <OtherWays />
    </DoorFrame>
  );
}

export function LoginScreen() {
  const login = useLoginForm();
  useOpenDoor();
  if (login.second === null) return <FirstStep login={login} />;
  return <SecondFactorStep login={login} second={login.second} />;
}
