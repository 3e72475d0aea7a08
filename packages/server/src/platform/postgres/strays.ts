// Ends what a killed server left behind: a PostgreSQL without a parent, or the backends of a
// killed one (F01, F03). Called by supervisor.ts before each start, while we hold the directory's
// lock. Invariant: a process is touched only if it is PostgreSQL and works in our cluster.

import { execFile } from "node:child_process";
import { readdir, readFile, readlink, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Log } from "../log.ts";
import { lifeOf } from "../process-life.ts";

const run = promisify(execFile);

const LOOK_AGAIN_MS = 50;
/** How long each signal is given. Fast, then immediate (recovers at the next start), then force. */
const ESCALATION: readonly { signal: NodeJS.Signals; patienceMs: number }[] = [
  { signal: "SIGINT", patienceMs: 10_000 },
  { signal: "SIGQUIT", patienceMs: 5_000 },
  { signal: "SIGKILL", patienceMs: 5_000 },
];

export type PostmasterFile = { readonly pid: number; readonly isReady: boolean };

/** PostgreSQL's own note about itself: pid on the first line, its state on the eighth. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), isReady: lines[7]?.trim() === "ready" };
}

export async function endStrays(clusterDir: string, log: Log): Promise<void> {
  for (const { signal, patienceMs } of ESCALATION) {
    const strays = await findStrays(clusterDir);
    if (strays.length === 0) break;
    log.warn({ pids: strays, signal }, "ending a PostgreSQL that a killed server left behind");
    await signalAndWait(strays, { signal, patienceMs });
  }
  await removeMisleadingFile(clusterDir);
}

/**
 * PostgreSQL believes any living pid in its note, also one that meanwhile belongs to somebody
 * else, or to a zombie nobody reaps. No stray is left here, so the note is about the past.
 */
async function removeMisleadingFile(clusterDir: string): Promise<void> {
  if ((await findStrays(clusterDir)).length > 0) return;
  await rm(join(clusterDir, "postmaster.pid"), { force: true });
}

async function signalAndWait(
  pids: readonly number[],
  { signal, patienceMs }: { signal: NodeJS.Signals; patienceMs: number },
): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone in the meantime, which is all we wanted.
    }
  }
  for (let waited = 0; waited < patienceMs; waited += LOOK_AGAIN_MS) {
    const lives = await Promise.all(pids.map((pid) => lifeOf(pid)));
    if (lives.every((life) => life === null)) return;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** The postmaster alone where it lives, since it ends its backends in order; else the backends. */
async function findStrays(clusterDir: string): Promise<number[]> {
  const noted = await readPostmasterFile(clusterDir);
  if (noted && (await isOurs(noted.pid, clusterDir))) return [noted.pid];
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const ours = await Promise.all(pids.map((pid) => isOurs(pid, clusterDir)));
  return pids.filter((_, index) => ours[index]);
}

async function isOurs(pid: number, clusterDir: string): Promise<boolean> {
  if ((await lifeOf(pid)) === null) return false;
  if (process.platform === "linux") {
    // Every process of PostgreSQL works in its data directory.
    const place = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    const program = await readlink(`/proc/${pid}/exe`).catch(() => "");
    return place === clusterDir && /^postgres\b/.test(basename(program));
  }
  const answer = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => null);
  return answer?.stdout.includes("postgres") === true && answer.stdout.includes(clusterDir);
}
