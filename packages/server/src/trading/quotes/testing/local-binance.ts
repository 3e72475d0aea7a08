// A server that speaks Binance's combined market streams on this machine. Breaks in all the ways
// that a test asks for.

import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { until } from "./source-room.ts";

export type LocalBinance = {
  readonly origin: string;
  readonly urls: readonly string[];
  readonly open: () => readonly WebSocket[];
  /** What whoever connects hears first. */
  readonly snapshot: (text: string) => void;
  /** To the newest connection; false: to all of them. */
  readonly send: (text: string | Buffer, toAll?: boolean) => Promise<void>;
  /** A frame byte by byte, each in a packet of its own. */
  readonly drip: (text: string) => Promise<void>;
  /** Half a frame, then the end of the connection. */
  readonly cutInside: (text: string) => Promise<void>;
  readonly cut: () => void;
  /** Says nothing any more, not even pongs, to those who are connected. */
  readonly freeze: () => void;
  readonly close: () => Promise<void>;
};

/** A server's text frame: not masked, of less than 64 kB. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.of(0x81, body.length)
      : Buffer.of(0x81, 126, body.length >> 8, body.length & 255);
  return Buffer.concat([head, body]);
}

export async function startLocalBinance(): Promise<LocalBinance> {
  const urls: string[] = [];
  const sockets: WebSocket[] = [];
  let first = "";
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket, request) => {
    urls.push(request.url ?? "");
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.splice(sockets.indexOf(socket), 1));
    if (first) socket.send(first);
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;

  async function newest(): Promise<WebSocket> {
    await until(() => sockets.length > 0, "a connection to the local Binance");
    return sockets.at(-1) ?? newest();
  }

  /** Below the protocol: what a broken network does to it. */
  const wireOf = (socket: WebSocket) =>
    (socket as unknown as { _socket: { write: (b: Buffer) => void; pause: () => void } })._socket;

  return {
    origin: `ws://127.0.0.1:${port}`,
    urls,
    open: () => sockets,
    snapshot: (text) => {
      first = text;
    },
    async send(text, toAll = false) {
      const last = await newest();
      for (const socket of toAll ? [...sockets] : [last]) socket.send(text);
    },
    async drip(text) {
      const wire = wireOf(await newest());
      for (const byte of frameOf(text)) {
        wire.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
    },
    async cutInside(text) {
      const socket = await newest();
      const frame = frameOf(text);
      wireOf(socket).write(frame.subarray(0, Math.floor(frame.length / 2)));
      await new Promise(setImmediate);
      socket.terminate();
    },
    cut: () => {
      for (const socket of [...sockets]) socket.terminate();
    },
    freeze: () => {
      for (const socket of sockets) wireOf(socket).pause();
    },
    close: async () => {
      for (const socket of [...sockets]) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
