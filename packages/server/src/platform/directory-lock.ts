// One owner per directory. main.ts takes DATA_DIR before anything in it is touched. The lock is a
// file that names its owner and survives kill -9; whoever comes next finds out whether the owner
// still lives. Invariant: while the holder lives, nobody else gets the lock.

import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lifeOf, pidRealm } from "./process-life.ts";
import { codeOf, StartRefusal } from "./start-refusal.ts";

export type DirectoryLock = { readonly release: () => Promise<void> };

type Owner = { readonly pid: number; readonly life: string; readonly realm: string };

const FILE_NAME = "server.lock";
const HEARTBEAT_MS = 2_000;
/** An owner whose pid we cannot look up (another container) is dead after so long a silence. */
const SILENT_MAX_MS = 7_000;
const LOOK_AGAIN_MS = 250;
/** An owner that was just told to stop is waited for; one that stays is a second server. */
const PATIENCE_MS = 2_000;

/** Refuses when another living process holds the directory. */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, FILE_NAME);
  const realm = await pidRealm();
  const mine = JSON.stringify({ pid: process.pid, life: await lifeOf(process.pid), realm });
  const refusesAt = performance.now() + PATIENCE_MS;
  for (;;) {
    if (await create(path, mine)) return hold(path, mine);
    const found = await readFile(path, "utf8").catch(() => null);
    if (found === null) continue;
    const owner = parseOwner(found);
    if (!owner || !(await isAlive(owner, { path, realm }))) {
      await removeStale(path, found);
      continue;
    }
    if (performance.now() > refusesAt) {
      throw new StartRefusal(
        `DATA_DIR ${directory} is in use by another server (process ${owner.pid}). ` +
          "Stop that one, or choose another DATA_DIR.",
      );
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** A hard link appears with its whole content or not at all; plain writing does not. */
async function create(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function hold(path: string, mine: string): DirectoryLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release: async () => {
      clearInterval(heartbeat);
      const found = await readFile(path, "utf8").catch(() => null);
      if (found === mine) await rm(path, { force: true });
    },
  };
}

function parseOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    const isOwner =
      typeof value === "object" &&
      value !== null &&
      "pid" in value &&
      "life" in value &&
      "realm" in value;
    if (!isOwner) return null;
    return { pid: Number(value.pid), life: String(value.life), realm: String(value.realm) };
  } catch {
    return null;
  }
}

async function isAlive(
  owner: Owner,
  { path, realm }: { path: string; realm: string },
): Promise<boolean> {
  if (owner.realm === realm) return (await lifeOf(owner.pid)) === owner.life;
  return hasHeartbeat(path);
}

async function hasHeartbeat(path: string): Promise<boolean> {
  const first = await modifiedAt(path);
  if (first === null || Date.now() - first > SILENT_MAX_MS) return false;
  for (let waited = 0; waited < SILENT_MAX_MS; waited += LOOK_AGAIN_MS) {
    await sleep(LOOK_AGAIN_MS);
    const latest = await modifiedAt(path);
    if (latest !== first) return latest !== null;
  }
  return false;
}

async function modifiedAt(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.mtimeMs ?? null;
}

/** Moves the dead lock aside first: of several who found it dead, exactly one succeeds. */
async function removeStale(path: string, content: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  // Somebody was quicker and we moved their fresh lock: give it back.
  if ((await readFile(aside, "utf8")) !== content) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
