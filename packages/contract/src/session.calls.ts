// The calls about who is logged in. The demo login's id is a secret of the device: it goes in,
// and never comes out (T20). Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import type { CaptchaAnswer } from "./captcha.ts";
import {
  accountField,
  areaField,
  contactKindField,
  contactKindOf,
  passwordField,
  shortField,
} from "./member-fields.calls.ts";
import { ACCOUNT_REASONS } from "./order-reasons.ts";
import { captchaFromFields } from "./verification.calls.ts";
import type { ContactKind } from "./verification.ts";

const UserSchema = z.object({
  id: z.string(),
  uid: z.string(),
  email: z.string(),
  mobile: z.string(),
  area_id: z.string(),
  is_demo: z.int(),
  invite_code: z.string(),
  has_two_factor: z.int(),
  has_passkey: z.int(),
  created_at: z.string(),
});

/** What every way of logging in answers. */
export const SessionSchema = z.object({
  token: z.string(),
  user: UserSchema,
  identifier_hash: z.string(),
});

const LogInInput = z.object({
  account: accountField,
  password: passwordField,
  login_type: contactKindField,
  area_id: areaField,
  auth_code: shortField,
  key: shortField,
  sms_code: shortField,
});

export type LogIn = {
  readonly kind: ContactKind;
  readonly account: string;
  readonly password: string;
  readonly areaId: string | null;
  /** Of the authenticator, or a recovery code. */
  readonly secondFactorCode: string | null;
  readonly captcha: CaptchaAnswer | null;
};

export function logInFromFields(fields: z.output<typeof LogInInput>): LogIn {
  const account = fields.account ?? "";
  return {
    kind: contactKindOf(fields.login_type, account),
    account,
    password: fields.password ?? "",
    areaId: fields.area_id || null,
    secondFactorCode: fields.auth_code || null,
    captcha: captchaFromFields(fields),
  };
}

export const logIn = call({
  method: "POST",
  path: "/api/user/loginForU",
  effect: "write",
  audience: "visitor",
  isCostly: true,
  summary:
    "Logs in by e-mail or mobile number and password, and a second factor where there is one.",
  input: LogInInput,
  output: SessionSchema,
  reasons: [
    ...ACCOUNT_REASONS,
    "ACCOUNT_REQUIRED",
    "PASSWORD_REQUIRED",
    "EMAIL_INVALID",
    "MOBILE_INVALID",
    "AREA_UNKNOWN",
    "LOGIN_FAILED",
    "SECOND_FACTOR_NEEDED",
    "SECOND_FACTOR_WRONG",
    "CAPTCHA_NEEDED",
    "CAPTCHA_WRONG",
    "TOO_MANY_ATTEMPTS",
    "BUSY",
  ],
});

const DemoInput = z.object({
  /** 32 or more hexadecimal digits, or 22 or more characters of base64url: 128 bits or more. */
  demo_id: z.string().regex(/^[A-Za-z0-9_-]{22,128}$/),
});

export function demoSecretFromFields(fields: z.output<typeof DemoInput>): string {
  return fields.demo_id;
}

export const logInDemo = call({
  method: "GET",
  path: "/api/user/createAccountDemoForU",
  effect: "write",
  audience: "visitor",
  summary: "Logs into the demo account of a device, and opens one for a device seen first.",
  input: DemoInput,
  output: SessionSchema,
  reasons: [...ACCOUNT_REASONS, "DEMO_SECRET_WEAK"],
});

export const getUser = call({
  method: "GET",
  path: "/api/user/info",
  effect: "read",
  audience: "trader",
  summary: "Who the caller is.",
  input: z.object({}),
  output: UserSchema,
  reasons: [],
});

export const logOut = call({
  method: "POST",
  path: "/v1/api/main/user/logout",
  effect: "write",
  audience: "trader",
  summary: "Ends the session that it comes with, and every live socket of that session.",
  input: z.object({}),
  output: z.object({}),
  reasons: [],
});
