// Reads a request that arrived whole and in the plainest of shapes: one POST, every header once,
// all of its body in the same bytes. Used by plain-lane.ts. Invariant: null for whatever could be
// read in two ways, or not at all; of what it does read, node:http reads the same.

import type { IncomingHttpHeaders } from "node:http";
import { FIELD_LIMITS } from "./read-body.ts";

export type PlainRequest = {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

const HEAD_BYTES_MAX = 8_192;
const FIRST_LINE = /^POST (\/[A-Za-z0-9/_.~?&=%+-]*) HTTP\/1\.1$/;
const NAME = /^[a-z0-9-]+$/;
const LENGTH = /^[1-9][0-9]{0,4}$/;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const COLON = 0x3a;
const TILDE = 0x7e;
const SMALL_LETTER = 0x20;
/** Those that change how the rest is read, or what is done with the connection. */
const NOT_PLAIN = new Set([
  "transfer-encoding",
  "expect",
  "upgrade",
  "te",
  "trailer",
  "proxy-connection",
  "set-cookie",
]);

/** The usual ones. They make one shape of nearly all requests, so that readers find them fast. */
function noHeaders(): IncomingHttpHeaders {
  return {
    host: undefined,
    connection: undefined,
    "content-length": undefined,
    "content-type": undefined,
    "content-encoding": undefined,
    "transfer-encoding": undefined,
    authorization: undefined,
    "idempotency-key": undefined,
    lang: undefined,
    cookie: undefined,
    origin: undefined,
    referer: undefined,
    accept: undefined,
    "accept-encoding": undefined,
    "accept-language": undefined,
    "user-agent": undefined,
    "sec-ch-ua": undefined,
    "sec-ch-ua-mobile": undefined,
    "sec-ch-ua-platform": undefined,
    "sec-fetch-dest": undefined,
    "sec-fetch-mode": undefined,
    "sec-fetch-site": undefined,
    "x-forwarded-for": undefined,
  };
}

const USUAL_NAMES = Object.keys(noHeaders());
const LONGEST_NAME = Math.max(...USUAL_NAMES.map(({ length }) => length));
/** By their length. */
const USUAL: readonly (readonly string[])[] = Array.from({ length: LONGEST_NAME + 1 }, (_, size) =>
  USUAL_NAMES.filter(({ length }) => length === size),
);

export function readPlain(bytes: Buffer): PlainRequest | null {
  const firstEnd = lineEndOf(bytes, 0);
  if (firstEnd === -1) return null;
  const url = FIRST_LINE.exec(bytes.toString("latin1", 0, firstEnd))?.[1];
  if (url === undefined) return null;
  const headers = noHeaders();
  let at = firstEnd + 2;
  for (let end = lineEndOf(bytes, at); end !== at; end = lineEndOf(bytes, at)) {
    if (end === -1 || !readHeader(headers, { bytes, at, end })) return null;
    at = end + 2;
  }
  const body = bytes.subarray(at + 2);
  return isBodyOf(headers, body) ? { url, headers, body } : null;
}

/** Of a line of printable ASCII with its proper end; -1 where there is none. */
function lineEndOf(bytes: Buffer, from: number): number {
  const end = Math.min(bytes.length - 1, HEAD_BYTES_MAX);
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === RETURN) return bytes[at + 1] === LINE_FEED ? at : -1;
    if (byte < SPACE || byte > TILDE) return -1;
  }
  return -1;
}

type Line = { readonly bytes: Buffer; readonly at: number; readonly end: number };

/** False when it is not plain. */
function readHeader(headers: IncomingHttpHeaders, { bytes, at, end }: Line): boolean {
  let mark = at;
  while (mark < end && bytes[mark] !== COLON) mark += 1;
  const from = mark + 2;
  // One space, and a value that begins and ends with something.
  if (from >= end || bytes[mark + 1] !== SPACE) return false;
  if (bytes[from] === SPACE || bytes[end - 1] === SPACE) return false;
  const name = nameIn(bytes, at, mark);
  if (name === null || headers[name] !== undefined || NOT_PLAIN.has(name)) return false;
  // Made of the bytes, not cut out of a text: somebody remembers an address or the name of a
  // browser for long, and a cut-out would keep all of the head in memory, its token too.
  headers[name] = bytes.toString("latin1", from, end);
  return true;
}

/** In small letters; null for what is no name. */
function nameIn(bytes: Buffer, from: number, end: number): string | null {
  for (const usual of USUAL[end - from] ?? []) if (isNamed(bytes, from, usual)) return usual;
  const name = bytes.toString("latin1", from, end).toLowerCase();
  return NAME.test(name) ? name : null;
}

/** Of printable bytes only letters, digits and "-" can become a small letter, a digit or "-". */
function isNamed(bytes: Buffer, from: number, name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if (((bytes[from + index] ?? 0) | SMALL_LETTER) !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** Nothing is missing, and nothing of the next request is there. */
function isBodyOf(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const length = headers["content-length"] ?? "";
  const connection = headers.connection ?? "keep-alive";
  return (
    headers.host !== undefined &&
    connection.toLowerCase() === "keep-alive" &&
    LENGTH.test(length) &&
    body.length === Number(length) &&
    body.length <= FIELD_LIMITS.bytesMax
  );
}
