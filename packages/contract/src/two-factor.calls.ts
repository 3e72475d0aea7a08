// The calls about the second factor by TOTP. Secrets and recovery codes come out once, when they
// are made, and never again. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { givenText } from "./fields.calls.ts";

/** Six digits of an authenticator app, or a recovery code with or without its dashes. */
const authCodeField = z.string().regex(/^[0-9A-Za-z -]{6,32}$/);
export const optionalAuthCodeField = authCodeField.or(z.literal("")).optional();

const CodeInput = z.object({ auth_code: authCodeField });

export function authCodeFromFields(fields: z.output<typeof CodeInput>): string {
  return fields.auth_code;
}

/** Without a code the session must have stepped up. */
const GivenCodeInput = z.object({ auth_code: optionalAuthCodeField });

export function givenAuthCodeFromFields(fields: z.output<typeof GivenCodeInput>): string | null {
  return givenText(fields.auth_code);
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
  reasons: [
    "STEP_UP_NEEDED",
    "TWO_FACTOR_ON",
    "TWO_FACTOR_NOT_SET_UP",
    "AUTH_CODE_WRONG",
    "TOO_MANY_ATTEMPTS",
  ],
});

export const disableTwoFactor = call({
  method: "POST",
  path: "/v1/api/main/two_factor/disable",
  effect: "write",
  audience: "member",
  summary: "Turns the second factor off with a code of the app, a recovery code or a step-up.",
  input: GivenCodeInput,
  output: z.object({}),
  reasons: ["STEP_UP_NEEDED", "TWO_FACTOR_OFF", "AUTH_CODE_WRONG"],
});

export const renewRecoveryCodes = call({
  method: "POST",
  path: "/v1/api/main/two_factor/recovery_codes",
  effect: "write",
  audience: "member",
  summary: "Ten new recovery codes, answered once; the old ones end.",
  input: GivenCodeInput,
  output: RecoveryCodesSchema,
  reasons: ["STEP_UP_NEEDED", "TWO_FACTOR_OFF", "AUTH_CODE_WRONG", "TOO_MANY_ATTEMPTS"],
});
