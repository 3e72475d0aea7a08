// The servers of this bench, each in a process of its own: the product and its peers. A peer whose
// program is not there is left out, and the bench says so.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { findNats } from "../../../scripts/nats.mjs";
import type { Kind } from "./clients-load.ts";
import { pinToServerCore } from "./pin.ts";

export type Contender = {
  readonly name: string;
  readonly kind: Kind;
  readonly port: number;
  readonly setRate: (ticksPerMarketPerSecond: number) => void;
  /** Seconds of processor time that the server has used so far. */
  readonly cpuSeconds: () => number;
  readonly rssBytes: () => number;
  readonly stop: () => Promise<void>;
};

const ROOT = join(import.meta.dirname, "../../..");
const PORT_MIN = 20_000;
const PORT_SPAN = 12_000;

/** As `npm start` and the files of deploy/ start the product. */
const AS_STARTED = ["--max-semi-space-size=64"];

export async function startNode(
  kind: "product" | "naive" | "socketio",
  markets: number,
): Promise<Contender> {
  const port = await freePort();
  const flags = kind === "product" ? AS_STARTED : [];
  const args = [...flags, "--import", "tsx", scriptOf(kind), String(markets), String(port)];
  return contenderOf(kind, kind, port, spawn(process.execPath, args, SPAWNED));
}

const BUN = join(ROOT, "bench/fanout/bun");

/** Null where there is no Bun for this machine. */
export async function startBun(
  markets: number,
  mode: "flush" | "tick",
  flushEveryMs: number,
): Promise<Contender | null> {
  const folder = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : "x64"}`;
  const program = join(BUN, "node_modules", folder, "bin/bun");
  // Of a hundred megabytes, so that only who runs this bench installs it.
  if (!existsSync(program)) spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: BUN });
  const runs = existsSync(program) && spawnSync(program, ["--version"]).status === 0;
  if (!runs) return skip("Bun", "the npm package `bun` has no program that runs here");
  const port = await freePort();
  const args = [scriptOf("bun"), String(markets), String(port), mode, String(flushEveryMs)];
  return contenderOf(`bun ${mode}`, "bun", port, spawn(program, args, SPAWNED));
}

/** Null where nats-server is not installed. */
export async function startNats(markets: number): Promise<Contender | null> {
  const program = findNats();
  if (program === null || spawnSync(program, ["--version"]).status !== 0) {
    return skip("nats-server", "it is not installed (Debian: apt install nats-server)");
  }
  const [port, feedPort] = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), "truetick-nats-"));
  const settings = join(folder, "nats.conf");
  await writeFile(
    settings,
    `listen: "127.0.0.1:${feedPort}"\nmax_connections: 20000\n` +
      `websocket { listen: "127.0.0.1:${port}", no_tls: true }\n`,
  );
  const server = spawn(program, ["-c", settings], { stdio: "ignore" });
  // It would outlive a bench that breaks: it has no line to its parent as the others have.
  process.once("exit", () => server.kill("SIGTERM"));
  await untilListening(feedPort);
  const args = ["--import", "tsx", scriptOf("nats-publisher"), String(markets), String(feedPort)];
  const publisher = await contenderOf("nats", "nats", port, spawn(process.execPath, args, SPAWNED));
  pinToServerCore(server.pid);
  return {
    ...publisher,
    ...usageOf(server),
    stop: async () => {
      await publisher.stop();
      server.kill("SIGTERM");
      if (server.exitCode === null) await once(server, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const SPAWNED = { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] as ["pipe", "pipe", "inherit"] };

function scriptOf(name: string): string {
  return join(import.meta.dirname, `${name}-server.ts`);
}

function skip(name: string, why: string): null {
  console.log(`SKIP  ${name}: ${why}`);
  return null;
}

async function contenderOf(
  name: string,
  kind: Kind,
  port: number,
  child: ReturnType<typeof spawn>,
): Promise<Contender> {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("Invariant: it was started with pipes");
  const said = once(createInterface({ input: stdout }), "line");
  const gone = once(child, "exit").then(([code]) => {
    throw new Error(`${name} ended with ${code} before it was ready`);
  });
  await Promise.race([said, gone]);
  gone.catch(() => undefined);
  // A publisher is no server: it must not take the server's time.
  if (kind !== "nats") pinToServerCore(child.pid);
  return {
    name,
    kind,
    port,
    setRate: (rate) => void stdin.write(`rate ${rate}\n`),
    ...usageOf(child),
    stop: async () => {
      stdin.write("quit\n");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

const TICKS_PER_SECOND = 100;
const USER_FIELD = 11;
const SYSTEM_FIELD = 12;

function usageOf({ pid }: ChildProcess): Pick<Contender, "cpuSeconds" | "rssBytes"> {
  return {
    cpuSeconds() {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[USER_FIELD]) + Number(fields[SYSTEM_FIELD])) / TICKS_PER_SECOND;
    },
    rssBytes() {
      const text = readFileSync(`/proc/${pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) * 1_024;
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (!(await isFree(port))) return;
    await sleep(50);
  }
  throw new Error("nats-server does not listen");
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORT_MIN + Math.floor(Math.random() * PORT_SPAN);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (free) await new Promise((resolve) => probe.close(resolve));
  return free;
}
