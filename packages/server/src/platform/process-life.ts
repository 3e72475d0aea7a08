// Is a process still the one somebody wrote down? Process ids are reused and differ between
// containers, so a pid alone proves nothing. Used by directory-lock.ts and postgres/strays.ts.

import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The fields of /proc/PID/stat behind the name, which may itself hold spaces and brackets. */
const STATE_FIELD = 0;
const START_TIME_FIELD = 19;

/** A text that names this life of the pid, or null when nothing lives there. A zombie is dead. */
export async function lifeOf(pid: number): Promise<string | null> {
  if (!Number.isSafeInteger(pid) || pid < 1 || !isSignalable(pid)) return null;
  return process.platform === "linux" ? lifeOnLinux(pid) : lifeByPs(pid);
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: somebody else's process, but a process.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function lifeOnLinux(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // Alive, but hidden from us by how /proc is mounted.
  if (text === null) return isSignalable(pid) ? "hidden" : null;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const state = fields[STATE_FIELD] ?? "";
  return state === "Z" || state === "X" ? null : `started ${fields[START_TIME_FIELD]}`;
}

async function lifeByPs(pid: number): Promise<string | null> {
  const answer = await run("ps", ["-o", "stat=,lstart=", "-p", String(pid)]).catch(() => null);
  const [, state = "", started = ""] = /^\s*(\S+)\s+(.+?)\s*$/.exec(answer?.stdout ?? "") ?? [];
  return started === "" || state.startsWith("Z") ? null : `started ${started}`;
}

/** Names the space in which our pids mean something: this boot of this machine or container. */
export async function pidRealm(): Promise<string> {
  const parts = [
    hostname(),
    await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""),
    await readlink("/proc/self/ns/pid").catch(() => ""),
  ];
  return parts.map((part) => part.trim()).join(" ");
}
