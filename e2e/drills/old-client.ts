// A page of the build before that stays open over an upgrade, as far as its line to the server
// goes: its socket speaks and reads by that build's own contract, comes back as that build does
// when it is told to, and its calls are that build's calls. Used by upgrade.test.ts.

import { join } from "node:path";
import WebSocket from "ws";
import type { Build } from "./build-before.ts";

type Contract = typeof import("@truetick/contract");

export type OldClient = {
  /** Times, on our steady clock, of frames with prices that it could read. */
  readonly pricesAt: readonly number[];
  /** How often it had to come back. */
  readonly returns: () => number;
  /** What it could not read or was refused; empty when all is well. */
  readonly complaints: readonly string[];
  /** Its own orders, told by the socket. */
  readonly endedOrders: ReadonlySet<string>;
  readonly stop: () => void;
};

export async function openOldClient(
  { root }: Build,
  { origin, token }: { readonly origin: string; readonly token: string },
): Promise<OldClient> {
  const contract: Contract = await import(join(root, "packages/contract/src/index.ts"));
  const client = new Client(contract, `${origin.replace("http", "ws")}`, token);
  client.connect();
  return {
    pricesAt: client.pricesAt,
    returns: () => client.returns,
    complaints: client.complaints,
    endedOrders: client.endedOrders,
    stop: () => client.stop(),
  };
}

class Client {
  readonly pricesAt: number[] = [];
  readonly complaints: string[] = [];
  readonly endedOrders = new Set<string>();
  returns = -1;
  readonly #contract: Contract;
  readonly #address: string;
  readonly #token: string;
  readonly #beating: NodeJS.Timeout;
  #socket: WebSocket | null = null;
  #failures = 0;
  #isStopped = false;

  constructor(contract: Contract, origin: string, token: string) {
    this.#contract = contract;
    this.#address = `${origin}${contract.SOCKET_PATH}?lang=en`;
    this.#token = token;
    this.#beating = setInterval(() => this.#send(contract.PING), contract.HEARTBEAT_MS);
  }

  connect(): void {
    const { CONNECT_TIMEOUT_MS: handshakeTimeout } = this.#contract;
    const socket = new WebSocket(this.#address, { handshakeTimeout });
    this.#socket = socket;
    socket.on("open", () => this.#greet());
    socket.on("message", (bytes) => this.#hear(String(bytes)));
    socket.on("error", () => undefined);
    socket.on("close", (_, reason) => this.#comeBack(String(reason)));
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#beating);
    this.#socket?.terminate();
  }

  #greet(): void {
    const { TOPIC_QUOTES, TOPIC_TRADE, TOPIC_CLOSED } = this.#contract;
    this.returns += 1;
    this.#send(JSON.stringify({ type: "login", params: this.#token }));
    for (const params of [TOPIC_QUOTES, TOPIC_TRADE, TOPIC_CLOSED]) {
      this.#send(JSON.stringify({ type: "sub", params }));
    }
  }

  #send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #hear(text: string): void {
    const { PONG, TOPIC_QUOTES, TOPIC_TRADE, TOPIC_CLOSED } = this.#contract;
    if (text === PONG) return;
    try {
      const frame = JSON.parse(text);
      if (frame.type === "error") this.complaints.push(text);
      else if (frame.type === "login") this.#failures = 0;
      else if (frame.type === TOPIC_QUOTES) {
        frame.data.map(this.#contract.quoteUpdateFromWire);
        this.pricesAt.push(performance.now());
      } else if (frame.type === TOPIC_TRADE) this.#contract.accountUpdateFromWire(frame.data);
      else if (frame.type === TOPIC_CLOSED) {
        for (const { id } of frame.data.map(this.#contract.endedOrderFromWire)) {
          this.endedOrders.add(id);
        }
      }
    } catch (error) {
      this.complaints.push(`${error}: ${text.slice(0, 200)}`);
    }
  }

  #comeBack(reason: string): void {
    if (this.#isStopped) return;
    const { RETRY_FIRST_MS, RETRY_MAX_MS, reconnectDelayMs } = this.#contract;
    const ownMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    setTimeout(() => this.connect(), reconnectDelayMs(reason) ?? ownMs);
  }
}
