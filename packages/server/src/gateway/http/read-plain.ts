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
/** Of those that are remembered. */
const FIRST_LINE_BYTES_MAX = 100;
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

/**
 * The usual ones, with their values by their places in USUAL_NAMES. All at once, so that nearly all
 * requests have headers of one shape and readers find them fast.
 */
function usualHeaders(values: readonly (string | undefined)[]): IncomingHttpHeaders {
  return {
    host: values[0],
    connection: values[1],
    "content-length": values[2],
    "content-type": values[3],
    "content-encoding": values[4],
    authorization: values[5],
    "idempotency-key": values[6],
    lang: values[7],
    cookie: values[8],
    origin: values[9],
    referer: values[10],
    accept: values[11],
    "accept-encoding": values[12],
    "accept-language": values[13],
    "user-agent": values[14],
    "sec-ch-ua": values[15],
    "sec-ch-ua-mobile": values[16],
    "sec-ch-ua-platform": values[17],
    "sec-fetch-dest": values[18],
    "sec-fetch-mode": values[19],
    "sec-fetch-site": values[20],
    "x-forwarded-for": values[21],
  };
}

const USUAL_NAMES = Object.keys(usualHeaders([]));
/** What is the same from request to request, and says nothing of who sent it. */
const REMEMBERED = new Set([
  "host",
  "connection",
  "content-type",
  "origin",
  "accept",
  "accept-encoding",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
]);

class UsualHeader {
  readonly name: string;
  readonly place: number;
  readonly #isRemembered: boolean;
  #newest = "";

  constructor(name: string, place: number) {
    this.name = name;
    this.place = place;
    this.#isRemembered = REMEMBERED.has(name);
  }

  /** To compare with what came last takes less than to make it anew. */
  valueOf(bytes: Buffer, from: number, end: number): string {
    if (isText(bytes, from, end, this.#newest)) return this.#newest;
    const value = textOf(bytes, from, end);
    if (this.#isRemembered) this.#newest = value;
    return value;
  }
}

const LONGEST_NAME = Math.max(...USUAL_NAMES.map(({ length }) => length));
/** By the length of their names. */
const USUAL: readonly (readonly UsualHeader[])[] = Array.from(
  { length: LONGEST_NAME + 1 },
  (_, size) =>
    USUAL_NAMES.flatMap((name, place) =>
      name.length === size ? [new UsualHeader(name, place)] : [],
    ),
);

/** Of the request that is being read. */
const values: (string | undefined)[] = USUAL_NAMES.map(() => undefined);

type Other = readonly [name: string, value: string];

export function readPlain(bytes: Buffer): PlainRequest | null {
  const firstEnd = lineEndOf(bytes, 0);
  const url = firstEnd === -1 ? null : urlIn(bytes, firstEnd);
  if (url === null) return null;
  values.fill(undefined);
  const others: Other[] = [];
  let at = firstEnd + 2;
  for (let end = lineEndOf(bytes, at); end !== at; end = lineEndOf(bytes, at)) {
    if (end === -1 || !readHeader(others, { bytes, at, end })) return null;
    at = end + 2;
  }
  const headers = usualHeaders(values);
  for (const [name, value] of others) {
    if (headers[name] !== undefined) return null;
    headers[name] = value;
  }
  const body = bytes.subarray(at + 2);
  return isBodyOf(headers, body) ? { url, headers, body } : null;
}

type FirstLine = { readonly line: string; readonly url: string };

/** The newest of each length: there are few calls. */
const firstLines: (FirstLine | undefined)[] = [];

function urlIn(bytes: Buffer, end: number): string | null {
  const known = firstLines[end];
  if (known !== undefined && isText(bytes, 0, end, known.line)) return known.url;
  const line = textOf(bytes, 0, end);
  const url = FIRST_LINE.exec(line)?.[1];
  if (url === undefined) return null;
  // What stands behind a "?" is the caller's own.
  if (end <= FIRST_LINE_BYTES_MAX && !url.includes("?")) firstLines[end] = { line, url };
  return url;
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
function readHeader(others: Other[], { bytes, at, end }: Line): boolean {
  let mark = at;
  while (mark < end && bytes[mark] !== COLON) mark += 1;
  const from = mark + 2;
  // One space, and a value that begins and ends with something.
  if (from >= end || bytes[mark + 1] !== SPACE) return false;
  if (bytes[from] === SPACE || bytes[end - 1] === SPACE) return false;
  const usual = usualIn(bytes, at, mark);
  if (usual === null) {
    const name = textOf(bytes, at, mark).toLowerCase();
    if (!NAME.test(name) || NOT_PLAIN.has(name)) return false;
    others.push([name, textOf(bytes, from, end)]);
    return true;
  }
  if (values[usual.place] !== undefined) return false;
  values[usual.place] = usual.valueOf(bytes, from, end);
  return true;
}

function usualIn(bytes: Buffer, from: number, end: number): UsualHeader | null {
  for (const usual of USUAL[end - from] ?? []) if (isNamed(bytes, from, usual.name)) return usual;
  return null;
}

/**
 * Made of the bytes, not cut out of a text: somebody remembers an address or the name of a browser
 * for long, and a cut-out would keep all of the head in memory, its token too.
 */
function textOf(bytes: Buffer, from: number, end: number): string {
  return bytes.toString("latin1", from, end);
}

function isText(bytes: Buffer, from: number, end: number, text: string): boolean {
  if (end - from !== text.length) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[from + index] !== text.charCodeAt(index)) return false;
  }
  return true;
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
