// The calls that set another password: with a code for who forgot it, with a code and the session
// for who is logged in. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import {
  accountField,
  areaField,
  contactKindField,
  contactKindOf,
  passwordField,
  shortField,
} from "./member-fields.calls.ts";
import type { Reason } from "./reason.ts";
import type { ContactKind } from "./verification.ts";

/** What can be wrong with a password that somebody chooses. */
export const PASSWORD_REASONS = [
  "COMPLETE_FORM",
  "PASSWORDS_DIFFER",
  "PASSWORD_TOO_SHORT",
  "PASSWORD_TOO_LONG",
  "PASSWORD_COMMON",
  "PASSWORD_IS_ACCOUNT",
  "CODE_REQUIRED",
  "CODE_WRONG",
  "TOO_MANY_ATTEMPTS",
  "BUSY",
] as const satisfies readonly Reason[];

const ResetInput = z.object({
  type: contactKindField,
  account: accountField,
  area_id: areaField,
  new_password: passwordField,
  secondary_password: passwordField,
  auth_code: shortField,
});

export type PasswordReset = {
  readonly kind: ContactKind;
  readonly account: string;
  readonly areaId: string | null;
  readonly password: string;
  readonly repeated: string;
  readonly code: string;
};

export function passwordResetFromFields(fields: z.output<typeof ResetInput>): PasswordReset {
  const account = fields.account ?? "";
  return {
    kind: contactKindOf(fields.type, account),
    account,
    areaId: fields.area_id || null,
    password: fields.new_password ?? "",
    repeated: fields.secondary_password ?? "",
    code: fields.auth_code ?? "",
  };
}

export const resetPassword = call({
  method: "POST",
  path: "/api/user/forget_password",
  effect: "write",
  audience: "visitor",
  knowsCaller: true,
  isCostly: true,
  summary: "Sets another password by a code, ends every session and freezes withdrawals a while.",
  input: ResetInput,
  output: z.object({}),
  reasons: [...PASSWORD_REASONS, "EMAIL_INVALID", "MOBILE_INVALID", "AREA_UNKNOWN"],
});

const ChangeInput = z.object({
  new_password: passwordField,
  auth_code: shortField,
  /** Where the code went: email, mobile, or their numbers. */
  type: z.string().max(16).optional(),
  old_password: passwordField,
});

export type PasswordChange = {
  /** Null where the client does not say. */
  readonly kind: ContactKind | null;
  readonly password: string;
  readonly code: string;
  /** Null where it was not asked for. */
  readonly oldPassword: string | null;
};

export function passwordChangeFromFields(fields: z.output<typeof ChangeInput>): PasswordChange {
  const { type } = fields;
  const isEmail = type === "email" || type === "1";
  const isMobile = type === "mobile" || type === "2";
  return {
    kind: isEmail ? "email" : isMobile ? "mobile" : null,
    password: fields.new_password ?? "",
    code: fields.auth_code ?? "",
    oldPassword: fields.old_password || null,
  };
}

export const changePassword = call({
  method: "POST",
  path: "/api/user/amend_password",
  effect: "write",
  audience: "member",
  isCostly: true,
  summary:
    "Sets another password by a code, ends the other sessions and freezes withdrawals a while.",
  input: ChangeInput,
  output: z.object({}),
  reasons: [...PASSWORD_REASONS, "PASSWORD_WRONG"],
});
