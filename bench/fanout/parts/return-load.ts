// Clients that behave as the app does, thousands in one process: log in, subscribe, ping every 5 s,
// and when the connection goes, wait as long as the server asked, else ever longer, and come back.
// Tells its parent once a second how many are in, and how many logins were refused.

import { connect, type Socket } from "node:net";
import {
  CONNECT_TIMEOUT_MS,
  HEARTBEAT_MS,
  RETRY_FIRST_MS,
  RETRY_MAX_MS,
  reconnectDelayMs,
} from "@truetick/contract";
import { FrameReader, textFrame, upgradeRequest } from "./frames.ts";

export type Standing = {
  /** Logged in and subscribed. */
  readonly inside: number;
  readonly refusedLogins: number;
  /** Tries that found nobody, or were turned away at the door. */
  readonly failedTries: number;
  readonly returns: number;
};

/** So many begin at once; the others follow. */
const ADMITTED_PER_TICK = 50;
const TICK_MS = 50;
/** How much of a frame is looked at: its type stands first. */
const HEAD_CHARS = 40;

const SHARED = Buffer.alloc(256 * 1_024);
const standing = { inside: 0, refusedLogins: 0, failedTries: 0, returns: 0 };

class Client {
  readonly #port: number;
  readonly #token: string;
  #socket: Socket | null = null;
  #isInside = false;
  #hasBeenInside = false;
  #attempt = 0;
  #askedDelayMs: number | null = null;

  constructor(port: number, token: string) {
    this.#port = port;
    this.#token = token;
    setInterval(() => {
      if (this.#isInside) this.#socket?.write(textFrame("ping"));
    }, HEARTBEAT_MS);
  }

  connect(): void {
    this.#askedDelayMs = null;
    let head: string | null = "";
    const reader = new FrameReader(
      (text) => this.#hear(text.slice(0, HEAD_CHARS)),
      (reason) => {
        this.#askedDelayMs = reconnectDelayMs(reason);
        socket.end();
      },
    );
    const take = (count: number, bytes: Uint8Array): boolean => {
      const chunk = Buffer.from(bytes.subarray(0, count));
      if (head === null) reader.take(chunk);
      else {
        head += chunk.toString("latin1");
        if (!head.includes("\r\n\r\n")) return true;
        if (!head.startsWith("HTTP/1.1 101")) socket.destroy();
        else for (const frame of this.#greeting()) socket.write(frame);
        head = null;
      }
      return true;
    };
    const onread = { buffer: SHARED, callback: take };
    const socket = connect({ port: this.#port, host: "127.0.0.1", onread });
    const patience = setTimeout(() => {
      if (!this.#isInside) socket.destroy();
    }, CONNECT_TIMEOUT_MS);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(patience);
      this.#leave();
    });
    socket.write(upgradeRequest("/v1/ws?lang=en"));
    this.#socket = socket;
  }

  #greeting(): Buffer[] {
    const frames = [
      { type: "login", params: this.#token },
      { type: "sub", params: "DAY_MARKET" },
      { type: "sub", params: "FOREX_TRADE" },
    ];
    return frames.map((frame) => textFrame(JSON.stringify(frame)));
  }

  #hear(text: string): void {
    if (text.startsWith('{"type":"login"') && !this.#isInside) {
      this.#isInside = true;
      standing.inside += 1;
      if (this.#hasBeenInside) standing.returns += 1;
      this.#hasBeenInside = true;
      this.#attempt = 0;
    } else if (text.startsWith('{"type":"error"')) standing.refusedLogins += 1;
  }

  #leave(): void {
    if (this.#isInside) standing.inside -= 1;
    else standing.failedTries += 1;
    this.#isInside = false;
    this.#attempt += 1;
    const ceiling = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (this.#attempt - 1));
    const delayMs = this.#askedDelayMs ?? ceiling / 2 + (ceiling / 2) * Math.random();
    setTimeout(() => this.connect(), delayMs);
  }
}

process.on("message", ({ port, tokens }: { port: number; tokens: readonly string[] }) => {
  const clients = tokens.map((token) => new Client(port, token));
  const admitting = setInterval(() => {
    for (const client of clients.splice(0, ADMITTED_PER_TICK)) client.connect();
    if (clients.length === 0) clearInterval(admitting);
  }, TICK_MS);
  setInterval(() => {
    if (process.connected) process.send?.({ ...standing });
  }, 500);
});
process.on("disconnect", () => process.exit(0));
