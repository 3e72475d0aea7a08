// A text as the bytes that go onto the wire of a WebSocket: head and payload in one piece, made
// once and written to any number of sockets. Invariant: the bytes are those that the library would
// send; nothing is compressed, so whole frames may be written beside the library's own.

const FIN_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const SHORT_MAX = 125;
const MEDIUM_MAX = 0xffff;
const COMMA = 0x2c;

export function wireFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const { frame, at } = beginFrame(length);
  frame.write(text, at);
  return frame;
}

/** The same of a head and a tail in plain letters, and parts between them with commas. */
export function wireFrameOf(head: string, parts: readonly Buffer[], tail: string): Buffer {
  let length = head.length + tail.length + Math.max(0, parts.length - 1);
  for (const part of parts) length += part.length;
  const { frame, at: from } = beginFrame(length);
  let at = from + frame.write(head, from, "latin1");
  const firstAt = at;
  for (const part of parts) {
    if (at > firstAt) {
      frame[at] = COMMA;
      at += 1;
    }
    frame.set(part, at);
    at += part.length;
  }
  frame.write(tail, at, "latin1");
  return frame;
}

function beginFrame(length: number): { readonly frame: Buffer; readonly at: number } {
  const at = length <= SHORT_MAX ? 2 : length <= MEDIUM_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(at + length);
  frame[0] = FIN_TEXT;
  if (at === 2) frame[1] = length;
  else if (at === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  return { frame, at };
}
