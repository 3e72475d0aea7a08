// Writes an answer: to a parsed request, or to a bare connection that never became one (malformed
// HTTP, a refused socket handshake). Nothing else in the gateway writes to the network over HTTP.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Answer, JSON_HEADERS } from "./answer.ts";
import type { HeaderSets } from "./security-headers.ts";
import { sendRows } from "./send-rows.ts";

/** Longer than the usual 60 s of proxies, so that they and not we let go of a connection. */
export const KEEP_ALIVE_SEC = 65;

type Sending = {
  readonly sets: HeaderSets;
  readonly requestId: string;
  /** True when the rest of the request must not be read as the next one. */
  readonly closes: boolean;
};

function headersOf(answer: Answer, { sets, requestId, closes }: Sending): string[] {
  const headers = [...sets[answer.kind], ...answer.headers, "X-Request-Id", requestId];
  if (answer.status !== 304 && !answer.rows) {
    headers.push("Content-Length", String(Buffer.byteLength(answer.body)));
  }
  if (closes) headers.push("Connection", "close");
  return headers;
}

export function sendAnswer(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  answer: Answer,
  sending: Sending,
): void {
  // A caller that went away takes the answer with it; writing would only raise an error.
  if (response.destroyed) return;
  if (isOrdinary(answer) && staysOpen(request, response) && !sending.closes) {
    writeOrdinary(response, answer.body, sending);
    return;
  }
  response.writeHead(answer.status, headersOf(answer, sending));
  if (request.method === "HEAD" || answer.status === 304) response.end();
  else response.end(answer.body);
}

/** An answer of rows. Fails when they do, and then the connection is cut. */
export async function sendStream(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  answer: Answer & Required<Pick<Answer, "rows">>,
  sending: Sending,
): Promise<void> {
  const isWanted = !response.destroyed && request.method !== "HEAD";
  if (!response.destroyed) response.writeHead(answer.status, headersOf(answer, sending));
  if (isWanted) return await sendRows(response, answer.rows);
  response.end();
  await answer.rows.return?.();
}

/** What goes out to one whose request never came to node:http, and who stays. */
export function answerBytes(answer: Answer, sending: Omit<Sending, "closes">): string | Buffer {
  if (isOrdinary(answer)) return ordinaryText(answer.body, sending);
  const headers = [...headersOf(answer, { ...sending, closes: false }), "Date", dateNow()];
  const head = headLines(firstLine(answer), headers);
  return Buffer.concat([Buffer.from(`${head}${standingTail}`, "latin1"), Buffer.from(answer.body)]);
}

/** A plain answer in plain letters: nearly all of them. */
function isOrdinary(answer: Answer): answer is Answer & { readonly body: string } {
  const { status, kind, headers, body } = answer;
  if (status !== 200 || kind !== "api" || headers !== JSON_HEADERS) return false;
  return typeof body === "string" && Buffer.byteLength(body) === body.length;
}

function staysOpen(request: IncomingMessage, response: ServerResponse): boolean {
  return request.method !== "HEAD" && request.httpVersionMinor === 1 && response.shouldKeepAlive;
}

/** What node:http will write; it makes this of the headers unless it is there already. */
type Prepared = ServerResponse & { _header: string; _hasBody: boolean };

/**
 * Writes the bytes that `writeHead` and `end` would, with the standing headers joined once and not
 * for every answer: a quarter of what a bare answer costs. `send-answer.test.ts` compares both.
 */
function writeOrdinary(response: ServerResponse, body: string, sending: Sending): void {
  const prepared = response as Prepared;
  prepared.statusCode = 200;
  prepared._header = ordinaryText(body, sending);
  prepared._hasBody = false;
  prepared.end();
}

function ordinaryText(body: string, { sets, requestId }: Omit<Sending, "closes">): string {
  return (
    `${standingHead(sets)}X-Request-Id: ${requestId}\r\nContent-Length: ${body.length}\r\n` +
    `Date: ${dateNow()}\r\n${standingTail}${body}`
  );
}

const heads = new WeakMap<HeaderSets, string>();

function standingHead(sets: HeaderSets): string {
  const known = heads.get(sets);
  if (known !== undefined) return known;
  const head = headLines("HTTP/1.1 200 OK", [...sets.api, ...JSON_HEADERS]);
  heads.set(sets, head);
  return head;
}

const standingTail = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SEC}\r\n\r\n`;

let dateAtSec = 0;
let dateText = "";

/** Told to the second, so made once a second. */
function dateNow(): string {
  const nowSec = Math.floor(Date.now() / 1_000);
  if (nowSec !== dateAtSec) {
    dateAtSec = nowSec;
    dateText = new Date(1_000 * nowSec).toUTCString();
  }
  return dateText;
}

function firstLine({ status }: Answer): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`;
}

function headLines(first: string, headers: readonly string[]): string {
  let head = `${first}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return head;
}

/** For a connection without a request. Always closes it. */
export function sendAndClose(
  connection: Duplex,
  answer: Answer,
  sending: Omit<Sending, "closes">,
): void {
  if (!connection.writable) {
    connection.destroy();
    return;
  }
  const headers = headersOf(answer, { ...sending, closes: true });
  const head = headLines(firstLine(answer), headers);
  connection.end(`${head}\r\n${answer.body}`, () => connection.destroy());
}
