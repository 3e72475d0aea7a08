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
const METHOD = "POST ";
const VERSION = " HTTP/1.1";
const HEAD_END = "\r\n\r\n";
/** Lines of printable ASCII, each with its proper end. */
const LINES = /^(?:[\x20-\x7e]+\r\n)+$/;
const TARGET = /^\/[A-Za-z0-9/_.~?&=%+-]*$/;
const NAME = /^[a-z0-9-]+$/;
const SPACE = 0x20;
const LENGTH = /^[1-9][0-9]{0,4}$/;
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

export function readPlain(bytes: Buffer): PlainRequest | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1 || headEnd > HEAD_BYTES_MAX) return null;
  // A character for each byte, and nothing of the body.
  const head = bytes.toString("latin1", 0, headEnd + 2);
  if (!head.startsWith(METHOD) || !LINES.test(head)) return null;
  const lineEnd = head.indexOf("\r\n");
  if (!head.endsWith(VERSION, lineEnd)) return null;
  const url = bytes.toString("latin1", METHOD.length, lineEnd - VERSION.length);
  if (!TARGET.test(url)) return null;
  const headers = readHeaders(bytes, head, lineEnd + 2);
  if (headers === null) return null;
  const body = bytes.subarray(headEnd + HEAD_END.length);
  return isBodyOf(headers, body) ? { url, headers, body } : null;
}

/**
 * Values are read from the bytes, not cut out of the text: somebody remembers an address or the
 * name of a browser for long, and a cut-out would keep all of the head in memory, its token too.
 */
function readHeaders(bytes: Buffer, head: string, from: number): IncomingHttpHeaders | null {
  const headers: IncomingHttpHeaders = {};
  for (let at = from; at < head.length; ) {
    const lineEnd = head.indexOf("\r\n", at);
    const mark = head.indexOf(": ", at);
    if (mark === -1 || mark > lineEnd) return null;
    const name = head.slice(at, mark).toLowerCase();
    // A value begins and ends with something.
    const hasRoom = head.charCodeAt(mark + 2) === SPACE || head.charCodeAt(lineEnd - 1) === SPACE;
    if (hasRoom || !NAME.test(name) || name in headers || NOT_PLAIN.has(name)) return null;
    headers[name] = bytes.toString("latin1", mark + 2, lineEnd);
    at = lineEnd + 2;
  }
  return headers;
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
