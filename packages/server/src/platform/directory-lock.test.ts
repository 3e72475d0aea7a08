// One owner per directory, whatever became of the last one (F04).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDirectory } from "./directory-lock.ts";
import { lifeOf, pidRealm } from "./process-life.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "truetick-lock-"));
});
afterEach(() => rm(directory, { recursive: true }));

async function plantLock(owner: object, ageMs = 0): Promise<void> {
  const path = join(directory, "server.lock");
  await writeFile(path, JSON.stringify(owner));
  const at = new Date(Date.now() - ageMs);
  await utimes(path, at, at);
}

async function takeAndRelease(): Promise<void> {
  const lock = await lockDirectory(directory);
  await lock.release();
}

describe("lockDirectory", () => {
  it("refuses a second owner in one line and leaves nothing behind at the end", async () => {
    const lock = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(
      `DATA_DIR ${directory} is in use by another server (process ${process.pid}).`,
    );
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
    await takeAndRelease();
  });

  it("waits for an owner that is just stopping", async () => {
    const lock = await lockDirectory(directory);
    const next = lockDirectory(directory);
    await sleep(400);
    await lock.release();
    await (await next).release();
  });

  it("takes over from a killed owner", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    await once(child, "spawn");
    const pid = child.pid ?? 0;
    await plantLock({ pid, life: await lifeOf(pid), realm: await pidRealm() });
    await expect(lockDirectory(directory)).rejects.toThrow(`process ${pid}`);
    child.kill("SIGKILL");
    await once(child, "exit");
    await takeAndRelease();
  });

  it("is not fooled by a process id that was given to somebody else", async () => {
    await plantLock({ pid: process.pid, life: "started 1", realm: await pidRealm() });
    await takeAndRelease();
  });

  it("takes over a lock that is not readable as one", async () => {
    await writeFile(join(directory, "server.lock"), "half a li");
    await takeAndRelease();
  });

  it("takes over from another container or boot that fell silent", async () => {
    await plantLock({ pid: process.pid, life: "started 1", realm: "elsewhere" }, 60_000);
    await takeAndRelease();
  });

  it("refuses while an owner in another container shows life", async () => {
    await plantLock({ pid: 7, life: "started 1", realm: "elsewhere" });
    const path = join(directory, "server.lock");
    const heartbeat = setInterval(() => void utimes(path, new Date(), new Date()), 300);
    await expect(lockDirectory(directory)).rejects.toThrow("process 7");
    clearInterval(heartbeat);
  });

  it("gives a dead owner's lock to exactly one of many", async () => {
    await plantLock({ pid: process.pid, life: "started 1", realm: await pidRealm() });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => lockDirectory(directory)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const owner: unknown = JSON.parse(await readFile(join(directory, "server.lock"), "utf8"));
    expect(owner).toMatchObject({ pid: process.pid, life: await lifeOf(process.pid) });
  });
});
