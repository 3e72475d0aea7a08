// The bytes of a frame are those that the library sends for the same text.

import { Duplex } from "node:stream";
import { expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { wireFrame, wireFrameOf } from "./wire-frame.ts";

/** What the library writes onto a connection after the handshake. */
async function sentByLibrary(text: string): Promise<Buffer> {
  const written: Buffer[] = [];
  const connection = new Duplex({
    read: () => undefined,
    write(chunk, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const headers = {
    upgrade: "websocket",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "sec-websocket-version": "13",
  };
  const socket = await new Promise<import("ws").WebSocket>((resolve) => {
    // Only what the handshake reads.
    const request = { headers, method: "GET", url: "/" } as never;
    // The library asks for a socket's time-outs, which a stream has none of.
    const stream = Object.assign(connection, { setTimeout: () => 0, setNoDelay: () => 0 });
    server.handleUpgrade(request, stream, Buffer.alloc(0), resolve);
  });
  await new Promise(setImmediate);
  written.length = 0;
  await new Promise((resolve) => socket.send(text, resolve));
  return Buffer.concat(written);
}

it.each([
  ["nothing", ""],
  ["a little", "pong"],
  ["the longest short one", "x".repeat(125)],
  ["the shortest medium one", "x".repeat(126)],
  ["letters of several bytes", "價格€".repeat(40)],
  ["the longest medium one", "x".repeat(65_535)],
  ["a long one", "x".repeat(65_536)],
])("%s", async (_what, text) => {
  expect(wireFrame(text).equals(await sentByLibrary(text))).toBe(true);
});

it.each([0, 1, 2, 300])("%i parts are the frame of the text that they make", (count) => {
  const texts = Array.from({ length: count }, (_, at) => JSON.stringify({ at, name: "價格" }));
  const parts = texts.map((text) => Buffer.from(text));
  expect(wireFrameOf("[", parts, "]").equals(wireFrame(`[${texts.join(",")}]`))).toBe(true);
});
