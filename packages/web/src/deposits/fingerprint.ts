// The fingerprint of an address, computed on the reader's own device and compared with the one that
// the server says (T63): an address that was changed on its way here is not shown as good.

import { useEffect, useState } from "react";

const FINGERPRINT_BYTES = 4;

/** The first 8 hexadecimal digits of its SHA-256; null where the browser cannot compute it. */
export async function fingerprintOf(address: string): Promise<string | null> {
  // Browsers compute hashes only for pages that came over a safe line.
  if (!globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
  const head = new Uint8Array(hash).slice(0, FINGERPRINT_BYTES);
  return [...head].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Null until it is known, and for ever where it cannot be. */
export function useIsAddressTrue(address: string, said: string): boolean | null {
  const [isTrue, setIsTrue] = useState<boolean | null>(null);
  useEffect(() => {
    let isWanted = true;
    setIsTrue(null);
    void fingerprintOf(address).then((own) => {
      if (isWanted && own !== null) setIsTrue(own === said.toLowerCase());
    });
    return () => {
      isWanted = false;
    };
  }, [address, said]);
  return isTrue;
}
