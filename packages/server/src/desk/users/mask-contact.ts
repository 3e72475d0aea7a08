// What those see of an address or a number who may not see it whole: enough to tell two people
// apart whom they speak with, too little to reach either. Used by lists and exports (T88).

import { maskMobile } from "../../members/users/read-mobile.ts";

export type Contacts = { readonly email: string | null; readonly mobile: string | null };

/** Empty where there is none. */
export function shownContacts(
  { email, mobile }: Contacts,
  { isWhole }: { readonly isWhole: boolean },
): { readonly email: string; readonly mobile: string } {
  if (isWhole) return { email: email ?? "", mobile: mobile ?? "" };
  return {
    email: email === null ? "" : maskEmail(email),
    mobile: mobile === null ? "" : maskMobile(mobile),
  };
}

/** "a•••@example.test". */
function maskEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}•••@${domain}`;
}
