// How a member is named and reached: one e-mail address or one mobile number, normalised. Made of
// what a form holds, by every call that takes an account.

import type { ContactKind } from "@truetick/contract";
import { type Refused, refuse } from "../../platform/handler.ts";
import { findArea } from "../areas/areas.ts";
import { readEmail } from "./read-email.ts";
import { readMobile } from "./read-mobile.ts";

export type Contact = { readonly kind: ContactKind; readonly value: string };

/** A contact, and the countries that its number and its area stand for. */
export type ReadContact = Contact & { readonly countries: readonly string[] };

/** Refuses with EMAIL_INVALID, MOBILE_INVALID or AREA_UNKNOWN. */
export function readContact(typed: {
  readonly kind: ContactKind;
  readonly account: string;
  readonly areaId: string | null;
}): ReadContact | Refused {
  const { kind, account, areaId } = typed;
  const area = areaId === null ? null : findArea(areaId);
  if (areaId !== null && area === null) return refuse("AREA_UNKNOWN");
  const ofArea = area === null ? [] : [area];
  if (kind === "email") {
    const value = readEmail(account);
    return value === null ? refuse("EMAIL_INVALID") : { kind, value, countries: ofArea };
  }
  if (area === null && !account.trim().startsWith("+")) return refuse("AREA_UNKNOWN");
  const mobile = readMobile(account, area);
  if (mobile === null) return refuse("MOBILE_INVALID");
  const own = mobile.country === null ? [] : [mobile.country];
  return { kind, value: mobile.number, countries: [...ofArea, ...own] };
}
