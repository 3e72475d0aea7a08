// Writes an answer: to a parsed request, or to a bare connection that never became one (malformed
// HTTP, a refused socket handshake). Nothing else in the gateway writes to the network over HTTP.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Answer } from "./answer.ts";
import type { HeaderSets } from "./security-headers.ts";

type Sending = {
  readonly sets: HeaderSets;
  readonly requestId: string;
  /** True when the rest of the request must not be read as the next one. */
  readonly closes: boolean;
};

function headersOf(answer: Answer, { sets, requestId, closes }: Sending): string[] {
  const headers = [...sets[answer.kind], ...answer.headers, "X-Request-Id", requestId];
  if (answer.status !== 304) {
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
  response.writeHead(answer.status, headersOf(answer, sending));
  if (request.method === "HEAD" || answer.status === 304) response.end();
  else response.end(answer.body);
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
  let head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  connection.end(`${head}\r\n${answer.body}`, () => connection.destroy());
}
