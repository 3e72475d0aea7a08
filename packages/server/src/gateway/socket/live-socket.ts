// The live socket at /v1/ws, on the same port as everything else: lets clients in, flushes the
// topics they follow, sweeps out the silent, and lets everybody go when the server stops.
// Invariant: what is kept per client is bounded.

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type Language, languageOf, reconnectReason } from "@truetick/contract";
import { type WebSocket, WebSocketServer } from "ws";
import type { Clock } from "../../platform/clock.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { OwnOrigin } from "../http/check-site.ts";
import { clientAddress } from "../http/client-address.ts";
import type { FindCaller } from "../http/run-call.ts";
import { createAdmission } from "./admission.ts";
import { type Conversation, closeSlow, converse } from "./conversation.ts";
import { beatSteadily } from "./flush-beat.ts";
import { createLanes } from "./lanes.ts";
import { createLiveTopics, type LiveSources } from "./live-topics.ts";
import { descriptorOf, type SendAll } from "./send-all.ts";
import { createSessionSockets, type SessionSource } from "./session-sockets.ts";
import { SOCKET_LIMITS, type SocketLimits } from "./socket-limits.ts";
import type { WatchStaff } from "./staff-watch.ts";
import type { Reader } from "./topic-stream.ts";

const CLOSE_GOING_AWAY = 1001;

export type LiveSocketNeeds = {
  readonly sources: LiveSources;
  readonly sessions: SessionSource;
  readonly findCaller: FindCaller;
  readonly watchStaff: WatchStaff;
  readonly clock: Pick<Clock, "monotonic">;
  readonly isOwnOrigin: OwnOrigin;
  readonly trustedProxies: number;
  readonly countFrame: (bytes: number) => void;
  readonly sendAll?: SendAll | null;
  readonly refuseHandshake: (connection: Duplex, refused: Refused) => void;
  readonly log: Log;
  readonly limits?: SocketLimits;
};

export type LiveSocket = {
  readonly open: (request: IncomingMessage, connection: Duplex, head: Buffer) => void;
  readonly openSockets: () => number;
  readonly drain: () => Promise<void>;
};

export function createLiveSocket(needs: LiveSocketNeeds): LiveSocket {
  const { clock, refuseHandshake, findCaller, watchStaff, log, limits = SOCKET_LIMITS } = needs;
  const onBroken = (err: unknown) => log.error({ err }, "the live socket could not read");
  const clients = new Map<WebSocket, Conversation>();
  const admission = createAdmission({ ...needs, limits });
  const open = () => createLiveTopics({ ...needs, ...limits, onBroken });
  const lanes = createLanes({ open, readersPerLaneMax: limits.readersPerLaneMax });
  const source = needs.sessions;
  const sessions = createSessionSockets({ source, clock, ...limits, onBroken });
  const server = createSocketServer(limits);
  server.on("wsClientError", (_problem, connection) => {
    refuseHandshake(connection, refuse("MALFORMED"));
  });
  let arrived = 0;
  const stopBeating = beatSteadily({ lanes, clock, arrivals: () => arrived, ...limits });
  const looking = setInterval(() => {
    for (const client of clients.values()) client.look();
  }, limits.lookEveryMs);

  return {
    open(request, connection, head) {
      const refused = admission.ask(request);
      if (refused) {
        refuseHandshake(connection, refused);
        return;
      }
      server.handleUpgrade(request, connection, head, (socket) => {
        const leave = admission.enter(request);
        arrived += 1;
        const address = clientAddress(request, needs.trustedProxies);
        const parts = { topics: lanes, sessions, clock, limits, findCaller, watchStaff, address };
        const language = socketLanguage(request);
        const reader = readerOf(socket, connection, limits);
        clients.set(socket, converse(socket, reader, { ...parts, language }));
        socket.on("close", () => {
          clients.delete(socket);
          leave();
        });
      });
    },
    openSockets: () => clients.size,
    async drain() {
      stopBeating();
      clearInterval(looking);
      lanes.stop();
      sessions.stop();
      const spreadMs = Math.min(limits.returnSpreadMaxMs, clients.size * limits.returnSpreadMs);
      for (const socket of clients.keys()) {
        socket.close(CLOSE_GOING_AWAY, reconnectReason(Math.random() * spreadMs));
      }
      await waitUntil(() => clients.size === 0, limits.goodbyeMs);
      for (const socket of clients.keys()) socket.terminate();
    },
  };
}

function createSocketServer(limits: SocketLimits): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    // Per client it would cost seven times the processor; nothing here is compressed.
    perMessageDeflate: false,
    maxPayload: limits.messageBytesMax,
    maxFragments: limits.fragmentsMax,
    maxBufferedChunks: limits.chunksMax,
    // The library knows it, its types do not yet.
    closeTimeout: limits.goodbyeMs,
  };
  return new WebSocketServer(options);
}

/** The socket as topics see it: what one flush has for it goes out in one write. */
function readerOf(socket: WebSocket, connection: Duplex, { goodbyeMs }: SocketLimits): Reader {
  const descriptor = descriptorOf(connection);
  return {
    pending: [],
    unsentBytes: () => connection.writableLength,
    descriptor: () => (socket.readyState === socket.OPEN ? descriptor() : null),
    write(frames) {
      if (socket.readyState !== socket.OPEN) return;
      // Whole frames, straight onto the connection: the library compresses nothing and queues
      // nothing, so they cannot come to lie inside one of its own.
      const [only] = frames;
      if (only && frames.length === 1) {
        connection.write(only);
        return;
      }
      connection.cork();
      for (const frame of frames) connection.write(frame);
      connection.uncork();
    },
    giveUp: () => closeSlow(socket, goodbyeMs),
  };
}

/** A browser cannot set headers on a socket, so the language may also stand in the address. */
function socketLanguage({ headers, url }: IncomingMessage): Language {
  const asked = headers.lang ?? /[?&]lang=(\w{2,3})(?:&|$)/.exec(url ?? "")?.[1];
  return languageOf(String(asked ?? ""));
}

async function waitUntil(isDone: () => boolean, atMostMs: number): Promise<void> {
  const endMs = performance.now() + atMostMs;
  while (!isDone() && performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
