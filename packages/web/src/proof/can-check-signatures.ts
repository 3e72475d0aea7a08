// Whether this browser can check the platform's signatures on this page: it can over TLS and on the
// machine itself, if it is new enough to know the kind of signature.

/** Any point of the curve will do: only the kind is tried. */
const BASE_POINT = Uint8Array.from([0x58, ...Array.from({ length: 31 }, () => 0x66)]);

export async function canCheckSignatures(): Promise<boolean> {
  try {
    const { subtle } = crypto;
    await subtle.importKey("raw", BASE_POINT, { name: "Ed25519" }, false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}
