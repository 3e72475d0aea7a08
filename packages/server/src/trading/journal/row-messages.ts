// The few messages of PostgreSQL's protocol that carry rows, as bytes. A statement is bound and
// executed by its name; where it is a COPY, its data follow at once, without waiting for the
// server's word that it is ready: the server reads messages in order, and skips those of a
// statement that failed. Used by row-buffer.ts.

const PARSE_CODE = 0x50;
const EXECUTE_CODE = 0x45;
const BIND_CODE = 0x42;
const COPY_DATA_CODE = 0x64;
const COPY_DONE_CODE = 0x63;
const SYNC_CODE = 0x53;
const BINARY = 1;
/** Signature, flags, length of an extension that is not there. */
const COPY_HEADER = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");

/** Ends the transaction that the messages before it made: commits, or has rolled back. */
export const SYNC: Buffer = message(SYNC_CODE, Buffer.alloc(0));

/** No format for results. */
const NONE = Buffer.alloc(2);
/** Of the unnamed portal, to its end. */
const EXECUTE = message(EXECUTE_CODE, Buffer.alloc(5));

/** Prepares a statement under a name; the server finds the types of its parameters. */
export function parseMessage(name: string, text: string): Buffer {
  return message(PARSE_CODE, Buffer.from(`${name}\0${text}\0\0\0`));
}

/** Runs a statement with parameters that are text. */
export function bindTexts(statement: string, values: readonly string[]): Buffer {
  const parts = values.flatMap((value) => {
    const text = Buffer.from(value);
    const length = Buffer.alloc(4);
    length.writeInt32BE(text.length);
    return [length, text];
  });
  const count = Buffer.from([0, 0, 0, values.length]);
  const head = Buffer.from(`\0${statement}\0`);
  return Buffer.concat([message(BIND_CODE, Buffer.concat([head, count, ...parts, NONE])), EXECUTE]);
}

/** What a COPY's rows follow; the last message's length is not yet known. */
export function copyHead(statement: string): Buffer {
  const none = Buffer.alloc(6);
  const bind = message(BIND_CODE, Buffer.concat([Buffer.from(`\0${statement}\0`), none]));
  return Buffer.concat([bind, EXECUTE, message(COPY_DATA_CODE, COPY_HEADER)]);
}

/** Where in the head the open message's length stands. */
export function copyLengthAt(head: Buffer): number {
  return head.length - COPY_HEADER.length - 4;
}

/** The mark after the last row, and the end of the data. */
export const COPY_TAIL: Buffer = Buffer.concat([
  Buffer.from([0xff, 0xff]),
  message(COPY_DONE_CODE, Buffer.alloc(0)),
]);
/** So much of it belongs to the message of the rows. */
export const COPY_MARK_BYTES = 2;

/** What the one parameter of a statement follows, without its two lengths. */
export function bindHead(statement: string): Buffer {
  const head = Buffer.from(`\0\0\0\0\0\0${statement}\0\0\0\0\0\0\0\0\0\0\0`, "latin1");
  head[0] = BIND_CODE;
  const formats = head.length - 10;
  head.writeInt16BE(1, formats);
  head.writeInt16BE(BINARY, formats + 2);
  head.writeInt16BE(1, formats + 4);
  return head;
}

/** No format for results, and the execution. */
export const BIND_TAIL: Buffer = Buffer.concat([Buffer.alloc(2), EXECUTE]);
export const BIND_FORMATS_BYTES = 2;

function message(code: number, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = code;
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
