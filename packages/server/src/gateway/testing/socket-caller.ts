// A client of the live socket for tests: says what the test says, and keeps what it hears.

import { once } from "node:events";
import { WebSocket } from "ws";

export type SocketCaller = {
  readonly socket: WebSocket;
  /** Everything heard, in order. */
  readonly heard: string[];
  /** The next text that was not read by this yet. */
  readonly next: () => Promise<string>;
  readonly say: (frame: object) => void;
  /** The newest frame of a type that passes the test, waited for. */
  readonly until: (type: string, isWanted?: (frame: HeardFrame) => boolean) => Promise<HeardFrame>;
  readonly frames: (type: string) => HeardFrame[];
  readonly closed: Promise<{ code: number; reason: string }>;
};

export type HeardFrame = {
  readonly type: string;
  readonly seq: number;
  readonly snapshot?: number;
  readonly sim?: boolean;
  readonly reason?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about to check
  readonly data: any;
};

const PATIENCE_MS = 5_000;

export async function callSocket(
  { port }: { port: number },
  { path = "/v1/ws", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<SocketCaller> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  const heard: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  const listeners = new Set<() => void>();
  let read = 0;
  socket.on("message", (said, isBinary) => {
    if (isBinary) throw new Error("the server speaks text");
    heard.push(String(said));
    waiting.shift()?.(String(said));
    for (const listener of listeners) listener();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: String(reason) }));
  });
  socket.on("error", () => undefined);
  await once(socket, "open");
  const frames = (type: string): HeardFrame[] =>
    heard
      .filter((text) => text.startsWith("{"))
      .map((text) => JSON.parse(text) as HeardFrame)
      .filter((frame) => frame.type === type);
  return {
    socket,
    heard,
    closed,
    frames,
    say: (frame) => socket.send(JSON.stringify(frame)),
    next() {
      const already = heard[read];
      read += 1;
      return already !== undefined
        ? Promise.resolve(already)
        : new Promise((resolve) => waiting.push(resolve));
    },
    until: (type, isWanted = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = frames(type).findLast(isWanted);
          if (!found) return;
          clearTimeout(patience);
          listeners.delete(look);
          resolve(found);
        };
        const patience = setTimeout(() => {
          listeners.delete(look);
          reject(new Error(`no such ${type}; heard ${heard.slice(-5).join(" ")}`));
        }, PATIENCE_MS);
        listeners.add(look);
        look();
      }),
  };
}
