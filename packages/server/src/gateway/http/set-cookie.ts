// How a cookie is set: for our own origin only, out of reach of scripts, not sent along by other
// sites' forms and pictures, and only over https where there is https; there its name begins with
// the prefix that browsers let no other host and no plain HTTP set. No cookie authenticates
// anything.

import { type Cookie, HOST_PREFIX } from "../../platform/handler.ts";

const NAME = /^[\w-]+$/;
const VALUE = /^[\w.~-]*$/;

export function setCookie(
  { name, value, maxAgeSec }: Cookie,
  { isEncrypted }: { readonly isEncrypted: boolean },
): readonly string[] {
  if (!NAME.test(name) || !VALUE.test(value)) throw new Error("Invariant: a cookie is plain");
  const attributes = ["Path=/", `Max-Age=${maxAgeSec}`, "HttpOnly", "SameSite=Lax"];
  if (!isEncrypted) return ["Set-Cookie", [`${name}=${value}`, ...attributes].join("; ")];
  const cookie = [`${HOST_PREFIX}${name}=${value}`, ...attributes, "Secure"];
  return ["Set-Cookie", cookie.join("; ")];
}
