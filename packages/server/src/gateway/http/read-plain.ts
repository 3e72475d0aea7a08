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
const NOT_PLAIN = new Set(["transfer-encoding", "expect", "upgrade", "te", "trailer"]);

export function readPlain(bytes: Buffer): PlainRequest | null {
  // A character for each byte.
  const text = bytes.toString("latin1", 0, HEAD_BYTES_MAX);
  if (!text.startsWith(METHOD)) return null;
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd === -1 || !LINES.test(text.slice(0, headEnd + 2))) return null;
  const lineEnd = text.indexOf("\r\n");
  if (!text.endsWith(VERSION, lineEnd)) return null;
  const url = text.slice(METHOD.length, lineEnd - VERSION.length);
  if (!TARGET.test(url)) return null;
  const headers = readHeaders(text, lineEnd + 2, headEnd);
  if (headers === null) return null;
  const body = bytes.subarray(headEnd + HEAD_END.length);
  return isBodyOf(headers, body) ? { url, headers, body } : null;
}

function readHeaders(text: string, from: number, headEnd: number): IncomingHttpHeaders | null {
  const headers: IncomingHttpHeaders = {};
  for (let at = from; at < headEnd; ) {
    const lineEnd = text.indexOf("\r\n", at);
    const mark = text.indexOf(": ", at);
    if (mark === -1 || mark > lineEnd) return null;
    const name = text.slice(at, mark).toLowerCase();
    // A value begins and ends with something.
    const hasRoom = text.charCodeAt(mark + 2) === SPACE || text.charCodeAt(lineEnd - 1) === SPACE;
    if (hasRoom || !NAME.test(name) || name in headers || NOT_PLAIN.has(name)) return null;
    headers[name] = text.slice(mark + 2, lineEnd);
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
