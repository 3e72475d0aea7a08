// A real nats-server for a test file, on a port of its own, that can be killed, paused and started
// again on the same port. Found by scripts/nats.mjs; tests that need it are skipped where there is
// none, and say so.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect as connectTcp, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";

export type NatsServer = {
  readonly url: string;
  /** At once, as by kill -9. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** It neither reads nor writes until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
};

/** What a test names as its reason when it is skipped. */
export const NATS_ABSENT = "needs nats-server (Debian: apt-get install nats-server)";
const START_TIMEOUT_MS = 10_000;
const PORT_MIN = 20_000;
const PORTS = 10_000;

export function hasNats(): boolean {
  return inject("natsServer") !== null;
}

export async function startNats(): Promise<NatsServer> {
  const path = inject("natsServer");
  if (path === null) throw new Error(NATS_ABSENT);
  const port = await freePort();
  let child: ChildProcess | null = null;
  async function start(): Promise<void> {
    const args = ["--addr", "127.0.0.1", "--port", String(port), "--log", "/dev/null"];
    child = spawn(path ?? "", args, { stdio: "ignore" });
    const startedAt = performance.now();
    while (!(await isListening(port))) {
      if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS) {
        throw new Error("nats-server does not come up");
      }
      await sleep(10);
    }
  }
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    async kill() {
      const dying = child;
      child = null;
      if (dying === null || dying.exitCode !== null || dying.signalCode !== null) return;
      dying.kill("SIGKILL");
      await once(dying, "close");
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
  };
}

/** Below those that the system hands out by itself, so that it stays free over a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = PORT_MIN + Math.floor(Math.random() * PORTS);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp(port, "127.0.0.1");
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}
