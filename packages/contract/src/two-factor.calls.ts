// The calls about the second factor by TOTP. Secrets and recovery codes come out once, when they
// are made, and never again. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";

/** Six digits of an authenticator app, or a recovery code with or without its dashes. */
export const authCodeField = z.string().regex(/^[0-9A-Za-z -]{6,32}$/);

const CodeInput = z.object({ auth_code: authCodeField });

export function authCodeFromFields(fields: { readonly auth_code: string }): string {
  return fields.auth_code;
}

const RecoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

export const getTwoFactor = call({
  method: "GET",
  path: "/v1/api/main/two_factor/status",
  effect: "read",
  audience: "member",
  summary: "Whether the caller's second factor is on, and how many recovery codes are left.",
  input: z.object({}),
  output: z.object({ is_on: z.int(), recovery_codes_left: z.int() }),
  reasons: [],
});

export const setUpTwoFactor = call({
  method: "POST",
  path: "/v1/api/main/two_factor/setup",
  effect: "write",
  audience: "member",
  summary: "A new secret for an authenticator app; it counts once a code of it was given.",
  input: z.object({}),
  output: z.object({ secret: z.string(), uri: z.string() }),
  reasons: ["STEP_UP_NEEDED", "TWO_FACTOR_ON"],
});

export const enableTwoFactor = call({
  method: "POST",
  path: "/v1/api/main/two_factor/enable",
  effect: "write",
  audience: "member",
  summary: "Turns the second factor on with a code of the app; answers the recovery codes, once.",
  input: CodeInput,
  output: RecoveryCodesSchema,
  reasons: ["STEP_UP_NEEDED", "TWO_FACTOR_ON", "TWO_FACTOR_NOT_SET_UP", "AUTH_CODE_WRONG"],
});

export const disableTwoFactor = call({
  method: "POST",
  path: "/v1/api/main/two_factor/disable",
  effect: "write",
  audience: "member",
  summary: "Turns the second factor off with a code of the app or a recovery code.",
  input: CodeInput,
  output: z.object({}),
  reasons: ["STEP_UP_NEEDED", "TWO_FACTOR_OFF", "AUTH_CODE_WRONG"],
});

export const renewRecoveryCodes = call({
  method: "POST",
  path: "/v1/api/main/two_factor/recovery_codes",
  effect: "write",
  audience: "member",
  summary: "Ten new recovery codes, answered once; the old ones end.",
  input: CodeInput,
  output: RecoveryCodesSchema,
  reasons: ["STEP_UP_NEEDED", "TWO_FACTOR_OFF", "AUTH_CODE_WRONG"],
});
