// One column of many lines as an array in PostgreSQL's own binary form, filled value by value: a
// parameter that is ready when it is sent, and until then bytes instead of objects that wait.
// Used by arrival-queue.ts.

/** Numbers that PostgreSQL has given its types for good. */
const OIDS = { int4: 23, int8: 20, text: 25 } as const;

export type ColumnType = {
  readonly name: keyof typeof OIDS;
  /** Of a number exactly, of a text at most. */
  readonly bytes: number;
};

export const INT4: ColumnType = { name: "int4", bytes: 4 };
export const INT8: ColumnType = { name: "int8", bytes: 8 };

/** Dimensions, whether there are nulls, the type, the count, the first one's index. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const TWO_TO_32 = 4_294_967_296;

export class ColumnArray {
  readonly type: ColumnType;
  readonly #view: DataView<ArrayBuffer>;
  #count = 0;
  #end = HEADER_BYTES;
  /** Where the last value began. */
  #start = HEADER_BYTES;

  constructor(type: ColumnType, linesMax: number) {
    this.type = type;
    const size = HEADER_BYTES + linesMax * (LENGTH_BYTES + type.bytes);
    this.#view = new DataView(new ArrayBuffer(size));
    this.#view.setInt32(0, 1);
    this.#view.setInt32(4, 1);
    this.#view.setInt32(8, OIDS[type.name]);
    this.#view.setInt32(16, 1);
  }

  /** Forgets every value. */
  clear(): void {
    this.#count = 0;
    this.#end = HEADER_BYTES;
  }

  /** Forgets the last value when it is more than these. */
  takeBack(count: number): void {
    if (this.#count === count) return;
    this.#count = count;
    this.#end = this.#start;
  }

  /** Null where there is none. */
  number(value: number | null): void {
    if (value === null) {
      this.#open(NULL_LENGTH);
      return;
    }
    if (!Number.isSafeInteger(value)) throw new Error(`Invariant: ${value} is an integer`);
    const at = this.#open(this.type.bytes);
    if (this.type.bytes === INT8.bytes) {
      this.#view.setInt32(at, Math.floor(value / TWO_TO_32));
      this.#view.setInt32(at + 4, value);
    } else {
      if ((value | 0) !== value) throw new Error(`Invariant: ${value} fits int4`);
      this.#view.setInt32(at, value);
    }
  }

  /** A name of ours: letters of a byte each. */
  text(value: string): void {
    if (value.length > this.type.bytes) throw new Error("Invariant: a name is short");
    const at = this.#open(value.length);
    for (let index = 0; index < value.length; index += 1) {
      this.#view.setUint8(at + index, value.charCodeAt(index));
    }
  }

  /** Valid until the next change. */
  toParameter(): Buffer {
    this.#view.setInt32(12, this.#count);
    return Buffer.from(this.#view.buffer, 0, this.#end);
  }

  /** Writes how long the value is; answers where it begins. */
  #open(length: number): number {
    this.#start = this.#end;
    this.#view.setInt32(this.#start, length);
    const at = this.#start + LENGTH_BYTES;
    this.#end = at + Math.max(0, length);
    this.#count += 1;
    return at;
  }
}
