// The product as it is built and started for users, at one address, on the bench's database: to be
// ended and started again under its clients.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const SERVER = join(import.meta.dirname, "../../../packages/server");
const VITE = join(import.meta.dirname, "../../../node_modules/vite/bin/vite.js");
const READY_WITHIN_MS = 60_000;

export type WholeProgram = {
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startWholeProgram({
  databaseUrl,
  port,
}: {
  databaseUrl: string;
  port: number;
}): Promise<WholeProgram> {
  const built = spawnSync(process.execPath, [VITE, "build"], { cwd: SERVER, stdio: "pipe" });
  if (built.status !== 0) throw new Error(`the server does not build: ${built.stderr}`);
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-fanout-"));
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    NODE_ENV: "production",
  };
  const start = async () => {
    const child = spawn(process.execPath, [join(SERVER, "dist/main.js")], {
      stdio: ["ignore", "ignore", "inherit"],
      env,
    });
    await untilReady(port, child);
    return child;
  };
  let child = await start();
  return {
    async restart() {
      await end(child);
      child = await start();
    },
    async stop() {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += 100) {
    if (child.exitCode !== null) throw new Error("the server did not start");
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) return;
    await sleep(100);
  }
  throw new Error("the server is not ready");
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
}
