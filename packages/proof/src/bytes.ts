// Bytes as text and side by side: what hashing and files need, the same in Node and in browsers.

const DIGITS = "0123456789abcdef";

export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += DIGITS.charAt(byte >> 4) + DIGITS.charAt(byte & 15);
  return text;
}

/** The value of a digit by its character code; of other characters less than nothing. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x61 + 10 : -1;
}

/** Null when it is not hexadecimal in small letters: one value has one spelling. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 2 === 1) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    const high = digitOf(text.charCodeAt(2 * at));
    const low = digitOf(text.charCodeAt(2 * at + 1));
    if (high < 0 || low < 0) return null;
    bytes[at] = 16 * high + low;
  }
  return bytes;
}

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

/** A label of our own, so that a hash for one purpose never is one for another. */
export function labelOf(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\0`);
}
