// Rows of one table on their way to PostgreSQL, as the messages of its protocol that write them:
// a COPY and its rows, or a statement whose one parameter is an array of the table's row type.
// All in PostgreSQL's own binary form: integers stay integers, nothing is quoted or escaped. Filled
// column by column by the writers of each table, sent by journal-writer.ts. Invariant: the columns
// of every row are those of the shape, in its order; the shape is checked on connecting.

import {
  BIND_FORMATS_BYTES,
  BIND_TAIL,
  bindHead,
  COPY_MARK_BYTES,
  COPY_TAIL,
  copyHead,
  copyLengthAt,
} from "./row-messages.ts";

export type ColumnKind = "bool" | "int2" | "int4" | "int8" | "text" | "bytea" | "uuid" | "jsonb";

export type RowShape = Readonly<Record<string, ColumnKind>>;

/** Numbers that PostgreSQL has given its types for good. */
const OIDS: Readonly<Record<ColumnKind, number>> = {
  bool: 16,
  int2: 21,
  int4: 23,
  int8: 20,
  text: 25,
  bytea: 17,
  uuid: 2950,
  jsonb: 3802,
};

/** Dimensions, whether there are nulls, the rows' type, their count, the first one's index. */
const ARRAY_HEADER_BYTES = 20;
const BYTES_AT_START = 16_384;
const UUID_BYTES = 16;
/** The widest fixed column with its type and length. */
const FIXED_BYTES_MAX = 24;
const TAIL_BYTES_MAX = 32;
const JSONB_VERSION = 1;
const NULL_LENGTH = -1;
const TWO_TO_32 = 4_294_967_296;
/** Names repeat (books, causes, rules), so their bytes are made once. */
const NAMES_KEPT_MAX = 1_000;

export class RowBuffer {
  readonly name: string;
  readonly columns: readonly (readonly [string, ColumnKind])[];
  /** A parameter's rows tell their types; those of a COPY need not. */
  readonly isParameter: boolean;
  readonly #head: Buffer;
  readonly #start: number;
  readonly #rowBytesMin: number;
  readonly #oids: Int32Array;
  #buffer = Buffer.allocUnsafe(BYTES_AT_START);
  #view = viewOf(this.#buffer);
  #rowStart = 0;
  #end = 0;
  #column = 0;
  #count = 0;

  constructor(name: string, shape: RowShape, { isParameter = false } = {}) {
    this.name = name;
    this.isParameter = isParameter;
    this.columns = Object.entries(shape);
    this.#oids = Int32Array.from(this.columns, ([, kind]) => OIDS[kind]);
    this.#rowBytesMin = (this.columns.length + 1) * FIXED_BYTES_MAX;
    this.#head = isParameter ? bindHead(this.statement) : copyHead(this.statement);
    this.#start = this.#head.length + (isParameter ? ARRAY_HEADER_BYTES : 0);
    this.#head.copy(this.#buffer);
    this.#end = this.#start;
  }

  /** The name under which its statement is prepared. */
  get statement(): string {
    return `write_${this.name}`;
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#end = this.#start;
    this.#count = 0;
  }

  begin(): this {
    this.#reserve(this.#rowBytesMin);
    this.#rowStart = this.#end;
    this.#column = 0;
    if (this.isParameter) {
      this.#view.setInt32(this.#rowStart + 4, this.#oids.length);
      this.#end += 8;
    } else {
      this.#view.setInt16(this.#rowStart, this.#oids.length);
      this.#end += 2;
    }
    return this;
  }

  end(): void {
    if (this.#column !== this.#oids.length) throw this.#mismatch();
    if (this.isParameter) this.#view.setInt32(this.#rowStart, this.#end - this.#rowStart - 4);
    this.#count += 1;
  }

  bool(isTrue: boolean): this {
    this.#view.setInt8(this.#open(OIDS.bool, 1), isTrue ? 1 : 0);
    return this;
  }

  /** Where the value of the last column ends, for `takeBack`. */
  get valueEnd(): number {
    return this.#end;
  }

  /** Turns a bool that was written as true, and ended there, into false. */
  takeBack(end: number): void {
    this.#view.setInt8(end - 1, 0);
  }

  int2(value: number): this {
    if ((value << 16) >> 16 !== value) throw new Error(`Invariant: ${value} fits int2`);
    const at = this.#open(OIDS.int2, 2);
    this.#view.setInt16(at, value);
    return this;
  }

  int4(value: number | null): this {
    if (value === null) return this.#null(OIDS.int4);
    if ((value | 0) !== value) throw new Error(`Invariant: ${value} fits int4`);
    const at = this.#open(OIDS.int4, 4);
    this.#view.setInt32(at, value);
    return this;
  }

  int8(value: number | bigint | null): this {
    if (value === null) return this.#null(OIDS.int8);
    const at = this.#open(OIDS.int8, 8);
    if (typeof value === "bigint") {
      this.#view.setBigInt64(at, value);
    } else {
      if (!Number.isSafeInteger(value)) throw new Error(`Invariant: ${value} is an integer`);
      this.#view.setInt32(at, Math.floor(value / TWO_TO_32));
      this.#view.setInt32(at + 4, value);
    }
    return this;
  }

  /** A name of ours; one of few. */
  text(value: string | null): this {
    return value === null ? this.#null(OIDS.text) : this.#bytes(OIDS.text, nameBytes(value));
  }

  bytea(value: Uint8Array): this {
    return this.#bytes(OIDS.bytea, value);
  }

  /** Sixteen bytes, as text of a character per byte. */
  uuid(value: string): this {
    if (value.length !== UUID_BYTES) throw new Error("Invariant: a uuid has sixteen bytes");
    const at = this.#open(OIDS.uuid, UUID_BYTES);
    for (let index = 0; index < UUID_BYTES; index += 1) {
      this.#buffer[at + index] = value.charCodeAt(index);
    }
    return this;
  }

  /** JSON text. */
  jsonb(value: string | null): this {
    if (value === null) return this.#null(OIDS.jsonb);
    const size = Buffer.byteLength(value) + 1;
    this.#reserve(size + this.#rowBytesMin);
    const at = this.#open(OIDS.jsonb, size);
    this.#view.setInt8(at, JSONB_VERSION);
    this.#buffer.write(value, at + 1);
    return this;
  }

  /**
   * The messages that write the rows, valid until the next `begin` or `clear`. The number is that
   * of the row type in the database.
   */
  toMessages(typeOid: number): Buffer {
    this.#reserve(TAIL_BYTES_MAX);
    return this.isParameter ? this.#toBind(typeOid) : this.#toCopy();
  }

  /** The rows of a COPY end to end, in memory of their own. */
  copyRows(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer.subarray(this.#start, this.#end));
  }

  #toCopy(): Buffer {
    const lengthAt = copyLengthAt(this.#head);
    this.#view.setInt32(lengthAt, this.#end - lengthAt + COPY_MARK_BYTES);
    this.#buffer.set(COPY_TAIL, this.#end);
    return this.#buffer.subarray(0, this.#end + COPY_TAIL.length);
  }

  #toBind(typeOid: number): Buffer {
    const view = this.#view;
    const at = this.#head.length;
    view.setInt32(1, this.#end - 1 + BIND_FORMATS_BYTES);
    view.setInt32(at - 4, this.#end - at);
    view.setInt32(at, 1);
    view.setInt32(at + 4, 0);
    view.setUint32(at + 8, typeOid);
    view.setInt32(at + 12, this.#count);
    view.setInt32(at + 16, 1);
    this.#buffer.set(BIND_TAIL, this.#end);
    return this.#buffer.subarray(0, this.#end + BIND_TAIL.length);
  }

  #null(oid: number): this {
    this.#open(oid, 0);
    this.#view.setInt32(this.#end - 4, NULL_LENGTH);
    return this;
  }

  #bytes(oid: number, bytes: Uint8Array): this {
    this.#reserve(bytes.length + this.#rowBytesMin);
    const at = this.#open(oid, bytes.length);
    this.#buffer.set(bytes, at);
    return this;
  }

  /** Writes a column's head; answers where its value begins. `begin` made room for integers. */
  #open(oid: number, size: number): number {
    if (this.#oids[this.#column] !== oid) throw this.#mismatch();
    this.#column += 1;
    let at = this.#end;
    if (this.isParameter) {
      this.#view.setInt32(at, oid);
      at += 4;
    }
    this.#view.setInt32(at, size);
    this.#end = at + 4 + size;
    return at + 4;
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#end + bytes));
    grown.set(this.#buffer.subarray(0, this.#end));
    this.#buffer = grown;
    this.#view = viewOf(grown);
  }

  #mismatch(): Error {
    const column = this.columns[this.#column]?.[0] ?? "the end of the row";
    return new Error(
      `Invariant: ${this.name} is written in the order of its columns, at ${column}`,
    );
  }
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

const names = new Map<string, Uint8Array>();

function nameBytes(name: string): Uint8Array {
  const kept = names.get(name);
  if (kept) return kept;
  const bytes = Buffer.from(name);
  if (names.size < NAMES_KEPT_MAX) names.set(name, bytes);
  return bytes;
}
