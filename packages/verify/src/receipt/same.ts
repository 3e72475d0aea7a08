// Whether two values would be spelled alike in a file.

import { canonicalBytes, plainOf } from "@truetick/proof";

const utf8 = new TextDecoder();

export function isSame(left: unknown, right: unknown): boolean {
  return spelled(left) === spelled(right);
}

function spelled(value: unknown): string {
  return utf8.decode(canonicalBytes(plainOf(value)));
}
