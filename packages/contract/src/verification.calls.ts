// The calls that send codes. Known and unknown addresses get the same answer (T14); whoever is
// logged in and resets gets the code at the stored address, whatever `to` says (T17). Server side
// only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import type { CaptchaAnswer } from "./captcha.ts";
import { accountField, areaField, shortField } from "./member-fields.calls.ts";
import type { CodePurpose } from "./verification.ts";

const PURPOSES = { "1": "register", "2": "password" } as const satisfies Record<
  string,
  CodePurpose
>;

const SendInput = z.object({
  to: accountField,
  area_id: areaField,
  type: z.enum(["1", "2"]),
  key: shortField,
  sms_code: shortField,
});

const SENT = z.object({ resend_after: z.int() });

const SENDING_REASONS = [
  "COMPLETE_FORM",
  "RESEND_TOO_SOON",
  "CAPTCHA_NEEDED",
  "CAPTCHA_WRONG",
  "SENDING_PAUSED",
  "AREA_UNKNOWN",
  "REGION_RESTRICTED",
] as const;

export type CodeRequest = {
  readonly to: string;
  readonly areaId: string | null;
  readonly purpose: "register" | "password";
  readonly captcha: CaptchaAnswer | null;
};

export function codeRequestFromFields(fields: z.output<typeof SendInput>): CodeRequest {
  return {
    to: fields.to ?? "",
    areaId: fields.area_id || null,
    purpose: PURPOSES[fields.type],
    captcha: captchaFromFields(fields),
  };
}

/** The picture's id and what was read in it; null unless both were sent. */
export function captchaFromFields(fields: {
  readonly key?: string | undefined;
  readonly sms_code?: string | undefined;
}): CaptchaAnswer | null {
  const { key, sms_code: answer } = fields;
  return key && answer ? { id: key, answer } : null;
}

export const sendEmailCode = call({
  method: "POST",
  path: "/api/notify/send_email",
  effect: "write",
  audience: "visitor",
  knowsCaller: true,
  summary: "Sends a code by mail, to register (type 1) or to set another password (type 2).",
  input: SendInput,
  output: SENT,
  reasons: [...SENDING_REASONS, "EMAIL_INVALID"],
});

export const sendSmsCode = call({
  method: "POST",
  path: "/api/notify/send_sms",
  effect: "write",
  audience: "visitor",
  knowsCaller: true,
  summary:
    "Sends a code by text message, to register (type 1) or to set another password (type 2).",
  input: SendInput,
  output: SENT,
  reasons: [...SENDING_REASONS, "MOBILE_INVALID"],
});

const MemberCodeInput = z.object({ purpose: z.enum(["password", "step_up"]) });

export function memberCodeFromFields(fields: z.output<typeof MemberCodeInput>): CodePurpose {
  return fields.purpose;
}

export const sendMemberCode = call({
  method: "POST",
  path: "/v1/api/main/user/send_code",
  effect: "write",
  audience: "member",
  summary: "Sends a code to the member's own stored address, by mail where there is one.",
  input: MemberCodeInput,
  output: SENT,
  reasons: ["RESEND_TOO_SOON", "SENDING_PAUSED"],
});
