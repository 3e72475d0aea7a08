// Opening an account as state: what is asked for follows the platform's setting (a code, a picture,
// or a code and a phone number beside the e-mail), and every refusal stands beside its field.

import { type PlatformSettings, requestRegister } from "@truetick/contract";
import { type Form, useForm } from "@truetick/ui/forms";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { type FieldOfReason, usePlaceFailure } from "../app/use-place-failure.ts";
import { useAreas } from "../door/area-field.tsx";
import {
  accountField,
  type ContactValues,
  checkContact,
  checkMobile,
  contactOf,
  hasDialCode,
} from "../door/contact.ts";
import { checkNewPassword } from "../door/new-password.ts";
import { useAccountCode } from "../door/use-account-code.ts";
import { type CaptchaState, useCaptcha } from "../door/use-captcha.ts";
import { type CodeSending, useCodeSending } from "../door/use-code-sending.ts";
import { useEnter } from "../door/use-enter.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import { NEW_PASSWORD_FIELDS } from "../passwords/password-refusals.ts";

export type RegistrationValues = ContactValues & {
  readonly code: string;
  readonly captcha: string;
  readonly password: string;
  readonly repeated: string;
  readonly inviteCode: string;
  /** Where somebody lives who registers by e-mail; empty when he does not say. */
  readonly homeId: string;
  readonly hasAgreed: boolean;
};

export type RegistrationForm = {
  readonly form: Form<RegistrationValues>;
  readonly sending: CodeSending;
  /** The picture that stands for a code where the platform wants it so. */
  readonly picture: CaptchaState;
  readonly sendCode: () => void;
};

const EMPTY: RegistrationValues = {
  kind: "email",
  email: "",
  mobile: "",
  areaId: "",
  code: "",
  captcha: "",
  password: "",
  repeated: "",
  inviteCode: "",
  homeId: "",
  hasAgreed: false,
};

/** An e-mail account with a phone number beside it. */
export function hasPhoneBeside(
  { kind }: Pick<RegistrationValues, "kind">,
  { verifyMode }: PlatformSettings,
): boolean {
  return verifyMode === "codeAndPhone" && kind === "email";
}

function useChecks(settings: PlatformSettings, picture: CaptchaState) {
  const t = useTranslations("door");
  const say = useReasonText();
  const texts = { missing: say("PASSWORD_REQUIRED"), unequal: t("passwordsNotEqual") };
  const isByPicture = settings.verifyMode === "captcha";
  return (values: RegistrationValues) => ({
    ...checkContact(values, say),
    ...(hasPhoneBeside(values, settings) && checkMobile(values, say)),
    ...(!isByPicture && values.code === "" && { code: say("CODE_REQUIRED") }),
    ...(isByPicture && picture.typed === "" && { captcha: say("CAPTCHA_NEEDED") }),
    ...checkNewPassword(values, say, texts),
    ...(!values.hasAgreed && { hasAgreed: t("register.agreeMissing") }),
  });
}

/** Which field a refusal is about; a country is the number's, or where somebody lives. */
function fieldOfReason(values: RegistrationValues): FieldOfReason<keyof RegistrationValues> {
  const account = accountField(values);
  const country = values.kind === "mobile" ? "areaId" : "homeId";
  return {
    ...NEW_PASSWORD_FIELDS,
    ACCOUNT_REQUIRED: account,
    ACCOUNT_TAKEN: account,
    EMAIL_INVALID: "email",
    MOBILE_INVALID: "mobile",
    AREA_UNKNOWN: country,
    REGION_RESTRICTED: country,
    CAPTCHA_WRONG: "captcha",
    PASSWORD_REQUIRED: "password",
    INVITE_UNKNOWN: "inviteCode",
  };
}

/** What the call takes besides the account and its proof. */
function useDetails(settings: PlatformSettings) {
  const areas = useAreas();
  return (values: RegistrationValues) => {
    const isBeside = hasPhoneBeside(values, settings);
    const home = areas.find(({ id }) => id === values.homeId);
    return {
      ...contactOf(values),
      ...(isBeside && { areaId: hasDialCode(values.mobile) ? null : values.areaId || null }),
      mobile: isBeside ? values.mobile.trim() : null,
      country: values.kind === "email" ? (home?.code ?? null) : null,
    };
  };
}

export function useRegistrationForm(
  settings: PlatformSettings,
  inviteCode: string,
): RegistrationForm {
  const { server, toasts } = useApp();
  const t = useTranslations("door");
  const place = usePlaceFailure();
  const enter = useEnter();
  const picture = useCaptcha("register");
  const sending = useCodeSending("register");
  const isByPicture = settings.verifyMode === "captcha";
  const detailsOf = useDetails(settings);
  const { renew } = picture;
  useEffect(() => {
    if (isByPicture) void renew();
  }, [isByPicture, renew]);

  const form = useForm<RegistrationValues>({
    initial: { ...EMPTY, inviteCode },
    check: useChecks(settings, picture),
    async send(values) {
      const { password, repeated } = values;
      const captcha = picture.answer();
      const answer = await server.write(
        requestRegister({
          ...detailsOf(values),
          password,
          repeated,
          inviteCode: values.inviteCode.trim() || null,
          proof: isByPicture && captcha ? { captcha } : { code: values.code },
        }),
      );
      if (answer.isOk) {
        enter(answer.value);
        return void toasts.show({ tone: "done", title: t("register.welcome") });
      }
      if (isByPicture) await renew();
      return place(answer.failure, fieldOfReason(values));
    },
  });

  return { form, sending, picture, sendCode: useAccountCode(sending, form) };
}
