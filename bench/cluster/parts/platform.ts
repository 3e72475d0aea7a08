// The whole platform as an operator starts it, alone (`npm start`) or in its roles (`npm run
// cluster`), on an empty directory of its own, and what its processes have cost so far. Linux only:
// the kernel's own count of every process is read.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../fanout/parts/contenders.ts";
import { createCpuMeter, type Spent } from "./cpu-meter.ts";

export type Platform = {
  readonly name: string;
  readonly port: number;
  /** Seconds of processor time so far, by what the processes are. */
  readonly spent: () => Spent;
  readonly stop: () => Promise<void>;
};

const ROOT = join(import.meta.dirname, "../../..");
const READY_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 100;
/** So that PostgreSQL, which is never root, may reach its own folder. */
const PASSABLE = 0o711;
/** As `npm start` has it. */
const YOUNG_SPACE = "--max-semi-space-size=64";

const SHAPES = {
  alone: [YOUNG_SPACE, join(ROOT, "scripts/start.mjs")],
  cluster: [join(ROOT, "scripts/cluster.mjs")],
} as const;

export async function startPlatform(name: keyof typeof SHAPES): Promise<Platform> {
  const dataDir = await mkdtemp(join(tmpdir(), `truetick-bench-${name}-`));
  await chmod(dataDir, PASSABLE);
  const port = await freePort();
  const child = spawn(process.execPath, SHAPES[name], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      NODE_ENV: "production",
      SIM_TRADERS: "0",
      // Every client of the bench has an address of its own, as a proxy would say it.
      TRUST_PROXY: "1",
      // Checkpoints fall into every window alike.
      PROOF_EVERY_SECONDS: "5",
      // The whole record is verified at night, not in one of the windows.
      PROOF_VERIFY_EVERY_SECONDS: "86400",
    },
  });
  await untilSaid(child, name);
  return {
    name,
    port,
    spent: createCpuMeter(child.pid ?? 0, name === "cluster" ? "balancer" : "server"),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The last line of a start says where the back office is. */
async function untilSaid(child: ChildProcess, name: string): Promise<void> {
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  // It would outlive a bench that breaks.
  process.once("exit", () => child.kill("SIGTERM"));
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    if (/^Back office /m.test(said)) return;
    if (child.exitCode !== null) break;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`the platform (${name}) is not ready:\n${said}`);
}
