// Canonical bytes: one value, one encoding. Everything is a whole number, written in as few bytes
// as it needs, and its first byte tells how many; names of a fixed list are their place in it. The
// journal, snapshots and hashes rest on it, so lists here only ever grow at the end.
import { assert, type Money, money, type Price, type Rate, wholeOf } from "@truetick/money";

const { clz32 } = Math;

/** Encodings are cut from slabs of this size: one allocation for hundreds of them. */
const SLAB_BYTES = 65_536;
const WORD_BYTES_MAX = 9;
/**
 * A word of n bytes ends, at its low end, in a one and n - 1 zeros: 7 n bits are left for it. What
 * needs more than 56 bits, which only amounts do, is eight bytes behind a byte of zeros.
 */
const MARKED_BYTES_MAX = 8;
const SHORT_BYTES_MAX = 4;
const SHORT_BITS = 28;
const HALF = 2 ** 32;
/** Amounts in words of at most so many bytes are safe integers. */
const SAFE_BYTES_MAX = 7;

export class ByteWriter {
  private slab = new ArrayBuffer(SLAB_BYTES);
  private view = new DataView(this.slab);
  /** Where this encoding begins in the slab, and where its next byte goes. */
  private from = 0;
  private at = 0;
  private end = SLAB_BYTES;

  /** A non-negative safe integer. */
  uint(count: number): void {
    if (this.at + WORD_BYTES_MAX > this.end) this.makeRoom();
    this.at = put(this.view, this.at, count);
  }

  /** Two of them; what a journal is full of is written in groups, which saves most calls. */
  two(first: number, second: number): void {
    if (this.at + 2 * WORD_BYTES_MAX > this.end) this.makeRoom();
    const { view } = this;
    this.at = put(view, put(view, this.at, first), second);
  }

  four(first: number, second: number, third: number, fourth: number): void {
    if (this.at + 4 * WORD_BYTES_MAX > this.end) this.makeRoom();
    const { view } = this;
    const middle = put(view, put(view, this.at, first), second);
    this.at = put(view, put(view, middle, third), fourth);
  }

  /** A price, count or time that may be missing; none of them is zero when present. */
  optional(count: number | null): void {
    this.uint(count ?? 0);
  }

  bool(isTrue: boolean): void {
    this.uint(isTrue ? 1 : 0);
  }

  /** An amount or rate of at most 64 bits. */
  int64(amount: bigint): void {
    if (this.at + WORD_BYTES_MAX > this.end) this.makeRoom();
    this.at = putAmount(this.view, this.at, amount);
  }

  /** Two of them. */
  twoAmounts(first: bigint, second: bigint): void {
    if (this.at + 2 * WORD_BYTES_MAX > this.end) this.makeRoom();
    this.at = putAmount(this.view, putAmount(this.view, this.at, first), second);
  }

  optionalMoney(amount: Money | null): void {
    this.bool(amount !== null);
    if (amount !== null) this.int64(amount);
  }

  /** A name by its place in a list. */
  name<Name>(names: readonly Name[], name: Name): void {
    this.uint(placeOf(names, name));
  }

  text(text: string): void {
    this.uint(text.length);
    for (let at = 0; at < text.length; at += 1) this.uint(text.charCodeAt(at));
  }

  /** Forgets what an interrupted writer left. */
  begin(): void {
    this.at = this.from;
  }

  /** What was written since `begin`. Never written over: the next encoding lies behind it. */
  finish(): Uint8Array<ArrayBuffer> {
    const { from, at } = this;
    this.from = at;
    return new Uint8Array(this.slab, from, at - from);
  }

  /** Goes on in a new slab, with what this encoding has so far. */
  private makeRoom(): void {
    const written = new Uint8Array(this.slab, this.from, this.at - this.from);
    this.slab = new ArrayBuffer(Math.max(SLAB_BYTES, written.length * 2));
    new Uint8Array(this.slab).set(written);
    this.view = new DataView(this.slab);
    this.end = this.slab.byteLength;
    this.from = 0;
    this.at = written.length;
  }
}

/** The place of a name in its list. */
export function placeOf<Name>(names: readonly Name[], name: Name): number {
  let place = 0;
  while (names[place] !== name) {
    place += 1;
    assert(place < names.length, "Invariant: a written name is in its list");
  }
  return place;
}

/** The name at a place of its list. */
export function nameAt<Name>(names: readonly Name[], place: number): Name {
  const name = names[place];
  assert(name !== undefined, "Invariant: a read name is in its list");
  return name;
}

/**
 * Writes one word and answers where the next begins. Four or eight bytes are stored at a stroke
 * whatever the word needs, and what follows writes over the rest: a loop over its bytes would
 * leave the processor to guess how many there are.
 */
function put(view: DataView, at: number, count: number): number {
  const word = count | 0;
  if (word !== count || word >>> SHORT_BITS !== 0) return putLong(view, at, count);
  // `lengthOf` the bits, spelt out.
  const length = ((38 - clz32(word | 1)) * 37) >>> 8;
  view.setInt32(at, (word << length) | (1 << (length - 1)), true);
  return at + length;
}

/** Apart, so that a short word stays small enough for the compiler to put where it is used. */
function putLong(view: DataView, at: number, count: number): number {
  assert(Number.isSafeInteger(count) && count >= 0, "Invariant: only counts are written");
  return putHalves(view, at, count | 0, Math.floor(count / HALF));
}

/** The same for a word of up to 64 bits, given by its halves. */
function putHalves(view: DataView, at: number, low: number, high: number): number {
  const length = lengthOf(high === 0 ? 32 - Math.clz32(low | 1) : 64 - Math.clz32(high));
  if (length > MARKED_BYTES_MAX) {
    view.setInt8(at, 0);
    view.setInt32(at + 1, low, true);
    view.setInt32(at + 5, high, true);
    return at + WORD_BYTES_MAX;
  }
  view.setInt32(at, (low << length) | (1 << (length - 1)), true);
  if (length > SHORT_BYTES_MAX) {
    view.setInt32(at + 4, (high << length) | (low >>> (32 - length)), true);
  }
  return at + length;
}

/** An amount on its way: a column of 64-bit integers takes a bigint fastest. */
const whole = new BigInt64Array(1);
const halves = new Int32Array(whole.buffer);

/** Which half comes first in memory differs between machines. */
whole[0] = 1n;
const LOW = halves[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/** Its sign goes to the low end, so that small amounts are short whatever their sign. */
function putAmount(view: DataView, at: number, amount: bigint): number {
  whole[0] = amount;
  const low = halves[LOW] as number;
  const high = halves[HIGH] as number;
  const sign = high >> 31;
  return putHalves(view, at, (low << 1) ^ sign, ((high << 1) | (low >>> 31)) ^ sign);
}

/** A byte for every seven bits, rounded up; 37 / 256 is near enough to a seventh up to 64 bits. */
function lengthOf(bits: number): number {
  return ((bits + 6) * 37) >>> 8;
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

  /** How many bytes were read. */
  get place(): number {
    return this.at;
  }

  uint(): number {
    const first = this.bytes[this.at];
    assert(first !== undefined, "Invariant: bytes end where a value ends");
    this.at += 1;
    return first % 2 === 1 ? first >>> 1 : this.long(first);
  }

  /** A word of several bytes: the lowest one of its first byte tells how many. */
  private long(first: number): number {
    const length = 32 - Math.clz32(first & -first);
    assert(length > 0, "Invariant: a word tells its length");
    let count = first >>> length;
    let scale = 2 ** (8 - length);
    for (const end = this.at + length - 1; this.at < end; this.at += 1) {
      const byte = this.bytes[this.at];
      assert(byte !== undefined, "Invariant: bytes end where a value ends");
      count += byte * scale;
      scale *= 256;
    }
    assert(Number.isSafeInteger(count), "Invariant: only counts are read");
    return count;
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
    return nameAt(names, this.uint());
  }

  text(): string {
    const length = this.uint();
    let text = "";
    for (let at = 0; at < length; at += 1) text += String.fromCharCode(this.uint());
    return text;
  }

  private int64(): bigint {
    const first = this.bytes[this.at];
    assert(first !== undefined, "Invariant: bytes end where a value ends");
    const length = first === 0 ? WORD_BYTES_MAX : 32 - Math.clz32(first & -first);
    if (length > SAFE_BYTES_MAX) return this.longInt64(length);
    const word = this.uint();
    return wholeOf(word % 2 === 0 ? word / 2 : -(word + 1) / 2);
  }

  private longInt64(length: number): bigint {
    const end = this.at + length;
    assert(end <= this.bytes.length, "Invariant: bytes end where a value ends");
    let word = 0n;
    for (let at = end - 1; at > this.at; at -= 1) word = (word << 8n) + BigInt(this.bytes[at] ?? 0);
    this.at = end;
    // The first byte is all mark: of eight bytes seven are the word, of nine eight.
    return word % 2n === 0n ? word / 2n : -(word + 1n) / 2n;
  }
}
