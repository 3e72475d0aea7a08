// The sockets of a platform's readers, in a process of their own.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { SocketsOrder, Told } from "./sockets-load.ts";

export type Sockets = {
  readonly connect: () => Promise<void>;
  /** What they were told since the last time this was asked. */
  readonly count: () => Promise<Told>;
  readonly leave: () => Promise<void>;
  readonly stop: () => void;
};

export async function openSockets(port: number, tokens: readonly string[]): Promise<Sockets> {
  const child = fork(join(import.meta.dirname, "sockets-load.ts"));
  return {
    connect: async () => void (await ask(child, { order: "connect", port, tokens })),
    // The answer to "count" is what was told; the child is this bench's own.
    count: async () => (await ask(child, { order: "count" })) as Told,
    leave: async () => void (await ask(child, { order: "leave" })),
    stop: () => child.disconnect(),
  };
}

async function ask(child: ChildProcess, order: SocketsOrder): Promise<unknown> {
  child.send(order);
  const [answer] = await once(child, "message");
  if (typeof answer === "object" && answer !== null && "error" in answer) {
    throw new Error(`the sockets could not ${order.order}: ${answer.error}`);
  }
  return answer;
}
