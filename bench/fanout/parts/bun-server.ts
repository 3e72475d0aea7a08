// Bun's own publish, run by Bun. "flush": the strongest use of it, one message of all that changed,
// as often as the product flushes. "tick": every tick as it comes.

import { obey } from "./control.ts";
import { createTicker, rowOf } from "./ticks.ts";

type BunSocket = { readonly subscribe: (topic: string) => void };
declare const Bun: {
  readonly serve: (options: {
    readonly port: number;
    readonly hostname: string;
    readonly development: boolean;
    readonly fetch: (
      request: unknown,
      server: { readonly upgrade: (request: unknown) => boolean },
    ) => unknown;
    readonly websocket: {
      readonly open: (socket: BunSocket) => void;
      readonly message: () => void;
    };
  }) => { readonly publish: (topic: string, text: string) => number };
};

const TOPIC = "DAY_MARKET";
const [markets, port, mode, flushEveryMs] = process.argv.slice(2);
const changed = new Map<number, object>();
let seq = 0;

const server = Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  development: false,
  fetch: (request, self) => (self.upgrade(request) ? undefined : null),
  websocket: { open: (socket) => socket.subscribe(TOPIC), message: () => undefined },
});

function publish(data: readonly object[]): void {
  server.publish(TOPIC, JSON.stringify({ type: TOPIC, sim: true, seq, data }));
}

const ticker = createTicker(Number(markets), (tick) => {
  seq += 1;
  const row = rowOf(tick, seq);
  if (mode === "tick") publish([row]);
  else changed.set(tick.at, row);
});
if (mode === "flush") {
  setInterval(() => {
    if (changed.size === 0) return;
    publish([...changed.values()]);
    changed.clear();
  }, Number(flushEveryMs));
}
obey(Number(port), ticker.setRate);
