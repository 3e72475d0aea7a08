// The login as state: who and the password first, then, where the account asks for it, the second
// factor. What was typed first is kept for the second try and forgotten with the screen.

import { requestLogIn } from "@truetick/contract";
import { type Form, useForm } from "@truetick/ui/forms";
import { useState } from "react";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { accountField, type ContactValues, checkContact, contactOf } from "../door/contact.ts";
import { type CaptchaState, useCaptcha } from "../door/use-captcha.ts";
import { useEnter } from "../door/use-enter.ts";
import { useReasonText } from "../languages/use-reason-text.ts";

export type LoginValues = ContactValues & {
  readonly password: string;
  readonly code: string;
  readonly captcha: string;
};

/** How the account can prove itself a second time; null until it is asked to. */
export type SecondFactor = { readonly hasCode: boolean; readonly hasPasskey: boolean };

export type LoginForm = {
  readonly form: Form<LoginValues>;
  readonly captcha: CaptchaState;
  readonly second: SecondFactor | null;
  readonly startOver: () => void;
};

const EMPTY: LoginValues = {
  kind: "email",
  email: "",
  mobile: "",
  areaId: "",
  password: "",
  code: "",
  captcha: "",
};

function secondFactorOf(failure: Failure): SecondFactor | null {
  if (failure.kind !== "refused" || failure.reason !== "SECOND_FACTOR_NEEDED") return null;
  const methods = String(failure.numbers.methods ?? "totp").split(",");
  return { hasCode: methods.includes("totp"), hasPasskey: methods.includes("passkey") };
}

export function useLoginForm(): LoginForm {
  const { server } = useApp();
  const say = useReasonText();
  const place = usePlaceFailure();
  const enter = useEnter();
  const captcha = useCaptcha("login");
  const [second, setSecond] = useState<SecondFactor | null>(null);

  const form = useForm<LoginValues>({
    initial: EMPTY,
    check: (values) => ({
      ...checkContact(values, say),
      ...(values.password === "" && { password: say("PASSWORD_REQUIRED") }),
      ...(second !== null && values.code.trim() === "" && { code: say("CODE_REQUIRED") }),
      ...(captcha.isWanted && captcha.typed === "" && { captcha: say("CAPTCHA_NEEDED") }),
    }),
    async send(values) {
      const answer = await server.write(
        requestLogIn({
          ...contactOf(values),
          password: values.password,
          secondFactorCode: second === null ? null : values.code.trim(),
          captcha: captcha.answer(),
        }),
      );
      if (answer.isOk) return void enter(answer.value);
      const { failure } = answer;
      const asked = secondFactorOf(failure);
      if (asked !== null) return void setSecond(asked);
      const reason = failure.kind === "refused" ? failure.reason : null;
      const isPictureNeeded = reason === "CAPTCHA_NEEDED" || reason === "CAPTCHA_WRONG";
      if (captcha.isWanted || isPictureNeeded) await captcha.renew();
      const account = accountField(values);
      return place(failure, {
        LOGIN_FAILED: "password",
        PASSWORD_REQUIRED: "password",
        ACCOUNT_REQUIRED: account,
        EMAIL_INVALID: "email",
        MOBILE_INVALID: "mobile",
        AREA_UNKNOWN: "areaId",
        SECOND_FACTOR_WRONG: "code",
        CAPTCHA_NEEDED: "captcha",
        CAPTCHA_WRONG: "captcha",
      });
    },
  });
  const startOver = () => {
    setSecond(null);
    form.set("code", "");
    form.set("password", "");
  };
  return { form, captcha, second, startOver };
}
