// Bytes of what gateways and engines say to each other: numbers, short texts and runs of bytes, one
// behind the other. Used by wire.ts only. Invariants: what is finished is never written over; a
// reader that runs past the end throws, so that half a message is never taken for a whole one.

const FIRST_BYTES = 16_384;
const NUMBER_BYTES = 8;
const LENGTH_BYTES = 4;

export class WireWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #at = 0;

  /** Forgets what a writer that threw has left. */
  begin(): void {
    this.#at = 0;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  /** Any whole number that is safe. */
  number(value: number): void {
    this.#room(NUMBER_BYTES);
    this.#bytes.writeDoubleLE(value, this.#at);
    this.#at += NUMBER_BYTES;
  }

  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.#room(LENGTH_BYTES + length);
    this.#bytes.writeUInt32LE(length, this.#at);
    this.#bytes.write(text, this.#at + LENGTH_BYTES, length, "utf8");
    this.#at += LENGTH_BYTES + length;
  }

  bytes(bytes: Uint8Array): void {
    this.#room(LENGTH_BYTES + bytes.length);
    this.#bytes.writeUInt32LE(bytes.length, this.#at);
    this.#bytes.set(bytes, this.#at + LENGTH_BYTES);
    this.#at += LENGTH_BYTES + bytes.length;
  }

  /** A copy of what was written since `begin`. */
  finish(): Uint8Array {
    // Not through the buffer's own class, whose constructor is slow.
    return new Uint8Array(this.#bytes.buffer, 0, this.#at).slice();
  }

  #room(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#at + more));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
  }
}

export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes.readUInt8(this.#at);
    this.#at += 1;
    return value;
  }

  number(): number {
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += NUMBER_BYTES;
    return value;
  }

  text(): string {
    const start = this.#run();
    return this.#bytes.toString("utf8", start, this.#at);
  }

  /** A view: good for as long as the message is. */
  bytes(): Uint8Array {
    const start = this.#run();
    return this.#bytes.subarray(start, this.#at);
  }

  /** Answers where a run begins and stands behind it. */
  #run(): number {
    const length = this.#bytes.readUInt32LE(this.#at);
    const start = this.#at + LENGTH_BYTES;
    if (start + length > this.#bytes.length) throw new RangeError("a message ends too early");
    this.#at = start + length;
    return start;
  }
}
