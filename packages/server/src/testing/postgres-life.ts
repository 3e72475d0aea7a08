// What the tests of the supervisor need again and again: directories PostgreSQL can live in, a
// process that owns one, a single question to a database. `endAll` cleans up after them.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";

const OWNER = join(import.meta.dirname, "postgres-owner.ts");
const PASSABLE = 0o711;

const directories: string[] = [];
const children = new Set<ChildProcess>();

export async function newDirectory(mode = PASSABLE): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "truetick-pg-")));
  await chmod(directory, mode);
  directories.push(directory);
  return directory;
}

export async function endAll(): Promise<void> {
  for (const child of children) child.kill("SIGKILL");
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
}

export async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

export type Owner = {
  readonly ownerUrl: string;
  /** Of its PostgreSQL. */
  readonly pid: number;
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
};

/** Rejects with whatever the owner said when it would not start. */
export async function startOwner(
  dataDir: string,
  user: { uid: number; gid: number } | null = null,
): Promise<Owner> {
  const child = spawn(process.execPath, ["--import", "tsx", OWNER, dataDir], {
    ...user,
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  const complaints: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "close").then(() => [null]),
  ])) as [string | null];
  if (line === null) throw new Error(Buffer.concat(complaints).toString());
  const ready = JSON.parse(line) as { ownerUrl: string; pid: number };
  return {
    ...ready,
    end: async (signal) => {
      child.kill(signal);
      await once(child, "exit");
      children.delete(child);
    },
  };
}
