// Live sockets in a process of their own: each logs in, follows all prices and its own account, and
// counts what it is told. Told by its parent what to do.

import { connect, type Socket } from "node:net";
import { HEARTBEAT_MS } from "@truetick/contract";
import { FrameReader, textFrame, upgradeRequest } from "../../fanout/parts/frames.ts";

export type SocketsOrder =
  | { readonly order: "connect"; readonly port: number; readonly tokens: readonly string[] }
  | { readonly order: "count" | "leave" };

/** Since the last time somebody asked. */
export type Told = {
  /** News of a market in one client's frame. */
  readonly updates: number;
  readonly priceFrames: number;
  readonly accountFrames: number;
  readonly lost: number;
};

const MARKET = '"Bid":"';
const PRICES = '{"type":"DAY_MARKET"';
const ACCOUNT = '{"type":"FOREX_TRADE"';
const LOGGED_IN = '{"type":"login"';

const NOTHING = { updates: 0, priceFrames: 0, accountFrames: 0, lost: 0 };
let told = { ...NOTHING };
let sockets: Socket[] = [];

function hear(text: string): void {
  if (text.startsWith(ACCOUNT)) told.accountFrames += 1;
  if (!text.startsWith(PRICES)) return;
  told.priceFrames += 1;
  for (let at = text.indexOf(MARKET); at >= 0; at = text.indexOf(MARKET, at + 1)) told.updates += 1;
}

/** Resolves when it is logged in. */
function open(port: number, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const reader = new FrameReader((text) => {
      if (text.startsWith(LOGGED_IN)) resolve(socket);
      if (text.startsWith('{"type":"error"')) reject(new Error(text));
      hear(text);
    });
    let head: string | null = "";
    socket.on("data", (bytes: Buffer) => {
      if (head === null) {
        reader.take(bytes);
        return;
      }
      head += bytes.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end === -1) return;
      if (!head.startsWith("HTTP/1.1 101")) reject(new Error(head.slice(0, 200)));
      const rest = Buffer.from(head.slice(end + 4), "latin1");
      head = null;
      for (const frame of greetingOf(token)) socket.write(frame);
      reader.take(rest);
    });
    socket.on("error", reject);
    socket.on("close", () => {
      told.lost += 1;
    });
    socket.write(upgradeRequest("/v1/ws?lang=en"));
  });
}

function greetingOf(token: string): Buffer[] {
  const frames = [
    { type: "login", params: token },
    { type: "sub", params: "DAY_MARKET" },
    { type: "sub", params: "FOREX_TRADE" },
  ];
  return frames.map((frame) => textFrame(JSON.stringify(frame)));
}

async function openAll(port: number, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) sockets.push(await open(port, token));
}

setInterval(() => {
  for (const socket of sockets) socket.write(textFrame("ping"));
}, HEARTBEAT_MS).unref();

process.on("message", (order: SocketsOrder) => {
  if (order.order === "connect") {
    openAll(order.port, order.tokens).then(
      () => process.send?.("done"),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
    return;
  }
  if (order.order === "leave") {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  }
  process.send?.(told);
  told = { ...NOTHING };
});
process.on("disconnect", () => process.exit(0));
