// A mobile number as somebody typed it, made E.164, the one spelling that is stored and compared
// (T15). Numbers that cannot be a mobile, and those that cost whoever is called, are none (T11).

import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";

const TYPED_LENGTH_MAX = 40;
const TYPED = /^[+\d\s().\-/]+$/;
const SHOWN_TAIL = 3;

export type MobileNumber = {
  /** "+85291234567". */
  readonly number: string;
  /** Its own country, ISO 3166-1 alpha-2; null for numbers of no country. */
  readonly country: string | null;
};

/** `area` is where a number without its dialling code is from. Null when it is none. */
export function readMobile(typed: string, area: string | null): MobileNumber | null {
  const text = asciiDigits(typed.normalize("NFKC")).trim();
  if (text.length > TYPED_LENGTH_MAX || !TYPED.test(text)) return null;
  const parsed = parsePhoneNumberFromString(text, {
    // One of the library's own list: areas are made of it.
    ...(area !== null && { defaultCountry: area as CountryCode }),
    extract: false,
  });
  if (!parsed?.isValid()) return null;
  const type = parsed.getType();
  if (type !== "MOBILE" && type !== "FIXED_LINE_OR_MOBILE") return null;
  return { number: parsed.number, country: parsed.country ?? null };
}

/** "+852 ••••• 567": enough for its owner to know it by. */
export function maskMobile(number: string): string {
  const callingCode = parsePhoneNumberFromString(number)?.countryCallingCode ?? "";
  return `+${callingCode} ••••• ${number.slice(-SHOWN_TAIL)}`;
}

/** Whatever digits a keyboard has: Arabic, Devanagari, Thai. Also for codes. */
export function asciiDigits(typed: string): string {
  return typed.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)));
}

/** Unicode keeps the ten digits of a script together, zero first. */
function digitOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return point - zero;
}
