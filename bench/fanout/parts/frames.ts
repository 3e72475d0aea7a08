// The WebSocket wire as the bench's clients need it: the request, a masked text frame, and a
// reader of what a server sends.

const OPCODE_TEXT = 0x81;
const MASKED = 0x80;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

export function upgradeRequest(path: string): string {
  return (
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
  );
}

/** A mask of zeros leaves the text as it is. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const isShort = payload.length < LENGTH_16;
  const head = isShort
    ? [OPCODE_TEXT, MASKED | payload.length]
    : [OPCODE_TEXT, MASKED | LENGTH_16, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(4), payload]);
}

const OPCODE = 0x0f;
const CLOSE = 0x08;
/** A closing frame begins with a number of two bytes. */
const CLOSE_CODE_BYTES = 2;

/** Cuts what arrives into frames and hands on their texts; of a goodbye, the reason. */
export class FrameReader {
  readonly #onText: (text: string) => void;
  readonly #onClose: (reason: string) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onText: (text: string) => void, onClose: (reason: string) => void = () => undefined) {
    this.#onText = onText;
    this.#onClose = onClose;
  }

  take(bytes: Buffer): void {
    let left = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const size = sizeOf(left);
      if (size === null || left.length < size.head + size.payload) break;
      const isClose = ((left[0] ?? 0) & OPCODE) === CLOSE;
      const from = size.head + (isClose ? CLOSE_CODE_BYTES : 0);
      const text = left.toString("latin1", from, size.head + size.payload);
      if (isClose) this.#onClose(text);
      else this.#onText(text);
      left = left.subarray(size.head + size.payload);
    }
    this.#rest = left;
  }
}

/** Null until the head is whole. */
function sizeOf(bytes: Buffer): { head: number; payload: number } | null {
  const short = (bytes[1] ?? 0) & 0x7f;
  if (bytes.length < 2) return null;
  if (short < LENGTH_16) return { head: 2, payload: short };
  if (short === LENGTH_16) {
    return bytes.length < 4 ? null : { head: 4, payload: bytes.readUInt16BE(2) };
  }
  if (short !== LENGTH_64 || bytes.length < 10) return null;
  return { head: 10, payload: Number(bytes.readBigUInt64BE(2)) };
}
