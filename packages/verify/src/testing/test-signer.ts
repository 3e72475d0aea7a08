// A key for tests: signs as the server does.

import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { type KnownKey, keyIdOf, type Signer, toHex } from "@truetick/proof";

const PRIVATE_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;

export function testSigner(seedByte = 7): { readonly signer: Signer; readonly keys: KnownKey[] } {
  const der = Buffer.concat([PRIVATE_PREFIX, Buffer.alloc(KEY_BYTES, seedByte)]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = new Uint8Array(spki.subarray(-KEY_BYTES));
  const keyId = keyIdOf(publicKey);
  const known = { keyId, publicKey: toHex(publicKey), validFromMs: 0, validUntilMs: null };
  return {
    signer: { keyId, sign: (message) => sign(null, message, key) },
    keys: [known],
  };
}
