// Which field a refusal of a new password is about, in the two forms that set one.

import type { FieldOfReason } from "../app/use-place-failure.ts";

export const NEW_PASSWORD_FIELDS = {
  COMPLETE_FORM: "repeated",
  PASSWORD_TOO_SHORT: "password",
  PASSWORD_TOO_LONG: "password",
  PASSWORD_COMMON: "password",
  PASSWORD_IS_ACCOUNT: "password",
  PASSWORDS_DIFFER: "repeated",
  CODE_REQUIRED: "code",
  CODE_WRONG: "code",
} as const satisfies FieldOfReason<"password" | "repeated" | "code">;
