// Canonical bytes: one value, one encoding. Counts and prices are varints, money is 64 bits,
// names of a fixed list are their place in it. The journal, snapshots and hashes rest on it, so
// lists here only ever grow at the end.
import { assert, type Money, money, type Price, type Rate } from "@truetick/money";

const CAPACITY_FIRST = 1024;
/** More than any single value needs, so that room is made once per value. */
const VALUE_BYTES_MAX = 16;
const VARINT_STEP = 0x80;
const INT32_MAX = 0x7fffffff;

export class ByteWriter {
  private bytes = new Uint8Array(CAPACITY_FIRST);
  private view = new DataView(this.bytes.buffer);
  private at = 0;

  /** A non-negative safe integer. */
  uint(count: number): void {
    if (this.at + VALUE_BYTES_MAX > this.bytes.length) this.grow();
    let rest = count;
    let at = this.at;
    const { bytes } = this;
    if (!(rest <= INT32_MAX && rest >= 0)) {
      assert(Number.isSafeInteger(rest) && rest >= 0, "Invariant: only counts are written so");
      while (rest > INT32_MAX) {
        bytes[at] = (rest % VARINT_STEP) | VARINT_STEP;
        at += 1;
        rest = Math.floor(rest / VARINT_STEP);
      }
    }
    while (rest >= VARINT_STEP) {
      bytes[at] = (rest & 0x7f) | VARINT_STEP;
      at += 1;
      rest >>>= 7;
    }
    bytes[at] = rest;
    this.at = at + 1;
  }

  /** A price, count or time that may be missing; none of them is zero when present. */
  optional(count: number | null): void {
    this.uint(count ?? 0);
  }

  bool(isTrue: boolean): void {
    this.uint(isTrue ? 1 : 0);
  }

  int64(amount: bigint): void {
    if (this.at + VALUE_BYTES_MAX > this.bytes.length) this.grow();
    this.view.setBigInt64(this.at, amount);
    this.at += 8;
  }

  optionalMoney(amount: Money | null): void {
    this.bool(amount !== null);
    if (amount !== null) this.int64(amount);
  }

  /** A name by its place in a list. */
  name<Name>(names: readonly Name[], name: Name): void {
    const place = names.indexOf(name);
    assert(place >= 0, "Invariant: a written name is in its list");
    this.uint(place);
  }

  text(text: string): void {
    this.uint(text.length);
    for (let at = 0; at < text.length; at += 1) this.uint(text.charCodeAt(at));
  }

  /** Forgets what was written, also what an interrupted writer left. */
  begin(): void {
    this.at = 0;
  }

  /** A copy of what was written since `begin`. */
  end(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.at);
  }

  private grow(): void {
    const grown = new Uint8Array(this.bytes.length * 2);
    grown.set(this.bytes);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}

export class ByteReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  uint(): number {
    let count = 0;
    let scale = 1;
    for (;;) {
      const byte = this.bytes[this.at];
      assert(byte !== undefined, "Invariant: bytes end where a value ends");
      this.at += 1;
      count += (byte & 0x7f) * scale;
      if (byte < VARINT_STEP) return count;
      scale *= VARINT_STEP;
    }
  }

  optional(): number | null {
    return this.uint() || null;
  }

  optionalPrice(): Price | null {
    // Only prices were written here.
    return this.optional() as Price | null;
  }

  bool(): boolean {
    return this.uint() === 1;
  }

  money(): Money {
    return money(this.int64());
  }

  rate(): Rate {
    return this.int64() as Rate;
  }

  optionalMoney(): Money | null {
    return this.bool() ? this.money() : null;
  }

  name<Name>(names: readonly Name[]): Name {
    const name = names[this.uint()];
    assert(name !== undefined, "Invariant: a read name is in its list");
    return name;
  }

  text(): string {
    const length = this.uint();
    let text = "";
    for (let at = 0; at < length; at += 1) text += String.fromCharCode(this.uint());
    return text;
  }

  private int64(): bigint {
    const amount = this.view.getBigInt64(this.at);
    this.at += 8;
    return amount;
  }
}
