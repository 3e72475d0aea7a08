// Bytes as text at a third more than their size: packed quotes and parts of rows inside files.
// Invariant: one sequence of bytes has one spelling.

const CHUNK_BYTES = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  }
  return btoa(text);
}

/** Null when it is not base64 in its one spelling. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  let found: string;
  try {
    found = atob(text);
  } catch {
    return null;
  }
  const bytes = Uint8Array.from({ length: found.length }, (_, at) => found.charCodeAt(at));
  return toBase64(bytes) === text ? bytes : null;
}
