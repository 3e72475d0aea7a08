// A text as the bytes that go onto the wire of a WebSocket: head and payload in one piece, made
// once and written to any number of sockets. Invariant: the bytes are those that the library would
// send; nothing is compressed, so whole frames may be written beside the library's own.

const FIN_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const SHORT_MAX = 125;
const MEDIUM_MAX = 0xffff;

export function wireFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length <= SHORT_MAX ? 2 : length <= MEDIUM_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FIN_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}
