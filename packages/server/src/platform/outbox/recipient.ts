// What may stand where one recipient belongs. Asked by the outbox before a message is kept, however
// well its sender checked the address: nothing that could mean two recipients, another header or
// another command of SMTP ever reaches a provider (T12).

import type { Channel } from "./message.ts";

const EMAIL_LENGTH_MAX = 254;
const LOCAL_PART_MAX = 64;
/** Dot-atoms of RFC 5322 and host names in ASCII; quoted parts, comments and literals are not. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;
/** E.164. */
const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;
/** The number of a row: where the device is reached stays sealed until the delivery. */
const DEVICE_NUMBER = /^[1-9]\d{0,14}$/;

export function isOneRecipient(channel: Channel, to: string): boolean {
  if (channel === "push") return DEVICE_NUMBER.test(to);
  return channel === "email" ? isOneEmail(to) : PHONE_NUMBER.test(to);
}

export function isOneEmail(to: string): boolean {
  const at = to.lastIndexOf("@");
  if (at < 1 || to.length > EMAIL_LENGTH_MAX || at > LOCAL_PART_MAX) return false;
  return LOCAL_PART.test(to.slice(0, at)) && DOMAIN.test(to.slice(at + 1));
}

/** A line break in a subject would begin another header; JSON and files want no controls either. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text);
}
