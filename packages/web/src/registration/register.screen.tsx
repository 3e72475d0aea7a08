// Opening an account: who, the proof of it, a password, and what one agrees to. What is asked for
// is the platform's to say, so the form waits for that answer.

import type { PlatformSettings } from "@truetick/contract";
import { Button } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { AccountCodeField } from "../door/account-code-field.tsx";
import { AreaField } from "../door/area-field.tsx";
import { CaptchaField } from "../door/captcha-field.tsx";
import { ContactFields, MobileFields } from "../door/contact-fields.tsx";
import styles from "../door/door.module.css";
import { DoorFrame } from "../door/door-frame.tsx";
import { NewPasswordFields } from "../door/new-password-fields.tsx";
import { useOpenDoor } from "../door/use-enter.ts";
import { WithSettings } from "../door/with-settings.tsx";
import { useDemoLogin } from "../login/demo-login.ts";
import { doorPath } from "../session/from.ts";
import { RiskWarning } from "../transparency/risk-warning.tsx";
import { Agreement, RiskNote } from "./agreement.tsx";
import { InviteField } from "./invite-field.tsx";
import { hasPhoneBeside, type RegistrationForm, useRegistrationForm } from "./registration-form.ts";

function Foot({ isSending }: { readonly isSending: boolean }) {
  const { router } = useApp();
  const t = useTranslations("door");
  const from = useStore(router.location).query.get("from");
  const demo = useDemoLogin();
  return (
    <>
      <Button kind="primary" size="cta" type="submit" isWorking={isSending}>
        {t("openAccount")}
      </Button>
      <p className={styles.ways}>
        {t("haveOne")}{" "}
        <Link to={doorPath("/login", from)} className={styles.way}>
          {t("logIn")}
        </Link>
        <span className={styles.dot}>·</span>
        <button type="button" className={styles.way} disabled={demo.isOpening} onClick={demo.open}>
          {t("demo")}
        </button>
      </p>
    </>
  );
}

function Proof({
  registration,
  settings,
}: {
  readonly registration: RegistrationForm;
  readonly settings: PlatformSettings;
}) {
  const { form, sending, picture, sendCode } = registration;
  if (settings.verifyMode === "captcha") {
    return (
      <CaptchaField
        captcha={picture}
        error={form.errors.captcha}
        onTyped={(typed) => form.set("captcha", typed)}
      />
    );
  }
  return (
    <AccountCodeField kind={form.values.kind} sending={sending} form={form} onSend={sendCode} />
  );
}

function RegisterForm({ settings }: { readonly settings: PlatformSettings }) {
  const { router } = useApp();
  const t = useTranslations("door");
  const titles = useTranslations("shell.titles");
  const inviteCode = router.location.get().query.get("invite_code")?.trim().slice(0, 32) ?? "";
  const registration = useRegistrationForm(settings, inviteCode);
  const { form } = registration;
  const { values, errors } = form;
  return (
    <DoorFrame
      title={titles("register")}
      onSubmit={form.submit}
      foot={<Foot isSending={form.isSending} />}
    >
      <ContactFields form={form} isNew areRestrictedOff />
      <Proof registration={registration} settings={settings} />
      {hasPhoneBeside(values, settings) && <MobileFields form={form} areRestrictedOff />}
      <NewPasswordFields text={form.text} label={t("password")} />
      {values.kind === "email" && (
        <AreaField
          use="area"
          name="homeId"
          areaId={values.homeId}
          error={errors.homeId}
          areRestrictedOff
          isOptional
          onChoose={(id) => form.set("homeId", id)}
        />
      )}
      <InviteField form={form} isFromLink={inviteCode !== ""} />
      <RiskNote settings={settings} />
      <RiskWarning />
      <Agreement form={form} />
    </DoorFrame>
  );
}

export function RegisterScreen() {
  useOpenDoor();
  return <WithSettings>{(settings) => <RegisterForm settings={settings} />}</WithSettings>;
}
