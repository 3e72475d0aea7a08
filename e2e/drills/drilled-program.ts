// A platform of a drill's own: one process with its PostgreSQL in a folder that goes away with it,
// at one address however often it is started. Used by the drills that break something of it.

import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Load } from "../cluster-load.ts";
import { freePort, killAll, type Program, postgresOf, startProgram } from "../program.ts";
import { ownerAddress } from "../tamper.ts";

export const IS_FULL = process.env.FULL === "1";
export const DRILL_TIMEOUT_MS = IS_FULL ? 900_000 : 120_000;

/** After this somebody does not come back by himself. */
const BACK_MAX_MS = 60_000;

type Settings = Readonly<Record<string, string>>;

export type DrilledProgram = {
  readonly dataDir: string;
  readonly origin: string;
  /** Of the owner of the tables; the application has none of these rights. */
  readonly url: string;
  readonly start: (nodeOptions?: readonly string[], others?: Settings) => Promise<Program>;
  /** Of PostgreSQL's first process. */
  readonly postmaster: () => number;
  /** Ends whatever is left, and takes the folder away. */
  readonly close: () => Promise<void>;
};

export const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

export async function newProgram(): Promise<DrilledProgram> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), "truetick-drill-")));
  // PostgreSQL has a user of its own under root, who must be able to pass.
  chmodSync(dataDir, 0o711);
  const PORT = String(await freePort());
  return {
    dataDir,
    origin: `http://127.0.0.1:${PORT}`,
    url: ownerAddress(dataDir),
    start: (nodeOptions = [], others = {}) =>
      startProgram({ dataDir, nodeOptions, settings: { PORT, LOG_LEVEL: "fatal", ...others } }),
    postmaster: () =>
      Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10),
    close: async () => {
      await killAll();
      for (const pid of postgresOf(dataDir)) killIfAlive(pid);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** How long after that moment everybody has had a yes. Throws why somebody has given up. */
export async function untilAllAnswered(
  { traders, failure }: Pick<Load, "traders" | "failure">,
  sinceMs: number,
): Promise<number> {
  const endMs = performance.now() + BACK_MAX_MS;
  while (traders.some(({ answeredAt }) => (answeredAt.at(-1) ?? 0) <= sinceMs)) {
    const given = failure();
    if (given) throw given;
    if (performance.now() > endMs) throw new Error(`not everybody trades after ${BACK_MAX_MS} ms`);
    await pause(5);
  }
  return performance.now() - sinceMs;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** PostgreSQL's children go by themselves once the first is dead. */
export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
