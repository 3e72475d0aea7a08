// Rows of one table on their way to PostgreSQL: one parameter that holds an array of the table's
// row type in PostgreSQL's own binary form. Filled column by column by the writers of each table,
// sent by journal-writer.ts. Integers stay integers on the way, and nothing is quoted or escaped.
// Invariant: the columns of every row are those of the shape, in its order; the shape is checked
// against the database when the writer connects.

export type ColumnKind = "int2" | "int4" | "int8" | "text" | "bytea" | "uuid" | "jsonb";

export type RowShape = Readonly<Record<string, ColumnKind>>;

/** Numbers that PostgreSQL has given its types for good. */
const OIDS: Readonly<Record<ColumnKind, number>> = {
  int2: 21,
  int4: 23,
  int8: 20,
  text: 25,
  bytea: 17,
  uuid: 2950,
  jsonb: 3802,
};

const ARRAY_HEADER_BYTES = 20;
const EMPTY_ARRAY_BYTES = 12;
const ROW_HEADER_BYTES = 8;
/** Type, length and the widest integer. */
const INTEGER_BYTES_MAX = 16;
const BYTES_AT_START = 4_096;
const JSONB_VERSION = 1;
const NULL_LENGTH = -1;
const TWO_TO_32 = 4_294_967_296;
/** Names repeat (books, causes, rules), so their bytes are made once. */
const NAMES_KEPT_MAX = 1_000;

export class RowBuffer {
  readonly name: string;
  readonly columns: readonly (readonly [string, ColumnKind])[];
  readonly #oids: Int32Array;
  #buffer = Buffer.allocUnsafe(BYTES_AT_START);
  #view = viewOf(this.#buffer);
  #rowStart = 0;
  #end = ARRAY_HEADER_BYTES;
  #column = 0;
  #count = 0;

  constructor(name: string, shape: RowShape) {
    this.name = name;
    this.columns = Object.entries(shape);
    this.#oids = Int32Array.from(this.columns, ([, kind]) => OIDS[kind]);
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#end = ARRAY_HEADER_BYTES;
    this.#count = 0;
  }

  begin(): this {
    this.#reserve(ROW_HEADER_BYTES);
    this.#rowStart = this.#end;
    this.#column = 0;
    this.#view.setInt32(this.#rowStart + 4, this.#oids.length);
    this.#end += ROW_HEADER_BYTES;
    return this;
  }

  end(): void {
    if (this.#column !== this.#oids.length) throw this.#mismatch();
    this.#view.setInt32(this.#rowStart, this.#end - this.#rowStart - 4);
    this.#count += 1;
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

  /** Sixteen bytes. */
  uuid(value: Uint8Array): this {
    return this.#bytes(OIDS.uuid, value);
  }

  /** JSON text. */
  jsonb(value: string | null): this {
    if (value === null) return this.#null(OIDS.jsonb);
    const size = Buffer.byteLength(value) + 1;
    const at = this.#open(OIDS.jsonb, size);
    this.#view.setInt8(at, JSONB_VERSION);
    this.#buffer.write(value, at + 1);
    return this;
  }

  /** Valid until the next `begin` or `clear`. The type number is that of the row type. */
  toParameter(typeOid: number): Buffer {
    const view = this.#view;
    view.setInt32(0, this.#count === 0 ? 0 : 1);
    view.setInt32(4, 0);
    view.setUint32(8, typeOid);
    view.setInt32(12, this.#count);
    view.setInt32(16, 1);
    return this.#buffer.subarray(0, this.#count === 0 ? EMPTY_ARRAY_BYTES : this.#end);
  }

  #null(oid: number): this {
    this.#open(oid, 0);
    this.#view.setInt32(this.#end - 4, NULL_LENGTH);
    return this;
  }

  #bytes(oid: number, bytes: Uint8Array): this {
    const at = this.#open(oid, bytes.length);
    this.#buffer.set(bytes, at);
    return this;
  }

  /** Writes a column's head and makes room for its value; answers where that begins. */
  #open(oid: number, size: number): number {
    if (this.#oids[this.#column] !== oid) throw this.#mismatch();
    this.#column += 1;
    this.#reserve(INTEGER_BYTES_MAX + size);
    this.#view.setInt32(this.#end, oid);
    this.#view.setInt32(this.#end + 4, size);
    const at = this.#end + 8;
    this.#end = at + size;
    return at;
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
