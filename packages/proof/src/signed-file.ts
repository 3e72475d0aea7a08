// Files that are handed out: a body, and the operator's signature over all of it. A file is
// canonical JSON to the last byte, and no bit of it can be flipped unnoticed (P16).

import { isSigned, sha256 } from "#digest";
import { fromHex, joinBytes, labelOf, toHex } from "./bytes.ts";
import { type Canonical, canonicalBytes } from "./canonical-bytes.ts";
import { type KnownKey, keyIdOf } from "./checkpoint.ts";

const LABEL = labelOf("truetick.file.v1");

/** Signs these bytes; only the server can. */
export type Signer = {
  readonly keyId: string;
  readonly sign: (message: Uint8Array) => Uint8Array;
};

type Body = { readonly [key: string]: Canonical };

function messageOf(format: string, keyId: string, body: Body): Uint8Array {
  return joinBytes(LABEL, sha256(canonicalBytes({ body, format, keyId })));
}

/** The text of a file: one line of canonical JSON. */
export function sealFile(format: string, body: Body, signer: Signer): string {
  const { keyId } = signer;
  const signature = toHex(signer.sign(messageOf(format, keyId, body)));
  return new TextDecoder().decode(canonicalBytes({ body, format, keyId, signature }));
}

export type OpenedFile = {
  readonly format: string;
  readonly keyId: string;
  readonly body: Readonly<Record<string, unknown>>;
};

/** The file, or why it cannot be believed. */
export async function openFile(
  text: string,
  keys: readonly KnownKey[],
): Promise<OpenedFile | { readonly fault: string }> {
  let found: OpenedFile & { readonly body: Body; readonly signature: string };
  try {
    found = JSON.parse(text);
    const { body, format, keyId, signature } = found;
    const spelled = new TextDecoder().decode(canonicalBytes({ body, format, keyId, signature }));
    if (spelled !== text) return { fault: "the file is not in its one spelling" };
  } catch {
    return { fault: "the file is not JSON in its one spelling" };
  }
  const { body, format, keyId, signature } = found;
  const publicKey = fromHex(keys.find((known) => known.keyId === keyId)?.publicKey ?? "x");
  if (!publicKey || keyIdOf(publicKey) !== keyId) return { fault: `key ${keyId} is not known` };
  const bytes = fromHex(signature);
  const isGood =
    bytes !== null && (await isSigned(publicKey, messageOf(format, keyId, body), bytes));
  return isGood ? { body, format, keyId } : { fault: "the signature of the file does not fit" };
}
