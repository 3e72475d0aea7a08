// The one socket of the app: connects, logs in, keeps itself alive, and comes back by itself. The
// spec's rhythm: connect time-out 5 s, ping every 5 s, reconnect after 3 missed pongs. Waiting
// grows with every failed try and is never the same for two clients. Knows the order of frames,
// not what they mean. Invariant: a frame that something is missing before is never handed on.

import {
  type ClientFrame,
  CONNECT_TIMEOUT_MS,
  HEARTBEAT_MS,
  MISSED_PONGS_MAX,
  PING,
  PONG,
  RETRY_FIRST_MS,
  RETRY_MAX_MS,
  reconnectDelayMs,
  SESSION_ENDED,
  type ServerFrame,
} from "@truetick/contract";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import { createFrameOrder } from "./frame-order.ts";
import { type SilenceWatch, watchSilence } from "./silence-watch.ts";

/** So many unanswered pings, and what was last heard is no longer called fresh. */
const QUIET_PONGS = 2;

export type Connection = {
  /** Idle before the first use; waiting between two tries. */
  readonly phase: "idle" | "connecting" | "live" | "waiting";
  /** Tries since the connection was last good. */
  readonly attempt: number;
  /** When the next try begins, in the clock's milliseconds; null unless waiting. */
  readonly retryAtMs: number | null;
  /** How long the last ping took to come back; null until one has. */
  readonly lagMs: number | null;
  /** What the server knows has come on this connection, and it has not gone quiet since. */
  readonly isFresh: boolean;
};

export type SocketOptions = {
  readonly url: string;
  readonly openSocket?: (url: string) => WebSocket;
  readonly onFrame: (frame: ServerFrame) => void;
  /** The session it was logged in with has ended: its token is worth nothing any more. */
  readonly onSessionEnded?: () => void;
  readonly random?: () => number;
  readonly now?: () => number;
};

const IDLE: Connection = {
  phase: "idle",
  attempt: 0,
  retryAtMs: null,
  lagMs: null,
  isFresh: false,
};

/** Doubles with every try up to the limit; the second half of it is left to chance. */
export function retryDelayMs(attempt: number, random: () => number): number {
  const ceiling = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.max(0, attempt - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

function readFrame(text: string): ServerFrame | null {
  try {
    // The gateway's frames are typed by the contract; an unknown type is ignored by the reader.
    const frame = JSON.parse(text) as ServerFrame;
    return typeof frame === "object" && frame !== null ? frame : null;
  } catch {
    return null;
  }
}

export class LiveSocket {
  readonly #options: SocketOptions;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #connection = createStore<Connection>(IDLE);
  readonly #topics = new Map<string, number>();
  #order = createFrameOrder();
  #token: string | null = null;
  #hasSnapshot = false;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #missedPongs = 0;
  #pingedAtMs = 0;
  #heardAtMs = 0;
  #silence: SilenceWatch | null = null;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.#now = options.now ?? Date.now;
  }

  get connection(): ReadableStore<Connection> {
    return this.#connection;
  }

  /** Opens the socket unless it is open or under way. Every navigation calls it. */
  ensure(): void {
    const { phase } = this.#connection.get();
    if (phase === "idle" || phase === "waiting") this.#connect();
  }

  /** Keeps a topic subscribed, through every reconnection, until the answer is called. */
  subscribe(topic: string): () => void {
    const holders = this.#topics.get(topic) ?? 0;
    this.#topics.set(topic, holders + 1);
    if (holders === 0 && this.#isLive()) this.#send({ type: "sub", params: topic });
    return () => {
      const left = (this.#topics.get(topic) ?? 1) - 1;
      if (left > 0) {
        this.#topics.set(topic, left);
        return;
      }
      this.#topics.delete(topic);
      if (this.#isLive()) this.#send({ type: "unsub", params: topic });
    };
  }

  /** Logs in now and on every later connection; null leaves the session. */
  logIn(token: string | null): void {
    if (token === this.#token) return;
    this.#token = token;
    if (!this.#isLive()) return;
    if (token === null) this.#send({ type: "logout" });
    else this.#send({ type: "login", params: token });
  }

  /** After sleep: waiting ends, and a connection that has been silent too long is given up. */
  wake(): void {
    const isSilent = this.#isLive() && this.#now() - this.#heardAtMs > HEARTBEAT_MS * 2;
    if (isSilent || this.#connection.get().phase === "waiting") this.#connect();
  }

  /** The device says that it is offline: nothing will come on this connection any more. */
  lose(): void {
    if (this.#isLive()) this.#retry(null);
  }

  close(): void {
    this.#drop();
    this.#connection.set(IDLE);
  }

  #isLive(): boolean {
    return this.#connection.get().phase === "live";
  }

  #change(next: Partial<Connection>): void {
    this.#connection.set({ ...this.#connection.get(), ...next });
  }

  #send(frame: ClientFrame): void {
    this.#write(JSON.stringify(frame));
  }

  /** Nothing to one that is closing: the next one is told all that is wanted when it opens. */
  #write(text: string): void {
    const socket = this.#socket;
    if (socket && socket.readyState === socket.OPEN) socket.send(text);
  }

  /** Lets go of the socket: whatever it still says is nobody's business. */
  #drop(): void {
    clearTimeout(this.#timer);
    this.#silence?.stop();
    const dropped = this.#socket;
    this.#socket = null;
    if (!dropped) return;
    dropped.onopen = dropped.onmessage = dropped.onclose = dropped.onerror = null;
    dropped.close();
  }

  #connect(): void {
    this.#drop();
    this.#order = createFrameOrder();
    this.#hasSnapshot = false;
    this.#change({ phase: "connecting", retryAtMs: null, isFresh: false });
    const open = this.#options.openSocket ?? ((address: string) => new WebSocket(address));
    const socket = open(this.#options.url);
    socket.onopen = () => this.#start();
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = ({ reason }) => {
      if (reason === SESSION_ENDED) this.#endSession();
      this.#retry(reconnectDelayMs(reason));
    };
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#retry(null), CONNECT_TIMEOUT_MS);
  }

  #endSession(): void {
    this.#token = null;
    this.#options.onSessionEnded?.();
  }

  #retry(askedDelayMs: number | null): void {
    this.#drop();
    const attempt = this.#connection.get().attempt + 1;
    const delayMs = askedDelayMs ?? retryDelayMs(attempt, this.#random);
    const retryAtMs = this.#now() + delayMs;
    this.#change({ phase: "waiting", attempt, retryAtMs, isFresh: false });
    this.#timer = setTimeout(() => this.#connect(), delayMs);
  }

  #start(): void {
    this.#missedPongs = 0;
    this.#heardAtMs = this.#now();
    this.#silence = watchSilence({
      now: this.#now,
      ask: () => this.#ping(),
      onSilent: () => this.#change({ isFresh: false }),
    });
    this.#change({ phase: "live" });
    // The server answers in this order: the private topics find a session.
    if (this.#token !== null) this.#send({ type: "login", params: this.#token });
    for (const topic of this.#topics.keys()) this.#send({ type: "sub", params: topic });
    this.#beat();
  }

  /** One ping, and the next in 5 s; too many unanswered ones mean that nobody is there. */
  #beat(): void {
    clearTimeout(this.#timer);
    if (this.#missedPongs >= MISSED_PONGS_MAX) {
      this.#retry(null);
      return;
    }
    if (this.#missedPongs >= QUIET_PONGS) this.#change({ isFresh: false });
    this.#missedPongs += 1;
    this.#ping();
    this.#timer = setTimeout(() => this.#beat(), HEARTBEAT_MS);
  }

  #ping(): void {
    this.#pingedAtMs = this.#now();
    this.#write(PING);
  }

  #hear(text: unknown): void {
    this.#heardAtMs = this.#now();
    // Only a server that speaks makes the connection good: one that accepts and hangs up at once
    // is tried ever more slowly.
    if (this.#connection.get().attempt > 0) this.#change({ attempt: 0 });
    const isSpeakingAgain = this.#silence?.heard(text === PONG ? "pong" : "frame") ?? false;
    if (isSpeakingAgain) this.#change({ isFresh: this.#hasSnapshot });
    if (text === PONG) {
      this.#missedPongs = 0;
      this.#change({ lagMs: this.#now() - this.#pingedAtMs, isFresh: this.#hasSnapshot });
      return;
    }
    const frame = typeof text === "string" ? readFrame(text) : null;
    if (frame) this.#take(frame);
  }

  #take(frame: ServerFrame): void {
    const verdict = this.#order.judge(frame);
    if (verdict === "gap") this.#beginAnew(frame.type);
    if (verdict !== "take") return;
    if ("snapshot" in frame && !this.#hasSnapshot) {
      this.#hasSnapshot = true;
      this.#change({ isFresh: true });
    }
    this.#options.onFrame(frame);
  }

  /** Something was missed: leaving a topic and coming back begins with a snapshot. */
  #beginAnew(type: string): void {
    for (const topic of this.#topics.keys()) {
      if (topic !== type && !topic.startsWith(`${type}.`)) continue;
      this.#send({ type: "unsub", params: topic });
      this.#send({ type: "sub", params: topic });
    }
  }
}
