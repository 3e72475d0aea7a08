// The calls about becoming a member and logging in as an app makes them: path, fields in the wire's
// spelling, and how the answer is read. Browser-safe: no schema library. `member.requests.test.ts`
// holds them to the declared calls.

import { type Area, type AreaWire, areaFromWire } from "./area.ts";
import {
  type Captcha,
  type CaptchaAnswer,
  type CaptchaPurpose,
  type CaptchaWire,
  captchaFromWire,
} from "./captcha.ts";
import type { ReadRequest } from "./market.requests.ts";
import type { WriteRequest } from "./order.requests.ts";
import { type Session, type SessionWire, sessionFromWire } from "./session.ts";
import {
  type CodePurpose,
  type ContactKind,
  type SentCode,
  type SentCodeWire,
  sentCodeFromWire,
} from "./verification.ts";

export function requestAreas(): ReadRequest<readonly Area[]> {
  return {
    path: "/api/default/area_list",
    query: {},
    read: (wire) => (wire as AreaWire[]).map(areaFromWire),
  };
}

/** Asked anew for every try: a picture is good for one answer. */
export function requestCaptcha(purpose: CaptchaPurpose): ReadRequest<Captcha> {
  return {
    path: "/api/captcha",
    query: { purpose },
    read: (wire) => captchaFromWire(wire as CaptchaWire),
  };
}

export type LogInForm = {
  readonly kind: ContactKind;
  readonly account: string;
  readonly password: string;
  /** For a mobile number that was typed without its dialling code. */
  readonly areaId: string | null;
  /** Of the authenticator, or a recovery code; once it was asked for. */
  readonly secondFactorCode: string | null;
  /** Once it was asked for. */
  readonly captcha: CaptchaAnswer | null;
};

export function requestLogIn(form: LogInForm): WriteRequest<Session> {
  return {
    path: "/api/user/loginForU",
    fields: given({
      account: form.account,
      password: form.password,
      login_type: form.kind,
      area_id: form.areaId,
      auth_code: form.secondFactorCode,
      ...captchaFields(form.captcha),
    }),
    read: readSession,
  };
}

export type RegistrationForm = {
  readonly kind: ContactKind;
  readonly areaId: string | null;
  readonly account: string;
  readonly password: string;
  readonly repeated: string;
  readonly inviteCode: string | null;
  /** What proves the account, by the platform's setting. */
  readonly proof: { readonly code: string } | { readonly captcha: CaptchaAnswer };
  /** Beside an e-mail account, where the platform asks for it. */
  readonly mobile: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
};

export function requestRegister(form: RegistrationForm): WriteRequest<Session> {
  const { proof } = form;
  return {
    path: "/api/user/register",
    fields: given({
      type: form.kind,
      area_id: form.areaId,
      account: form.account,
      password: form.password,
      re_password: form.repeated,
      invite_code: form.inviteCode,
      mobile: form.mobile,
      country: form.country,
      ...("code" in proof ? { sms_code: proof.code } : captchaFields(proof.captcha)),
    }),
    read: readSession,
  };
}

export type CodeForm = {
  readonly kind: ContactKind;
  readonly to: string;
  readonly areaId: string | null;
  readonly purpose: "register" | "password";
  readonly captcha: CaptchaAnswer | null;
};

export function requestCode(form: CodeForm): WriteRequest<SentCode> {
  return {
    path: form.kind === "email" ? "/api/notify/send_email" : "/api/notify/send_sms",
    fields: given({
      to: form.to,
      area_id: form.areaId,
      type: form.purpose === "register" ? "1" : "2",
      ...captchaFields(form.captcha),
    }),
    read: readSentCode,
  };
}

/** To the member's own stored address. */
export function requestMemberCode(
  purpose: Exclude<CodePurpose, "register">,
): WriteRequest<SentCode> {
  return { path: "/v1/api/main/user/send_code", fields: { purpose }, read: readSentCode };
}

export type PasswordResetForm = {
  readonly kind: ContactKind;
  readonly account: string;
  readonly areaId: string | null;
  readonly password: string;
  readonly repeated: string;
  readonly code: string;
};

export function requestResetPassword(form: PasswordResetForm): WriteRequest<null> {
  return {
    path: "/api/user/forget_password",
    fields: given({
      type: form.kind,
      account: form.account,
      area_id: form.areaId,
      new_password: form.password,
      secondary_password: form.repeated,
      auth_code: form.code,
    }),
    read: () => null,
  };
}

export type PasswordChangeForm = {
  readonly oldPassword: string;
  readonly password: string;
  readonly code: string;
};

export function requestChangePassword(form: PasswordChangeForm): WriteRequest<null> {
  return {
    path: "/api/user/amend_password",
    fields: {
      new_password: form.password,
      auth_code: form.code,
      old_password: form.oldPassword,
    },
    read: () => null,
  };
}

function captchaFields(captcha: CaptchaAnswer | null): Record<string, string> {
  return captcha === null ? {} : { key: captcha.id, sms_code: captcha.answer };
}

function given(fields: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
  );
}

function readSession(wire: unknown): Session {
  return sessionFromWire(wire as SessionWire);
}

function readSentCode(wire: unknown): SentCode {
  return sentCodeFromWire(wire as SentCodeWire);
}
