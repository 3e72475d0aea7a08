// Canonical bytes: one value, one encoding. Everything is a whole number, written in as few groups
// of seven bits as it needs; names of a fixed list are their place in it. The journal, snapshots
// and hashes rest on it, so lists here only ever grow at the end.
import { assert, type Money, money, numberOf, type Price, type Rate } from "@truetick/money";
import { f64, grownF64 } from "../state/columns.ts";

/** Encodings are cut from slabs of this size: one allocation for hundreds of them. */
const SLAB_BYTES = 65_536;
const WORDS_FIRST = 1_024;
/** A safe integer takes at most eight groups of seven bits. */
const WORD_BYTES_MAX = 8;
const STEP = 0x80;
const LOW_BITS = 2 ** 28;

/** Money beyond this takes the long form. Room for the two marks below is left in a word. */
const SHORT_MONEY_END = 2 ** 50;
const NEGATIVE = 2;
const LONG = 1;
const HALF = 32n;

/**
 * Values are first laid out as words, which costs next to nothing, and turned into bytes in one
 * pass at the end.
 */
export class ByteWriter {
  private words = new Float64Array(WORDS_FIRST);
  private count = 0;
  private bytes = new Uint8Array(SLAB_BYTES);
  /** Where the next encoding begins in the slab. */
  private from = 0;

  /** A non-negative safe integer. */
  uint(count: number): void {
    if (this.count === this.words.length) this.words = grownF64(this.words, this.count * 2);
    this.words[this.count] = count;
    this.count += 1;
  }

  /** A price, count or time that may be missing; none of them is zero when present. */
  optional(count: number | null): void {
    this.uint(count ?? 0);
  }

  bool(isTrue: boolean): void {
    this.uint(isTrue ? 1 : 0);
  }

  /** An amount or rate with its sign; whatever fits 64 bits. */
  int64(amount: bigint): void {
    const number = numberOf(amount);
    const size = Math.abs(number);
    const sign = number < 0 ? NEGATIVE : 0;
    if (size < SHORT_MONEY_END) {
      this.uint(size * 4 + sign);
      return;
    }
    const exact = amount < 0n ? -amount : amount;
    this.uint(LONG + sign);
    this.uint(Number(exact >> HALF));
    this.uint(Number(BigInt.asUintN(32, exact)));
  }

  optionalMoney(amount: Money | null): void {
    this.bool(amount !== null);
    if (amount !== null) this.int64(amount);
  }

  /** A name by its place in a list. */
  name<Name>(names: readonly Name[], name: Name): void {
    let place = 0;
    while (names[place] !== name) {
      place += 1;
      assert(place < names.length, "Invariant: a written name is in its list");
    }
    this.uint(place);
  }

  text(text: string): void {
    this.uint(text.length);
    for (let at = 0; at < text.length; at += 1) this.uint(text.charCodeAt(at));
  }

  /** Forgets what an interrupted writer left. */
  begin(): void {
    this.count = 0;
  }

  /** What was written since `begin`. Never written over: the next encoding lies behind it. */
  end(): Uint8Array<ArrayBuffer> {
    const room = this.count * WORD_BYTES_MAX;
    if (this.from + room > this.bytes.length) {
      this.bytes = new Uint8Array(Math.max(SLAB_BYTES, room));
      this.from = 0;
    }
    const { from } = this;
    this.from = pack(this.words, this.count, this.bytes, from);
    return new Uint8Array(this.bytes.buffer, from, this.from - from);
  }
}

/** Little groups of seven bits, the lowest first; answers where the bytes end. */
function pack(words: Float64Array, count: number, bytes: Uint8Array, from: number): number {
  let at = from;
  for (let index = 0; index < count; index += 1) {
    const word = f64(words, index);
    let rest = word | 0;
    if (rest === word && rest < STEP && rest >= 0) {
      bytes[at] = rest;
      at += 1;
      continue;
    }
    if (rest !== word || rest < 0) {
      assert(Number.isSafeInteger(word) && word >= 0, "Invariant: only counts are written");
      rest = Math.floor(word / LOW_BITS);
      const low = word - rest * LOW_BITS;
      bytes[at] = low | STEP;
      bytes[at + 1] = (low >>> 7) | STEP;
      bytes[at + 2] = (low >>> 14) | STEP;
      bytes[at + 3] = (low >>> 21) | STEP;
      at += 4;
    }
    while (rest >= STEP) {
      bytes[at] = rest | STEP;
      at += 1;
      rest >>>= 7;
    }
    bytes[at] = rest;
    at += 1;
  }
  return at;
}

export class ByteReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
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
      if (byte < STEP) return count;
      scale *= STEP;
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
    const word = this.uint();
    const marks = word % 4;
    const size =
      marks % 2 === LONG
        ? (BigInt(this.uint()) << HALF) + BigInt(this.uint())
        : BigInt((word - marks) / 4);
    return marks >= NEGATIVE ? -size : size;
  }
}
