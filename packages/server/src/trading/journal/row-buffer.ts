// Rows of one table on their way to PostgreSQL: one parameter that holds an array of the table's
// row type in PostgreSQL's own binary form. Filled by commit-rows.ts, sent by journal-writer.ts.
// A tenth of the parameters of one array per column and about two thirds of the server's work;
// integers stay integers on the way. Invariant: the columns are those of the type, in its order
// (checked against the database when the writer connects).

export type ColumnKind = "int2" | "int4" | "int8" | "text" | "bytea" | "uuid" | "jsonb";

/** jsonb as its text, uuid as its 16 bytes. */
type ValueOf = {
  int2: number;
  int4: number;
  int8: number | bigint;
  text: string;
  bytea: Uint8Array;
  uuid: Uint8Array;
  jsonb: string;
};

export type RowShape = Readonly<Record<string, ColumnKind>>;
export type RowOf<Shape extends RowShape> = {
  readonly [Column in keyof Shape]: ValueOf[Shape[Column]] | null;
};

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
const BYTES_AT_START = 4_096;
const JSONB_VERSION = 1;
const NULL_LENGTH = -1;
/** Names repeat (books, causes, rules), so their bytes are made once. */
const NAMES_KEPT_MAX = 1_000;

export class RowBuffer<Shape extends RowShape> {
  readonly name: string;
  readonly columns: readonly (readonly [keyof Shape & string, ColumnKind])[];
  #buffer = Buffer.allocUnsafe(BYTES_AT_START);
  #view = viewOf(this.#buffer);
  #end = ARRAY_HEADER_BYTES;
  #count = 0;

  constructor(name: string, shape: Shape) {
    this.name = name;
    this.columns = Object.entries(shape);
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#end = ARRAY_HEADER_BYTES;
    this.#count = 0;
  }

  add(row: RowOf<Shape>): void {
    const start = this.#end;
    this.#reserve(8);
    this.#view.setInt32(start + 4, this.columns.length);
    this.#end = start + 8;
    for (const [column, kind] of this.columns) this.#write(kind, row[column]);
    this.#view.setInt32(start, this.#end - start - 4);
    this.#count += 1;
  }

  /** Valid until the next `add` or `clear`. The type number is that of the row type. */
  toParameter(typeOid: number): Buffer {
    const view = this.#view;
    view.setInt32(0, this.#count === 0 ? 0 : 1);
    view.setInt32(4, 0);
    view.setUint32(8, typeOid);
    view.setInt32(12, this.#count);
    view.setInt32(16, 1);
    return this.#buffer.subarray(0, this.#count === 0 ? EMPTY_ARRAY_BYTES : this.#end);
  }

  #write(kind: ColumnKind, value: ValueOf[ColumnKind] | null): void {
    this.#reserve(16);
    this.#view.setUint32(this.#end, OIDS[kind]);
    this.#end += 4;
    if (value === null) {
      this.#view.setInt32(this.#end, NULL_LENGTH);
      this.#end += 4;
    } else if (typeof value === "object") {
      this.#writeBytes(value);
    } else if (typeof value === "string") {
      this.#writeText(kind, value);
    } else {
      this.#writeInteger(kind, value);
    }
  }

  #writeInteger(kind: ColumnKind, value: number | bigint): void {
    const size = kind === "int8" ? 8 : kind === "int4" ? 4 : 2;
    this.#view.setInt32(this.#end, size);
    const at = this.#end + 4;
    if (typeof value === "bigint") {
      this.#view.setBigInt64(at, value);
    } else if (size === 8) {
      if (!Number.isSafeInteger(value)) throw new Error(`Invariant: ${value} is an integer`);
      this.#view.setInt32(at, Math.floor(value / 2 ** 32));
      this.#view.setInt32(at + 4, value);
    } else {
      if ((size === 4 ? value | 0 : (value << 16) >> 16) !== value) {
        throw new Error(`Invariant: ${value} fits ${kind}`);
      }
      if (size === 4) this.#view.setInt32(at, value);
      else this.#view.setInt16(at, value);
    }
    this.#end = at + size;
  }

  #writeText(kind: ColumnKind, text: string): void {
    if (kind === "text") {
      this.#writeBytes(nameBytes(text));
      return;
    }
    const size = Buffer.byteLength(text) + 1;
    this.#reserve(4 + size);
    this.#view.setInt32(this.#end, size);
    this.#view.setInt8(this.#end + 4, JSONB_VERSION);
    this.#buffer.write(text, this.#end + 5);
    this.#end += 4 + size;
  }

  #writeBytes(bytes: Uint8Array): void {
    this.#reserve(4 + bytes.length);
    this.#view.setInt32(this.#end, bytes.length);
    this.#buffer.set(bytes, this.#end + 4);
    this.#end += 4 + bytes.length;
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#end + bytes));
    grown.set(this.#buffer.subarray(0, this.#end));
    this.#buffer = grown;
    this.#view = viewOf(grown);
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
