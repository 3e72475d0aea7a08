// A real WebSocket server on this machine for the tests of the live socket: speaks the wire's
// frames and does exactly what a test tells it to, no more.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { PING, PONG, type QuoteUpdate, quoteUpdateToWire, TOPIC_QUOTES } from "@truetick/contract";
import { WebSocket as NodeSocket, WebSocketServer } from "ws";

export type LocalServer = {
  readonly origin: string;
  /** Everything clients have sent, in order. */
  readonly heard: string[];
  /** Clients that have ever connected. */
  readonly connections: () => number;
  readonly setAnswersPings: (isAnswering: boolean) => void;
  /** The next frame of quotes; the first of a connection is a snapshot. */
  readonly send: (updates: readonly QuoteUpdate[], options?: SendOptions) => void;
  readonly dropAll: (code?: number, reason?: string) => void;
  readonly nextConnection: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

export type SendOptions = {
  readonly isSimulated?: boolean;
  /** Frames that got lost before this one. */
  readonly lost?: number;
  readonly isSnapshot?: boolean;
};

export async function startLocalServer(): Promise<LocalServer> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const heard: string[] = [];
  let connections = 0;
  let isAnswering = true;
  let seq = 0;
  const begun = new WeakSet<NodeSocket>();
  server.on("connection", (client) => {
    connections += 1;
    client.on("message", (bytes) => {
      const text = String(bytes);
      heard.push(text);
      if (text === PING && isAnswering) client.send(PONG);
    });
  });
  // A listening server on a port of its own always has this form of address.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    heard,
    connections: () => connections,
    setAnswersPings: (next) => {
      isAnswering = next;
    },
    send: (updates, { isSimulated = true, lost = 0, isSnapshot = false } = {}) => {
      seq += 1 + lost;
      const frame = { type: TOPIC_QUOTES, sim: isSimulated, seq };
      const data = updates.map(quoteUpdateToWire);
      for (const client of server.clients) {
        const kind = isSnapshot || !begun.has(client) ? { snapshot: 1 } : {};
        begun.add(client);
        client.send(JSON.stringify({ ...frame, ...kind, data }));
      }
    },
    dropAll: (code = 1012, reason = "") => {
      for (const client of server.clients) client.close(code, reason);
    },
    nextConnection: () => once(server, "connection"),
    stop: async () => {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The browser's socket, played by the library's own client: same properties, same events. */
export function openNodeSocket(url: string): WebSocket {
  const socket = new NodeSocket(url);
  // A browser tells of a failure by closing; only the library's client would throw as well.
  socket.on("error", () => undefined);
  return socket as unknown as WebSocket;
}
