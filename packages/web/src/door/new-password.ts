// A new password and its repetition, as a form checks them before it asks. The list of passwords
// that everybody uses is the server's.

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, passwordLength } from "@truetick/contract";
import type { FieldErrors } from "@truetick/ui/forms";
import type { ReasonText } from "../languages/use-reason-text.ts";

export type NewPasswordValues = { readonly password: string; readonly repeated: string };

export function checkNewPassword(
  { password, repeated }: NewPasswordValues,
  say: ReasonText,
  texts: { readonly missing: string; readonly unequal: string },
): FieldErrors<NewPasswordValues> {
  const length = passwordLength(password);
  return {
    ...(length === 0 && { password: texts.missing }),
    ...(length > 0 && length < PASSWORD_LENGTH_MIN && { password: say("PASSWORD_TOO_SHORT") }),
    ...(length > PASSWORD_LENGTH_MAX && { password: say("PASSWORD_TOO_LONG") }),
    ...(repeated === "" && { repeated: texts.missing }),
    ...(repeated !== "" && repeated !== password && { repeated: texts.unequal }),
  };
}
