// Many WebSocket clients in one process, as cheap as they can be: most only count the bytes they
// get, one in twenty reads every update and how old it is. Told by its parent what to do. `slow`
// ones read one byte a second.

import { connect, type Socket } from "node:net";
import { FrameReader, textFrame, upgradeRequest } from "./frames.ts";
import { ageOf } from "./ticks.ts";

export type Kind = "product" | "naive" | "socketio" | "bun" | "nats" | "slow";

export type Order =
  | {
      readonly order: "connect";
      readonly name: string;
      readonly kind: Kind;
      readonly port: number;
      readonly count: number;
      readonly sets: readonly (readonly string[])[] | null;
    }
  | { readonly order: "begin" | "end" | "close"; readonly name: string };

/** What the clients of one name got between `begin` and `end`. */
export type Report = {
  readonly bytes: number;
  readonly sampledBytes: number;
  readonly sampledUpdates: number;
  /** How many updates were so many milliseconds old. */
  readonly ages: readonly number[];
  readonly lost: number;
};

const SAMPLE_EVERY = 20;
const PING_EVERY_MS = 10_000;
const AGE_MAX_MS = 5_000;
const AT_ONCE = 100;
const MARK = '"Bid":"';

class Crowd {
  readonly #sockets: Socket[] = [];
  #bytes = 0;
  #sampledBytes = 0;
  #sampledUpdates = 0;
  #ages = new Array<number>(AGE_MAX_MS + 1).fill(0);
  #lost = 0;
  #isClosing = false;

  begin(): void {
    this.#bytes = 0;
    this.#sampledBytes = 0;
    this.#sampledUpdates = 0;
    this.#ages = new Array<number>(AGE_MAX_MS + 1).fill(0);
  }

  report(): Report {
    return {
      bytes: this.#bytes,
      sampledBytes: this.#sampledBytes,
      sampledUpdates: this.#sampledUpdates,
      ages: this.#ages,
      lost: this.#lost,
    };
  }

  async add(order: Extract<Order, { order: "connect" }>): Promise<void> {
    for (let from = 0; from < order.count; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, order.count - from);
      await Promise.all(Array.from({ length: count }, (_, at) => this.#open(order, from + at)));
    }
    if (order.kind === "product" || order.kind === "slow") {
      setInterval(() => {
        for (const socket of this.#sockets) if (socket.writable) socket.write(textFrame("ping"));
      }, PING_EVERY_MS).unref();
    }
  }

  close(): void {
    this.#isClosing = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #open({ kind, port, sets }: Extract<Order, { order: "connect" }>, at: number): Promise<void> {
    const isSampled = at % SAMPLE_EVERY === 0 && kind !== "slow";
    const reader = new FrameReader((text) => this.#read(text));
    const greeting = greetingOf(kind, sets?.[at % sets.length] ?? null);
    let head: string | null = "";
    return new Promise((resolve, reject) => {
      const take = (count: number, bytes: Uint8Array): boolean => {
        if (head === null) {
          this.#bytes += count;
          if (!isSampled) return true;
          this.#sampledBytes += count;
          reader.take(Buffer.from(bytes.subarray(0, count)));
          return true;
        }
        head += Buffer.from(bytes.subarray(0, count)).toString("latin1");
        if (!head.includes("\r\n\r\n")) return true;
        if (!head.startsWith("HTTP/1.1 101")) reject(new Error(head.slice(0, 200)));
        head = null;
        for (const frame of greeting) socket.write(frame);
        if (kind === "slow") crawl(socket);
        resolve();
        return true;
      };
      // A slow one must be paused, which sockets with a buffer of their own cannot be.
      const onread = kind === "slow" ? {} : { onread: { buffer: SHARED, callback: take } };
      const socket = connect({ port, host: "127.0.0.1", ...onread });
      if (kind === "slow") socket.on("data", (bytes: Buffer) => take(bytes.length, bytes));
      socket.on("error", reject);
      socket.on("close", () => {
        if (!this.#isClosing) this.#lost += 1;
      });
      socket.write(
        upgradeRequest(
          kind === "socketio"
            ? "/socket.io/?EIO=4&transport=websocket"
            : kind === "product" || kind === "slow"
              ? "/v1/ws"
              : "/",
        ),
      );
      this.#sockets.push(socket);
    });
  }

  #read(text: string): void {
    const nowMs = Date.now();
    for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
      const from = at + MARK.length;
      const age = ageOf(text.slice(from, text.indexOf('"', from)), nowMs);
      this.#sampledUpdates += 1;
      const slot = Math.min(age, AGE_MAX_MS);
      this.#ages[slot] = (this.#ages[slot] ?? 0) + 1;
    }
  }
}

/** All clients of this process read into it in turn. */
const SHARED = Buffer.alloc(256 * 1_024);

/** What a client says once it is let in. */
function greetingOf(kind: Kind, codes: readonly string[] | null): Buffer[] {
  if (kind === "bun") return [];
  if (kind === "socketio") return [textFrame("40")];
  if (kind === "nats") {
    return [textFrame('CONNECT {"verbose":false,"pedantic":false}\r\nSUB quotes.> 1\r\n')];
  }
  const topics = codes?.map((code) => `DAY_MARKET.${code}`) ?? ["DAY_MARKET"];
  return topics.map((params) => textFrame(JSON.stringify({ type: "sub", params })));
}

/** From now on one byte a second. */
function crawl(socket: Socket): void {
  socket.removeAllListeners("data");
  socket.pause();
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.read(1);
  }, 1_000);
  timer.unref();
}

const crowds = new Map<string, Crowd>();

process.on("message", (order: Order) => {
  const crowd = crowds.get(order.name) ?? new Crowd();
  crowds.set(order.name, crowd);
  if (order.order === "connect") {
    crowd.add(order).then(
      () => process.send?.("done"),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
    return;
  }
  if (order.order === "begin") crowd.begin();
  if (order.order === "close") {
    crowd.close();
    crowds.delete(order.name);
  }
  process.send?.(order.order === "end" ? crowd.report() : "done");
});
process.on("disconnect", () => process.exit(0));
