// The code for an account that stands in the form: checks the account first, sends, and puts what
// went wrong beside the field it is about. Used by opening an account and by a forgotten password.

import type { FieldErrors } from "@truetick/ui/forms";
import type { FieldOfReason } from "../app/use-place-failure.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import { type ContactValues, checkContact, contactOf } from "./contact.ts";
import type { CodeSending } from "./use-code-sending.ts";

type AccountCodeValues = ContactValues & { readonly code: string; readonly captcha: string };

const FIELD_OF_REASON = {
  EMAIL_INVALID: "email",
  MOBILE_INVALID: "mobile",
  AREA_UNKNOWN: "areaId",
  REGION_RESTRICTED: "areaId",
  RESEND_TOO_SOON: "code",
  CAPTCHA_NEEDED: "captcha",
  CAPTCHA_WRONG: "captcha",
} as const satisfies FieldOfReason<keyof AccountCodeValues>;

/** Answers what the button does. */
export function useAccountCode(
  sending: CodeSending,
  form: {
    readonly values: AccountCodeValues;
    readonly showErrors: (errors: FieldErrors<AccountCodeValues>) => void;
  },
): () => void {
  const say = useReasonText();
  const place = usePlaceFailure();
  const send = async () => {
    const errors = checkContact(form.values, say);
    if (Object.keys(errors).length > 0) return form.showErrors(errors);
    const failure = await sending.send(contactOf(form.values));
    const refused = failure && place(failure, FIELD_OF_REASON);
    if (refused) form.showErrors(refused);
  };
  return () => void send();
}
