// One run of the PostgreSQL server process: started, watched until it is ready, stopped. Its
// supervisor decides when. Its words go to our log, and the last complaint is kept for the
// refusal in case it does not come up.

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import { type Binaries, CHILD_ENVIRONMENT } from "./binaries.ts";
import type { Placement } from "./placement.ts";
import { postgresArguments } from "./settings.ts";
import { readPostmasterFile } from "./strays.ts";

export type Postmaster = {
  readonly pid: number;
  /** Settles when the process is gone. */
  readonly gone: Promise<void>;
  readonly stop: () => Promise<void>;
};

export type PostmasterOptions = {
  readonly placement: Placement;
  readonly binaries: Binaries;
  readonly socketDir: string;
  readonly connectionsMax?: number | undefined;
  readonly log: Log;
};

const LOOK_AGAIN_MS = 20;
/** Recovery after a crash reads all that was written since the last checkpoint. */
const RECOVERY_MAX_MS = 600_000;
/** Both together stay within the 5 s in which the whole server must be gone. */
const FAST_STOP_MS = 2_000;
const IMMEDIATE_STOP_MS = 800;

/** Answers the running server once it takes connections, or why it ended before. */
export async function startPostmaster(
  options: PostmasterOptions,
): Promise<Postmaster | { readonly complaint: string }> {
  const { placement, binaries, socketDir, connectionsMax, log } = options;
  const { clusterDir, user } = placement;
  const settings = postgresArguments({ clusterDir, socketDir, connectionsMax });
  const child = spawn(binaries.postgres, settings, {
    ...user,
    cwd: "/",
    env: CHILD_ENVIRONMENT,
    // A process group of its own: Ctrl-C in the terminal is for us, we stop it in our order.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  // However this process ends, PostgreSQL is told; only kill -9 leaves it to the next start.
  const tell = () => child.kill("SIGINT");
  process.once("exit", tell);
  const complaints = listen(child, log);
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      isGone = true;
      process.off("exit", tell);
      resolve();
    };
    child.once("exit", end);
    child.once("error", (error) => {
      complaints.push(error.message);
      end();
    });
  });
  for (let waited = 0; !isGone && waited < RECOVERY_MAX_MS; waited += LOOK_AGAIN_MS) {
    const note = await readPostmasterFile(clusterDir);
    if (note?.isReady && note.pid === child.pid) return running(child, note.pid, gone);
    await sleep(LOOK_AGAIN_MS);
  }
  child.kill("SIGQUIT");
  return { complaint: complaints.at(-1) ?? "it ended without a word" };
}

function running(child: ChildProcess, pid: number, gone: Promise<void>): Postmaster {
  return {
    pid,
    gone,
    stop: async () => {
      child.kill("SIGINT");
      if (await settlesWithin(gone, FAST_STOP_MS)) return;
      child.kill("SIGQUIT");
      if (await settlesWithin(gone, IMMEDIATE_STOP_MS)) return;
      child.kill("SIGKILL");
      await gone;
    },
  };
}

async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  const patience = new AbortController();
  const isInTime = await Promise.race([
    promise.then(() => true),
    sleep(ms, false, { signal: patience.signal }).catch(() => false),
  ]);
  patience.abort();
  return isInTime;
}

/** Answers the list to which complaints are added as they come. */
function listen(child: ChildProcess, log: Log): string[] {
  const complaints: string[] = [];
  if (!child.stderr) throw new Error("Invariant: standard error is a pipe");
  createInterface({ input: child.stderr }).on("line", (line) => {
    const [, severity = "", words = line] = /^([A-Z]+):\s+(.*)$/.exec(line) ?? [];
    if (severity === "FATAL" || severity === "PANIC" || severity === "") complaints.push(words);
    if (severity === "PANIC") log.error({ postgres: words }, "PostgreSQL failed");
    else if (severity === "WARNING") log.warn({ postgres: words }, "PostgreSQL warns");
    else log.debug({ severity, postgres: words }, "PostgreSQL says");
  });
  return complaints;
}
