// The call that makes a member. What proves the account depends on the platform's setting: a code
// sent to it, a picture, or a code and a phone number beside the e-mail. Server side only (zod).

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
import { PASSWORD_REASONS } from "./password.calls.ts";
import { SessionSchema } from "./session.calls.ts";
import { captchaFromFields } from "./verification.calls.ts";
import type { ContactKind } from "./verification.ts";

const RegisterInput = z.object({
  type: contactKindField,
  area_id: areaField,
  account: accountField,
  password: passwordField,
  re_password: passwordField,
  invite_code: shortField,
  sms_code: shortField,
  key: shortField,
  mobile: shortField,
  country: areaField,
});

export type Registration = {
  readonly kind: ContactKind;
  readonly areaId: string | null;
  readonly account: string;
  readonly password: string;
  readonly repeated: string;
  readonly inviteCode: string | null;
  /** The code that was sent; the same field carries the answer to a captcha. */
  readonly code: string;
  readonly captcha: CaptchaAnswer | null;
  /** Beside an e-mail account. */
  readonly mobile: string | null;
  /** ISO 3166-1 alpha-2, where the person said it. */
  readonly country: string | null;
};

export function registrationFromFields(fields: z.output<typeof RegisterInput>): Registration {
  const account = fields.account ?? "";
  return {
    kind: contactKindOf(fields.type, account),
    areaId: fields.area_id || null,
    account,
    password: fields.password ?? "",
    repeated: fields.re_password ?? "",
    inviteCode: fields.invite_code || null,
    code: fields.sms_code ?? "",
    captcha: captchaFromFields(fields),
    mobile: fields.mobile || null,
    country: fields.country || null,
  };
}

export const register = call({
  method: "POST",
  path: "/api/user/register",
  effect: "write",
  audience: "visitor",
  isCostly: true,
  summary: "Makes a member with a real account and logs in.",
  input: RegisterInput,
  output: SessionSchema,
  reasons: [
    ...PASSWORD_REASONS,
    ...ACCOUNT_REASONS,
    "ACCOUNT_REQUIRED",
    "PASSWORD_REQUIRED",
    "EMAIL_INVALID",
    "MOBILE_INVALID",
    "AREA_UNKNOWN",
    "REGION_RESTRICTED",
    "INVITE_UNKNOWN",
    "ACCOUNT_TAKEN",
    "LOGIN_FAILED",
    "SENDING_PAUSED",
    "CAPTCHA_NEEDED",
    "CAPTCHA_WRONG",
  ],
});
