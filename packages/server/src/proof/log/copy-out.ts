// Rows out of PostgreSQL in its own binary form, by a COPY: the driver's text would cost several
// times as much, and reading the journal back is most of what the keeper does. Used by
// keeper-client.ts. Invariant: columns are integers and bytes that are never null.

import type { Connection, Submittable } from "pg";

/** Signature, flags, length of an extension that is not there. */
const HEADER_BYTES = 19;
const END = -1;

/** Each row as its columns' bytes, valid only during the call. */
export type TakeRow = (columns: readonly Buffer[]) => void;

export class CopyOut implements Submittable {
  readonly done: Promise<void>;
  readonly #text: string;
  readonly #take: TakeRow;
  readonly #columns: Buffer[] = [];
  #isFirst = true;
  #error: unknown = null;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  /** A statement of ours without parameters: `copy (…) to stdout (format binary)`. */
  constructor(text: string, take: TakeRow) {
    this.#text = text;
    this.#take = take;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  /** A message holds one row; the first one the header, too. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#error !== null) return;
    const at = this.#isFirst ? HEADER_BYTES : 0;
    this.#isFirst = false;
    if (at >= chunk.length) return;
    if (chunk.readInt16BE(at) === END) return;
    readRow(chunk, at, this.#columns);
    try {
      this.#take(this.#columns);
    } catch (error) {
      // The rest is read and left, so that the connection can go on.
      this.#error = error;
    }
  }

  handleCommandComplete(): void {
    // The connection says so once more when it is ready.
  }

  handleReadyForQuery(): void {
    if (this.#error === null) this.#resolve();
    else this.#reject(this.#error);
  }

  handleError(error: Error): void {
    this.#error ??= error;
    this.#reject(error);
  }
}

/** Rows end to end, without header and end; columns are valid only during the call. */
export function readCopiedRows(rows: Uint8Array, take: TakeRow): void {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  const columns: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    at = readRow(bytes, at, columns);
    take(columns);
  }
}

/** Answers where the row ends. */
function readRow(bytes: Buffer, from: number, columns: Buffer[]): number {
  const count = bytes.readInt16BE(from);
  columns.length = count;
  let at = from + 2;
  for (let column = 0; column < count; column += 1) {
    const end = at + 4 + bytes.readInt32BE(at);
    columns[column] = bytes.subarray(at + 4, end);
    at = end;
  }
  return at;
}

export function int2Of(column: Buffer | undefined): number {
  return bytesOf(column).readInt16BE(0);
}

/** An int8 of ours, which is a safe integer. */
export function int8Of(column: Buffer | undefined): number {
  if (!column) throw new Error("Invariant: the columns that were asked for are there");
  return column.readInt32BE(0) * 4_294_967_296 + column.readUInt32BE(4);
}

export function bytesOf(column: Buffer | undefined): Buffer {
  if (!column) throw new Error("Invariant: the columns that were asked for are there");
  return column;
}
