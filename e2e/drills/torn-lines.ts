// Stands on the lines between a cluster's processes and what they share (PostgreSQL, NATS) and does
// to each line by chance what networks do: cuts it, lets it stand half-open, loses the way back,
// makes it slow. Other lines stay whole meanwhile. Used by the drill of F08.

import { once } from "node:events";
import { createConnection, createServer, type NetConnectOpts, type Socket } from "node:net";
import type { Dice } from "../campaigns/dice.ts";

export const FAULTS = ["cut", "stall", "deaf", "slow"] as const;
type Fault = (typeof FAULTS)[number];

export type TornLines = {
  /** Does something to about a third of the lines there are; answers what, to how many. */
  readonly tear: (dice: Dice) => Readonly<Record<Fault, number>>;
  /** What was held back arrives, as when a network comes back before anybody gave up. */
  readonly mend: () => void;
  readonly close: () => Promise<void>;
};

type Line = { readonly client: Socket; readonly server: Socket; state: Fault | "whole" };

const TORN_SHARE = 1 / 3;
const SLOW_MS_MAX = 800;

/**
 * Carries one direction of a line as long as its state lets it. Invariant: what is late, held or
 * let go again arrives in the order in which it was sent, as it does on any connection.
 */
function carry(line: Line, { from, to }: { readonly from: Socket; readonly to: Socket }) {
  const waiting: { readonly chunk: Buffer; readonly readyAtMs: number }[] = [];
  let timer: NodeJS.Timeout | null = null;
  const isHeld = () => line.state === "stall" || (line.state === "deaf" && to === line.client);
  const send = () => {
    timer = null;
    for (let next = waiting[0]; next !== undefined && !isHeld(); next = waiting[0]) {
      const waitMs = next.readyAtMs - performance.now();
      if (waitMs > 0) {
        timer = setTimeout(send, waitMs);
        return;
      }
      waiting.shift();
      to.write(next.chunk);
    }
  };
  const sendOn = () => {
    if (timer === null) send();
  };
  from.on("data", (chunk: Buffer) => {
    const delayMs = line.state === "slow" ? Math.random() * SLOW_MS_MAX : 0;
    waiting.push({ chunk, readyAtMs: performance.now() + delayMs });
    sendOn();
  });
  return sendOn;
}

export async function startTornLines(
  at: { readonly path: string } | { readonly port: number },
  behind: NetConnectOpts,
): Promise<TornLines> {
  const lines = new Map<Line, () => void>();
  const proxy = createServer((client) => {
    const line: Line = { client, server: createConnection(behind), state: "whole" };
    const { server } = line;
    const end = () => {
      lines.delete(line);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on("error", end).on("close", end);
    const releases = [
      carry(line, { from: client, to: server }),
      carry(line, { from: server, to: client }),
    ];
    lines.set(line, () => {
      for (const release of releases) release();
    });
  });
  proxy.listen("path" in at ? at : { ...at, host: "127.0.0.1" });
  await once(proxy, "listening");
  return {
    tear: (dice) => {
      const done = { cut: 0, stall: 0, deaf: 0, slow: 0 };
      for (const line of [...lines.keys()]) {
        if (!dice.isLucky(TORN_SHARE)) continue;
        line.state = dice.pick(FAULTS);
        done[line.state] += 1;
        if (line.state === "cut") line.client.destroy();
      }
      return done;
    },
    mend: () => {
      for (const [line, release] of lines) {
        line.state = "whole";
        release();
      }
    },
    close: async () => {
      proxy.close();
      for (const { client } of [...lines.keys()]) client.destroy();
      await once(proxy, "close");
    },
  };
}
