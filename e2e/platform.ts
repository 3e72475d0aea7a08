// Starts the built server for a worker of the browser tests, with its own folder, port and
// PostgreSQL, and ends it as an operator would: SIGTERM, exit code 0. Used by journey.ts and
// screens.ts. Invariant: nothing of it is left behind, neither a process nor a folder.
import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = join(import.meta.dirname, "../packages/server/dist/main.js");
/** Below the range from which the system picks ports for outgoing connections. */
const PORT_MIN = 20_000;
const PORT_MAX = 32_000;
const READY_AFTER_MS_MAX = 60_000;
const STOP_AFTER_MS_MAX = 10_000;
/** Under root, PostgreSQL has a user of its own who must be able to pass. */
const PASSABLE = 0o711;

export type Platform = {
  /** Scheme, host and port; no slash at the end. */
  readonly origin: string;
  /** Everything the server has printed so far. */
  readonly printed: () => string;
  readonly stop: () => Promise<void>;
};

export async function startPlatform(
  settings: Readonly<Record<string, string>> = {},
): Promise<Platform> {
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-e2e-"));
  await chmod(dataDir, PASSABLE);
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(dataDir, "data"),
      MODE: "sandbox",
      SIM_SEED: "20240115",
      LOG_LEVEL: "warn",
      ...settings,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const origin = `http://localhost:${port}`;
  const stop = async () => {
    const code = await endProgram(child);
    await rm(dataDir, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The server ended with ${code} on SIGTERM:\n${printed}`);
  };
  try {
    await untilReady(origin, child);
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Error(`The server did not come up:\n${printed}`, { cause: error });
  }
  return { origin, printed: () => printed, stop };
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_AFTER_MS_MAX;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error(`Not ready after ${READY_AFTER_MS_MAX} ms`);
}

/** Answers the exit code; null when it had to be killed. */
async function endProgram(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const killer = setTimeout(() => child.kill("SIGKILL"), STOP_AFTER_MS_MAX);
  const code = await ended;
  clearTimeout(killer);
  return code;
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = PORT_MIN + Math.floor(Math.random() * (PORT_MAX - PORT_MIN));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
