// The calls that prove again who sits there before a sensitive act: by password, by a code, or by
// a passkey. It holds for this session and for five minutes. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { givenText } from "./fields.calls.ts";
import { passkeyAnswerShape } from "./passkey.calls.ts";
import { optionalAuthCodeField } from "./two-factor.calls.ts";

const PASSWORD_BYTES_MAX = 1_024;

const StepUpInput = z.object({
  password: z.string().max(PASSWORD_BYTES_MAX).optional(),
  auth_code: optionalAuthCodeField,
});

export function stepUpFromFields(fields: z.output<typeof StepUpInput>) {
  return { password: givenText(fields.password), code: givenText(fields.auth_code) };
}

const UntilSchema = z.object({ until: z.int() });

export const stepUp = call({
  method: "POST",
  path: "/v1/api/main/step_up",
  effect: "write",
  audience: "member",
  isCostly: true,
  summary: "Proves again who asks: by the password, or by a code where the second factor is on.",
  input: StepUpInput,
  output: UntilSchema,
  reasons: ["STEP_UP_WRONG", "STEP_UP_CODE_NEEDED", "AUTH_CODE_WRONG", "BUSY"],
});

export const stepUpByPasskey = call({
  method: "POST",
  path: "/v1/api/main/step_up/passkey",
  effect: "write",
  audience: "member",
  summary: "Proves again who asks by one of the caller's passkeys.",
  input: z.object(passkeyAnswerShape),
  output: UntilSchema,
  reasons: ["PASSKEY_EXPIRED", "PASSKEY_REFUSED", "PASSKEY_COPIED"],
});
