// A server that speaks OANDA's v20 pricing stream on this machine: a response that never ends, a
// line per price, the newest price first to whoever connects. Breaks in all the ways that a test
// asks for.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./source-room.ts";

export type LocalOanda = {
  readonly origin: string;
  /** Every request line with its headers, in order. */
  readonly requests: readonly { url: string; authorization: string; datetime: string }[];
  /** What whoever connects hears first: OANDA's snapshot. */
  readonly snapshot: (text: string) => void;
  readonly write: (text: string) => Promise<void>;
  /** Byte by byte, each in a packet of its own. */
  readonly drip: (text: string) => Promise<void>;
  /** Ends the connection without ceremony. */
  readonly cut: () => void;
  /** Answers the next requests with this status. */
  readonly refuse: (status: number | null) => void;
  readonly close: () => Promise<void>;
};

export async function startLocalOanda(): Promise<LocalOanda> {
  const requests: { url: string; authorization: string; datetime: string }[] = [];
  let live: ServerResponse | null = null;
  let first = "";
  let status: number | null = null;
  const server = createServer((request, response) => {
    requests.push({
      url: request.url ?? "",
      authorization: request.headers.authorization ?? "",
      datetime: String(request.headers["accept-datetime-format"]),
    });
    if (status !== null) {
      response.writeHead(status).end('{"errorMessage":"no"}');
      return;
    }
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": "application/octet-stream" });
    response.flushHeaders();
    response.on("close", () => {
      if (live === response) live = null;
    });
    live = response;
    if (first) response.write(first);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  async function connected(): Promise<ServerResponse> {
    await until(() => live !== null, "a connection to the local OANDA");
    return live ?? connected();
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    snapshot: (text) => {
      first = text;
    },
    write: async (text) => void (await connected()).write(text),
    async drip(text) {
      const response = await connected();
      for (const byte of Buffer.from(text)) {
        response.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
    },
    cut: () => live?.socket?.destroy(),
    refuse: (next) => {
      status = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
