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

const SPELLED = /^[A-Za-z0-9+/]*={0,2}$/;
/** Four characters are three bytes. */
const GROUP = 4;

/** Null when it is not base64 in its one spelling. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % GROUP !== 0 || !SPELLED.test(text)) return null;
  const found = atob(text);
  const bytes = new Uint8Array(found.length);
  for (let at = 0; at < found.length; at += 1) bytes[at] = found.charCodeAt(at);
  // Only in the last group can bits be set that mean nothing.
  const rest = bytes.subarray(3 * (text.length / GROUP - 1));
  return text === "" || toBase64(rest) === text.slice(-GROUP) ? bytes : null;
}
