// The node:http server with its limits, and answers in our own shape where Node would use its own:
// malformed HTTP, headers that are too large, expectations and tunnels. One port for everything;
// what is plain does not come as far as node:http (plain-lane.ts).

import { createServer, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { DEFAULT_LANGUAGE, languageOf, type Reason } from "@truetick/contract";
import { refuse } from "../../platform/handler.ts";
import { codeOf } from "../../platform/start-refusal.ts";
import type { SendAll } from "../socket/send-all.ts";
import { type Answer, refuseWith } from "./answer.ts";
import { createRequestIds, type FrontDoor } from "./front-door.ts";
import { createPlainLane, type PlainLane } from "./plain-lane.ts";
import type { HeaderSets } from "./security-headers.ts";
import { KEEP_ALIVE_SEC, sendAndClose, sendAnswer } from "./send-answer.ts";

const HEADER_BYTES_MAX = 16_384;
/** A request or handshake has to be complete by then: nobody holds a place with nothing (T78). */
const HEADERS_TIMEOUT_MS = 5_000;
/** A picture from a slow phone; fields have far less (read-body.ts). */
const REQUEST_TIMEOUT_MS = 150_000;
const KEEP_ALIVE_TIMEOUT_MS = 1_000 * KEEP_ALIVE_SEC;
const CHECK_INTERVAL_MS = 1_000;

export type HttpServer = { readonly server: Server; readonly lane: PlainLane };

export function createHttpServer({
  frontDoor,
  sets,
  sendAll,
}: {
  frontDoor: FrontDoor;
  sets: HeaderSets;
  sendAll: SendAll | null;
}): HttpServer {
  const nextRequestId = createRequestIds();
  // Answers of a connection go out in order: when its newest has, all have.
  const newest = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // The front door asks for it and refuses in our own words.
      requireHostHeader: false,
      noDelay: true,
    },
    (request, response) => {
      newest.set(request.socket, response);
      void frontDoor.answer(request, response);
    },
  );
  // Node would silently drop the headers past its count, and with them what a rule looks for.
  server.maxHeadersCount = 0;
  server.on("checkExpectation", (request, response) => {
    const answer = { ...malformed("MALFORMED"), status: 417 };
    sendAnswer({ request, response }, answer, { sets, requestId: nextRequestId(), closes: true });
  });
  server.on("connect", (_request, connection: Duplex) => {
    sendAndClose(connection, malformed("METHOD_NOT_ALLOWED"), {
      sets,
      requestId: nextRequestId(),
    });
  });
  server.on("clientError", (problem, connection) => {
    // In the middle of another answer, words of ours would be read as part of it.
    const isBusy = newest.get(connection)?.writableFinished === false;
    // Words to one who has asked nothing would answer what is still on its way, as in a tunnel.
    const hasAsked = (connection as Partial<Socket>).bytesRead !== 0;
    if (codeOf(problem) === "ECONNRESET" || isBusy || !hasAsked) connection.destroy();
    else sendAndClose(connection, answerBroken(problem), { sets, requestId: nextRequestId() });
  });
  return { server, lane: openLane(server, { frontDoor, sendAll }) };
}

/** Connections come to the lane first; node:http gets those that are not for it. */
function openLane(
  server: Server,
  { frontDoor, sendAll }: { frontDoor: FrontDoor; sendAll: SendAll | null },
): PlainLane {
  const [readOn] = server.listeners("connection");
  if (readOn === undefined) throw new Error("Invariant: node:http reads what is connected");
  const lane = createPlainLane({
    answer: frontDoor.answerPlain,
    handOver: (socket) => readOn.call(server, socket),
    firstMs: HEADERS_TIMEOUT_MS,
    // A little longer than we say, as node:http does it: who comes at the last moment is heard.
    keepAliveMs: KEEP_ALIVE_TIMEOUT_MS + CHECK_INTERVAL_MS,
    sendAll,
  });
  server.removeAllListeners("connection").on("connection", lane.take);
  return lane;
}

/** The caller's language is unknown: its headers could not be read. */
function malformed(reason: Reason): Answer {
  const headers = reason === "METHOD_NOT_ALLOWED" ? ["Allow", "GET, HEAD, POST"] : [];
  return refuseWith(languageOf(DEFAULT_LANGUAGE), refuse(reason), headers);
}

function answerBroken(problem: Error): Answer {
  switch (codeOf(problem)) {
    case "HPE_HEADER_OVERFLOW":
      return { ...malformed("TOO_LARGE"), status: 431 };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return malformed("TOO_LARGE");
    case "HPE_INVALID_METHOD":
      return malformed("METHOD_NOT_ALLOWED");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { ...malformed("MALFORMED"), status: 408 };
    default:
      return malformed("MALFORMED");
  }
}
