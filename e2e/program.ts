// Runs the built server as a person would, through scripts/start.mjs or, in its roles, through
// scripts/cluster.mjs, and watches it from outside: what it prints, how it ends, which processes it
// leaves. Used by the tests of its life cycle.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");
const SCRIPTS = { alone: "scripts/start.mjs", cluster: "scripts/cluster.mjs" } as const;
/** A cluster is eleven processes that start together. */
const READY_MAX_MS = { alone: 60_000, cluster: 150_000 } as const;
const END_MAX_MS = 60_000;
/** Below the range from which the system takes the ports of outgoing connections. */
const PORT_MIN = 20_000;
const PORT_SPAN = 12_000;

export type User = { readonly uid: number; readonly gid: number } | null;

export type ProgramOptions = {
  readonly dataDir: string;
  /** One process that plays every role, unless said otherwise. */
  readonly shape?: keyof typeof SCRIPTS;
  readonly settings?: Readonly<Record<string, string>>;
  readonly user?: User;
  /** Of the checkout it is started from. */
  readonly root?: string;
  /** Given to Node before the script. */
  readonly nodeOptions?: readonly string[];
  /** `npm start` instead of the script that it runs. */
  readonly isThroughNpm?: boolean;
};

export type End = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
};

export type Program = {
  readonly pid: number;
  readonly origin: string;
  readonly readyAfterMs: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly end: (signal: NodeJS.Signals) => Promise<End>;
};

const running = new Map<ChildProcess, Promise<unknown>>();

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORT_MIN + Math.floor(Math.random() * PORT_SPAN);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(false));
      probe.listen(port, () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

function launch(options: ProgramOptions, port: number) {
  const { dataDir, settings, user, root = ROOT, nodeOptions = [], isThroughNpm } = options;
  const script = SCRIPTS[options.shape ?? "alone"];
  const command = isThroughNpm ? "npm" : process.execPath;
  const parameters = isThroughNpm ? ["start"] : [...nodeOptions, join(root, script)];
  const child = spawn(command, parameters, {
    ...user,
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      // Whoever wants the simulated traders says so: they cost every first start some seconds.
      SIM_TRADERS: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const ended = once(child, "close").then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  running.set(child, ended);
  return { child, output, ended };
}

/** Starts it and waits until it says where it serves. Throws what it said when it does not. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const port = Number(options.settings?.PORT ?? (await freePort()));
  const startedAt = performance.now();
  const { child, output, ended } = launch(options, port);
  const isReady = () => /^Back office {2}\S+\/desk$/m.test(output.stdout);
  let code: number | null | undefined;
  void ended.then((exitCode) => {
    code = exitCode;
  });
  while (!isReady()) {
    const isLate = performance.now() - startedAt > READY_MAX_MS[options.shape ?? "alone"];
    if (code !== undefined || isLate) {
      child.kill("SIGKILL");
      throw new Error(`not ready (exit ${code}):\n${output.stdout}${output.stderr}`);
    }
    await new Promise((resume) => setTimeout(resume, 10));
  }
  return {
    pid: child.pid ?? -1,
    origin: `http://127.0.0.1:${port}`,
    readyAfterMs: performance.now() - startedAt,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    end: async (signal) => {
      const toldAt = performance.now();
      child.kill(signal);
      return { code: await ended, ...output, tookMs: performance.now() - toldAt };
    },
  };
}

/** Runs it to its end: by itself, or because it was told to after a while. */
export async function runToEnd(options: ProgramOptions, endAfterMs?: number): Promise<End> {
  const startedAt = performance.now();
  const port = Number(options.settings?.PORT ?? (await freePort()));
  const { child, output, ended } = launch(options, port);
  const impatience = setTimeout(() => child.kill("SIGKILL"), END_MAX_MS);
  const request = endAfterMs && setTimeout(() => child.kill("SIGTERM"), endAfterMs);
  const code = await ended;
  clearTimeout(impatience);
  clearTimeout(request);
  return { code, ...output, tookMs: performance.now() - startedAt };
}

export async function killAll(): Promise<void> {
  for (const child of running.keys()) child.kill("SIGKILL");
  await Promise.all(running.values());
}

/** The process ids of PostgreSQL working in that directory, by what the system knows of them. */
export function postgresOf(dataDir: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        if (/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) return false;
        return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, "postgres");
      } catch {
        return false;
      }
    });
}
