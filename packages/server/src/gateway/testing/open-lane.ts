// A plain lane by itself for tests: requests wait until the test answers them, what is handed over
// is kept, and the clients remember what they hear. Its `sendAll` is of plain JavaScript, so that
// it is there without a C compiler and takes as much as a test wants.

import { once } from "node:events";
import { writeSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import { codeOf } from "../../platform/start-refusal.ts";
import { createPlainLane } from "../http/plain-lane.ts";
import type { SendAll } from "../socket/send-all.ts";

/** Polls of a machine that may be busy. */
export const SOON = { timeout: 10_000 };

export const post = (body: string, head = "", path = "/v1/api/test/submit") =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
  `Idempotency-Key: key-${body}\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;

/** A client that remembers what it heard; it goes with its test. */
export async function openClient(port: number) {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.setNoDelay(true);
  let heard = "";
  let isOver = false;
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1");
  });
  socket
    .on("error", () => undefined)
    .on("close", () => {
      isOver = true;
    });
  return {
    socket,
    say: (text: string) => socket.write(text, "latin1"),
    heard: () => heard,
    isOver: () => isOver,
    until: (times: number, what = "HTTP/1.1 ") =>
      expect.poll(() => heard.split(what).length - 1, SOON).toBe(times),
  };
}

/** Writes as the C does, at most so many bytes of each parcel; keeps what each call took. */
export function createFakeSendAll({ bytesMax = Number.POSITIVE_INFINITY } = {}) {
  const calls: number[][] = [];
  const sendAll: SendAll = (count, parcels, frames, taken) => {
    for (let at = 0; at < count; at += 1) {
      const [descriptor = -1, from, to] = parcels.subarray(3 * at, 3 * at + 3);
      const bytes = Buffer.concat(frames.slice(from, to)).subarray(0, bytesMax);
      try {
        taken[at] = writeSync(descriptor, bytes);
      } catch (error) {
        taken[at] = codeOf(error) === "EAGAIN" ? 0 : -1;
      }
    }
    calls.push([...taken.subarray(0, count)]);
  };
  return { sendAll, calls };
}

export type OpenLane = Awaited<ReturnType<typeof openLane>>;

export async function openLane(options: {
  readonly sendAll: SendAll | null;
  readonly firstMs: number;
  readonly keepAliveMs: number;
}) {
  const waiting: ((answer: string) => void)[] = [];
  const handed: string[] = [];
  const lane = createPlainLane({
    ...options,
    answer: ({ url }) =>
      url === "/elsewhere" ? null : () => new Promise((resolve) => waiting.push(resolve)),
    handOver: (socket) => {
      socket.on("data", (chunk) => handed.push(chunk.toString("latin1")));
      socket.on("error", () => undefined).on("end", () => socket.end());
    },
  });
  const server = createServer({ allowHalfOpen: true }, lane.take).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    lane,
    waiting,
    handed,
    /** A client, and the lane's own end of its connection. */
    async enter() {
      const arrived = once(server, "connection") as Promise<[Socket]>;
      const client = await openClient((server.address() as AddressInfo).port);
      const [theirs] = await arrived;
      return { ...client, theirs };
    },
    asked: (count: number) => expect.poll(() => waiting.length, SOON).toBe(count),
    /** The one that waits longest. */
    answer: (text: string) => waiting.shift()?.(text),
    close: () => void server.close(),
  };
}
