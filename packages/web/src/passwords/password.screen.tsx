// Changing the password of a member: the old one, the new one twice, and a code sent to the
// account's own address. A demo account has none and is told what to do instead.

import { requestChangePassword } from "@truetick/contract";
import { Button, buttonClass, EmptyState, Note } from "@truetick/ui";
import { PasswordField, useForm } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import KeyRound from "lucide-react/icons/key-round";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { SubScreen } from "../app/sub-screen.tsx";
import { useLeave } from "../app/use-leave.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { AccountCodeField } from "../door/account-code-field.tsx";
import { DoorFrame } from "../door/door-frame.tsx";
import { checkNewPassword } from "../door/new-password.ts";
import { NewPasswordFields } from "../door/new-password-fields.tsx";
import { useMemberCodeSending } from "../door/use-code-sending.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import { doorPathFrom } from "../session/from.ts";
import { NEW_PASSWORD_FIELDS } from "./password-refusals.ts";

const EMPTY = { oldPassword: "", password: "", repeated: "", code: "", captcha: "" };

function useChangeForm() {
  const { server, toasts } = useApp();
  const t = useTranslations("door");
  const say = useReasonText();
  const place = usePlaceFailure();
  const leave = useLeave("/user");
  const sending = useMemberCodeSending("password");
  const texts = { missing: say("COMPLETE_FORM"), unequal: say("PASSWORDS_DIFFER") };
  const form = useForm({
    initial: EMPTY,
    check: (values) => ({
      ...(values.oldPassword === "" && { oldPassword: say("COMPLETE_FORM") }),
      ...checkNewPassword(values, say, texts),
      ...(values.code === "" && { code: say("CODE_REQUIRED") }),
    }),
    async send({ oldPassword, password, code }) {
      const answer = await server.write(requestChangePassword({ oldPassword, password, code }));
      if (!answer.isOk) {
        const fields = { ...NEW_PASSWORD_FIELDS, PASSWORD_WRONG: "oldPassword" } as const;
        return place(answer.failure, fields);
      }
      toasts.show({ tone: "done", title: t("change.done") });
      return void leave();
    },
  });
  const sendCode = async () => {
    const failure = await sending.send({ kind: "email", account: "", areaId: null });
    const refused = failure && place(failure, { RESEND_TOO_SOON: "code" });
    if (refused) form.showErrors(refused);
  };
  return { form, sending, sendCode: () => void sendCode() };
}

function ChangeForm() {
  const t = useTranslations("door");
  const titles = useTranslations("shell.titles");
  const { form, sending, sendCode } = useChangeForm();
  return (
    <DoorFrame
      title={titles("password")}
      backTo="/user"
      onSubmit={form.submit}
      foot={
        <Button kind="primary" size="cta" type="submit" isWorking={form.isSending}>
          {titles("password")}
        </Button>
      }
    >
      <PasswordField
        label={t("currentPassword")}
        autoComplete="current-password"
        showLabel={t("showPassword")}
        hideLabel={t("hidePassword")}
        {...form.text("oldPassword")}
      />
      <NewPasswordFields text={form.text} label={t("newPassword")} />
      <AccountCodeField kind={null} sending={sending} form={form} onSend={sendCode} />
      <Note tone="neutral" icon={ShieldCheck}>
        {t("safety")}
      </Note>
    </DoorFrame>
  );
}

function OnlyReal() {
  const t = useTranslations("door");
  const titles = useTranslations("shell.titles");
  const say = useReasonText();
  const location = useStore(useApp().router.location);
  return (
    <SubScreen title={titles("password")} parent="/user">
      <EmptyState
        icon={KeyRound}
        title={say("ONLY_REAL")}
        text={t("demoHasNone")}
        actions={
          <>
            <Link
              to={doorPathFrom("/register", location)}
              className={buttonClass("primary", "touch")}
            >
              {t("openAccount")}
            </Link>
            <Link to={doorPathFrom("/login", location)} className={buttonClass("outline", "touch")}>
              {t("logIn")}
            </Link>
          </>
        }
      />
    </SubScreen>
  );
}

export function PasswordScreen() {
  const session = useStore(useApp().session);
  return session?.user.isDemo === true ? <OnlyReal /> : <ChangeForm />;
}
