// How a person is named at the door: by e-mail, or by mobile number with its country. Both are kept
// while one switches between them. The rules here only spare a round trip; the server's decide.

import type { ContactKind } from "@truetick/contract";
import type { FieldErrors } from "@truetick/ui/forms";
import type { ReasonText } from "../languages/use-reason-text.ts";

export type ContactValues = {
  readonly kind: ContactKind;
  readonly email: string;
  readonly mobile: string;
  /** Empty until one is chosen. */
  readonly areaId: string;
};

export type Contact = {
  readonly kind: ContactKind;
  readonly account: string;
  readonly areaId: string | null;
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/u;
const EMAIL_LENGTH_MAX = 254;
/** What people put between the digits of a number. */
const BETWEEN_DIGITS = /[\s().\-/]/g;
const MOBILE = /^\+?\d{4,15}$/;

export function isEmail(text: string): boolean {
  const email = text.trim();
  return email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email);
}

/** With or without the dial code; digits of any script are for the server to read. */
export function isMobile(text: string): boolean {
  return MOBILE.test(text.normalize("NFKC").replace(BETWEEN_DIGITS, ""));
}

/** A number that begins with a plus brings its country along. */
export function hasDialCode(mobile: string): boolean {
  return mobile.normalize("NFKC").trim().startsWith("+");
}

export function contactOf(values: ContactValues): Contact {
  if (values.kind === "email") {
    return { kind: "email", account: values.email.trim(), areaId: null };
  }
  const { mobile, areaId } = values;
  const account = mobile.trim();
  return { kind: "mobile", account, areaId: hasDialCode(mobile) ? null : areaId || null };
}

/** The field that names the account right now. */
export function accountField({ kind }: Pick<ContactValues, "kind">): "email" | "mobile" {
  return kind;
}

export function checkMobile(
  { mobile, areaId }: Pick<ContactValues, "mobile" | "areaId">,
  say: ReasonText,
): FieldErrors<ContactValues> {
  if (mobile.trim() === "") return { mobile: say("ACCOUNT_REQUIRED") };
  if (!isMobile(mobile)) return { mobile: say("MOBILE_INVALID") };
  if (areaId === "" && !hasDialCode(mobile)) return { areaId: say("AREA_UNKNOWN") };
  return {};
}

export function checkContact(values: ContactValues, say: ReasonText): FieldErrors<ContactValues> {
  if (values.kind === "mobile") return checkMobile(values, say);
  if (values.email.trim() === "") return { email: say("ACCOUNT_REQUIRED") };
  return isEmail(values.email) ? {} : { email: say("EMAIL_INVALID") };
}
