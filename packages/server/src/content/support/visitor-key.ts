// The key of a visitor's conversation. The browser draws it, so all that can be done here is to
// refuse what nobody drew at random. Invariant: the key itself is never stored, logged or answered.

import { createHash } from "node:crypto";
import { SUPPORT_KEY } from "@truetick/contract/support";
import { isWeakSecret } from "../../members/demo/demo-secret.ts";

/** Null when it is none, or a weak one. */
export function hashVisitorKey(key: string): Buffer | null {
  if (!SUPPORT_KEY.test(key) || isWeakSecret(key)) return null;
  return createHash("sha256").update(`support-key/${key}`).digest();
}
