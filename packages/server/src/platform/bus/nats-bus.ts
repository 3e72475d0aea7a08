// The bus between processes, over NATS: only the carrier, nothing is stored there. Connected once
// per process by main.ts. Invariants: it connects anew for ever; what was published while the line
// was down is not sent later, it is lost; whoever listens to `onBack` hears of every gap.

import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionOptions, Msg, NatsConnection } from "@nats-io/transport-node";
import type { Log } from "../log.ts";
import { firstLine, StartRefusal } from "../start-refusal.ts";
import { type Bus, BusSilent, checkSubject, isTooLarge } from "./bus.ts";

export type NatsBusOptions = {
  readonly url: string;
  /** Before every subject, so that several installations can share a server. */
  readonly prefix: string;
  /** Of this process, for people who look at the server's connections. */
  readonly name: string;
  readonly log: Log;
};

const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_WAIT_MS = 100;
/** A line that is silently dead is noticed after this, twice. */
const PING_EVERY_MS = 2_000;
const PINGS_UNANSWERED_MAX = 2;
const FIRST_RETRY_MS = 500;
const STOP_WAIT_MS = 2_000;

/** Waits until the server is there; rejects only when it refuses who we are. */
export async function connectNatsBus(options: NatsBusOptions): Promise<Bus> {
  return new NatsBus(options, await connectFirst(options)).face();
}

async function connectFirst({ url, name, log }: NatsBusOptions): Promise<NatsConnection> {
  const settings: ConnectionOptions = {
    servers: url.split(","),
    name,
    timeout: CONNECT_TIMEOUT_MS,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_WAIT_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: PINGS_UNANSWERED_MAX,
    // A server that is being set up anew may not know us for a moment.
    ignoreAuthErrorAbort: true,
    // A stack for every request costs more than the request.
    noAsyncTraces: true,
  };
  // Whoever runs alone has no bus, and does not wait for its files.
  const { AuthorizationError, connect } = await import("@nats-io/transport-node");
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connect(settings);
    } catch (err) {
      if (err instanceof AuthorizationError) {
        throw new StartRefusal(`NATS_URL cannot be used: ${firstLine(err)}.`, { cause: err });
      }
      if (attempt === 0) log.warn({ err }, "cannot reach the NATS server; waiting for it");
      await sleep(FIRST_RETRY_MS);
    }
  }
}

class NatsBus {
  readonly #connection: NatsConnection;
  readonly #prefix: string;
  readonly #log: Log;
  readonly #backListeners = new Set<() => void>();
  /** Whoever waits for an answer when the line goes down need not wait any longer. */
  readonly #waiting = new Set<(reason: BusSilent) => void>();
  #isUp = true;
  #isStopped = false;

  constructor({ prefix, log }: NatsBusOptions, connection: NatsConnection) {
    this.#connection = connection;
    this.#prefix = `${prefix}.`;
    this.#log = log;
    void this.#watch();
  }

  face(): Bus {
    return {
      publish: (subject, bytes) => this.#publish(this.#prefix + subject, bytes),
      subscribe: (subject, take) => {
        checkSubject(subject);
        if (this.#isStopped) return () => undefined;
        const callback = (err: Error | null, message: Msg) => {
          if (err === null) this.#deliver(message, take);
        };
        const subscription = this.#connection.subscribe(this.#prefix + subject, { callback });
        return () => subscription.unsubscribe();
      },
      request: (subject, bytes, timeoutMs) => this.#request(subject, bytes, timeoutMs),
      flush: () => this.#untilLost("flush", () => this.#connection.flush()),
      onBack: (listener) => {
        this.#backListeners.add(listener);
        return () => this.#backListeners.delete(listener);
      },
      isUp: () => this.#isUp,
      stop: () => this.#stop(),
    };
  }

  #publish(subject: string, bytes: Uint8Array): void {
    if (!this.#isUp || isTooLarge(subject, bytes, this.#log)) return;
    try {
      this.#connection.publish(subject, bytes);
    } catch (err) {
      this.#log.warn({ err, subject }, "the bus did not take a message");
    }
  }

  #deliver(message: Msg, take: Parameters<Bus["subscribe"]>[1]): void {
    const { data, reply } = message;
    const answer = reply ? (bytes: Uint8Array) => this.#publish(reply, bytes) : null;
    try {
      take({ bytes: data, answer });
    } catch (err) {
      this.#log.error({ err }, "a subscriber of the bus broke");
    }
  }

  async #request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    if (isTooLarge(subject, bytes, this.#log)) throw new BusSilent(`${subject}: too large`);
    const { data } = await this.#untilLost(subject, () =>
      this.#connection.request(this.#prefix + subject, bytes, { timeout: timeoutMs }),
    );
    return data;
  }

  /** Whatever goes wrong, it is silence to who asked. */
  #untilLost<T>(what: string, ask: () => Promise<T>): Promise<T> {
    if (!this.#isUp) return Promise.reject(new BusSilent(`${what}: the line is down`));
    return new Promise((resolve, reject) => {
      const giveUp = (reason: BusSilent) => {
        this.#waiting.delete(giveUp);
        reject(reason);
      };
      this.#waiting.add(giveUp);
      ask().then(
        (answer) => {
          this.#waiting.delete(giveUp);
          resolve(answer);
        },
        (cause: unknown) => giveUp(new BusSilent(`${what}: no answer`, { cause })),
      );
    });
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === "disconnect" && this.#isUp) this.#goDown();
      if (type === "reconnect" && !this.#isUp && !this.#isStopped) this.#comeBack();
    }
  }

  #goDown(): void {
    this.#isUp = false;
    if (!this.#isStopped) this.#log.warn("the line to NATS is lost");
    for (const giveUp of [...this.#waiting]) giveUp(new BusSilent("the line is down"));
  }

  #comeBack(): void {
    this.#isUp = true;
    this.#log.info("the line to NATS is back");
    for (const listener of this.#backListeners) {
      try {
        listener();
      } catch (err) {
        this.#log.error({ err }, "a listener of the bus broke");
      }
    }
  }

  async #stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const patience = AbortSignal.timeout(STOP_WAIT_MS);
    const tooLong = new Promise<void>((resolve) => {
      patience.addEventListener("abort", () => resolve());
    });
    if (this.#isUp) await Promise.race([this.#connection.drain().catch(() => undefined), tooLong]);
    this.#goDown();
    await Promise.race([this.#connection.close().catch(() => undefined), tooLong]);
  }
}
