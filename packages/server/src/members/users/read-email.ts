// An e-mail address as somebody typed it, made the one spelling that is stored and compared: NFKC,
// lower case, the domain in ASCII (T15). Invariant: what it answers is one recipient and nothing
// else, whatever was typed (T12): no list, no header, no route, no quoting.

import { domainToASCII } from "node:url";

const ADDRESS_LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;
/** Letters that are no ASCII are refused: half of them look like others (T15). */
const LOCAL = /^[a-z0-9_+~=&'#-]+(?:\.[a-z0-9_+~=&'#-]+)*$/;
const DOMAIN =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** Of ASCII a domain has no more than these; what is beyond goes through IDNA. */
const DOMAIN_TYPED = /^[a-z0-9.\u0080-\u{10FFFF}-]+$/u;
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Null when it is none. */
export function readEmail(typed: string): string | null {
  if (typed.length > ADDRESS_LENGTH_MAX || CONTROL.test(typed)) return null;
  const address = typed.normalize("NFKC").trim().toLowerCase();
  const [local, domain, ...more] = address.split("@");
  if (local === undefined || domain === undefined || more.length > 0) return null;
  if (local.length > LOCAL_LENGTH_MAX || !LOCAL.test(local)) return null;
  if (!DOMAIN_TYPED.test(domain)) return null;
  const ascii = domainToASCII(domain);
  if (!DOMAIN.test(ascii)) return null;
  const read = `${local}@${ascii}`;
  return read.length <= ADDRESS_LENGTH_MAX ? read : null;
}
