// A forgotten password: a code goes to the account, and with it another password is set. All
// sessions end with it, and withdrawals rest for a while; the page says so before it is done.

import { requestResetPassword } from "@truetick/contract";
import { Button, Note } from "@truetick/ui";
import { useForm } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { AccountCodeField } from "../door/account-code-field.tsx";
import { accountField, type ContactValues, checkContact, contactOf } from "../door/contact.ts";
import { ContactFields } from "../door/contact-fields.tsx";
import styles from "../door/door.module.css";
import { DoorFrame } from "../door/door-frame.tsx";
import { checkNewPassword } from "../door/new-password.ts";
import { NewPasswordFields } from "../door/new-password-fields.tsx";
import { useAccountCode } from "../door/use-account-code.ts";
import { useCodeSending } from "../door/use-code-sending.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import { doorPath } from "../session/from.ts";
import { NEW_PASSWORD_FIELDS } from "./password-refusals.ts";

type ForgotValues = ContactValues & {
  readonly code: string;
  readonly captcha: string;
  readonly password: string;
  readonly repeated: string;
};

const EMPTY: ForgotValues = {
  kind: "email",
  email: "",
  mobile: "",
  areaId: "",
  code: "",
  captcha: "",
  password: "",
  repeated: "",
};

function useForgotForm() {
  const { server, router, toasts } = useApp();
  const t = useTranslations("door");
  const say = useReasonText();
  const place = usePlaceFailure();
  const sending = useCodeSending("password");
  const texts = { missing: say("COMPLETE_FORM"), unequal: t("passwordsNotEqual") };
  const form = useForm<ForgotValues>({
    initial: EMPTY,
    check: (values) => ({
      ...checkContact(values, say),
      ...(values.code === "" && { code: say("CODE_REQUIRED") }),
      ...checkNewPassword(values, say, texts),
    }),
    async send(values) {
      const { code, password, repeated } = values;
      const contact = contactOf(values);
      const request = requestResetPassword({ ...contact, code, password, repeated });
      const answer = await server.write(request);
      if (!answer.isOk) {
        const account = accountField(values);
        return place(answer.failure, {
          ...NEW_PASSWORD_FIELDS,
          EMAIL_INVALID: account,
          MOBILE_INVALID: account,
          AREA_UNKNOWN: "areaId",
        });
      }
      const from = router.location.get().query.get("from");
      router.navigate(doorPath("/login", from), { isReplacing: true });
      return void toasts.show({ tone: "done", title: t("forgotScreen.done") });
    },
  });
  return { form, sending, sendCode: useAccountCode(sending, form) };
}

export function ForgotScreen() {
  const { router } = useApp();
  const t = useTranslations("door");
  const titles = useTranslations("shell.titles");
  const from = useStore(router.location).query.get("from");
  const { form, sending, sendCode } = useForgotForm();
  return (
    <DoorFrame
      title={titles("forgot")}
      lead={t("forgotScreen.text")}
      backTo="/login"
      onSubmit={form.submit}
      foot={
        <>
          <Button kind="primary" size="cta" type="submit" isWorking={form.isSending}>
            {t("forgotScreen.action")}
          </Button>
          <p className={styles.ways}>
            <Link to={doorPath("/login", from)} className={styles.way}>
              {t("logIn")}
            </Link>
          </p>
        </>
      }
    >
      <ContactFields form={form} />
      <AccountCodeField kind={form.values.kind} sending={sending} form={form} onSend={sendCode} />
      <NewPasswordFields text={form.text} label={t("newPassword")} />
      <Note tone="neutral" icon={ShieldCheck}>
        {t("safety")}
      </Note>
    </DoorFrame>
  );
}
