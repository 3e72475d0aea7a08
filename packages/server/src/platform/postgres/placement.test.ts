// Where the cluster goes under root, who owns it, and that no later start ever finds another one.
// The half about root runs only as root, the other half in both cases.

import { spawnSync } from "node:child_process";
import { chmod, chown, lstat, mkdir, readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ask, endAll, newDirectory, startOwner } from "../../testing/postgres-life.ts";
import { createLog } from "../log.ts";
import { canReach, isRoot, nobody } from "./child-user.ts";
import { SYSTEM_HOME } from "./placement.ts";
import { type Postgres, startPostgres } from "./supervisor.ts";

const log = createLog("silent");
const announced: string[] = [];

function start(dataDir: string): Promise<Postgres> {
  return startPostgres({
    dataDir,
    log,
    announce: (line) => announced.push(line),
    onLost: () => undefined,
  });
}

afterAll(endAll);

if (!isRoot()) console.log("Not root: what root's PostgreSQL does is skipped.");

describe.skipIf(!isRoot())("under root", () => {
  it("runs PostgreSQL as nobody, whom the cluster belongs to", async () => {
    const dataDir = await newDirectory();
    const postgres = await start(dataDir);
    const user = await nobody();
    expect(await stat(postgres.clusterDir)).toMatchObject({ uid: user.uid, gid: user.gid });
    expect(await stat(`/proc/${postgres.pid()}`)).toMatchObject({ uid: user.uid });
    await postgres.stop();
  });

  it("does not let in other processes of nobody's", async () => {
    const dataDir = await newDirectory();
    const postgres = await start(dataDir);
    const knock = `
      const pg = require("pg");
      const client = new pg.Client({ connectionString: process.argv[1] });
      client.connect().then(() => "in", (error) => error.code).then((word) => {
        console.log(word);
        process.exit();
      });`;
    const run = spawnSync(process.execPath, ["-e", knock, postgres.ownerUrl], {
      ...(await nobody()),
      cwd: import.meta.dirname,
      encoding: "utf8",
      timeout: 20_000,
    });
    // Where nobody cannot read this checkout, there is nothing to knock with.
    if (await canReach(await nobody(), import.meta.dirname)) {
      expect(run.stdout.trim()).toBe("28000");
    }
    await postgres.stop();
  });

  it("goes to the system's folder when nobody cannot reach DATA_DIR, and stays there", async () => {
    const home = await newDirectory(0o700);
    const dataDir = join(home, "data");
    await mkdir(dataDir);
    announced.length = 0;
    const first = await start(dataDir);
    expect(announced).toEqual([
      `PostgreSQL runs as \`nobody\`, who cannot reach ${dataDir}: ` +
        `the database goes to ${dirname(first.clusterDir)}.`,
    ]);
    expect(first.clusterDir.startsWith(`${SYSTEM_HOME}/cluster-`)).toBe(true);
    expect((await lstat(join(dataDir, "postgres"))).isSymbolicLink()).toBe(true);
    await ask(first.ownerUrl, "create table kept as select 3 as number");
    await first.stop();

    await chmod(home, 0o755);
    const second = await start(dataDir);
    expect(second.clusterDir).toBe(first.clusterDir);
    expect(await ask(second.ownerUrl, "select number from kept")).toEqual([{ number: 3 }]);
    await second.stop();

    await rm(dirname(first.clusterDir), { recursive: true });
    await expect(start(dataDir)).rejects.toThrow("points to a database that is gone");
    await rmdir(SYSTEM_HOME).catch(() => undefined);
  });

  it("gives two unreachable folders two databases", async () => {
    const homes = [await newDirectory(0o700), await newDirectory(0o700)];
    const both = await Promise.all(homes.map(start));
    expect(both[0]?.clusterDir).not.toBe(both[1]?.clusterDir);
    for (const { stop, clusterDir } of both) {
      await stop();
      await rm(dirname(clusterDir), { recursive: true });
    }
    await rmdir(SYSTEM_HOME).catch(() => undefined);
  });

  it("refuses, rather than start empty, when a full cluster has become unreachable", async () => {
    const home = await newDirectory();
    const dataDir = join(home, "data");
    await mkdir(dataDir);
    const postgres = await start(dataDir);
    await postgres.stop();
    await chmod(home, 0o700);
    await expect(start(dataDir)).rejects.toThrow(/cannot be reached by user id \d+/);
    expect(await readdir(join(dataDir, "postgres"))).toContain("PG_VERSION");
  });

  it("goes on with the cluster of an ordinary user, as that user", async () => {
    const user = { uid: 23_456, gid: 23_456 };
    const dataDir = await newDirectory();
    const first = await start(dataDir);
    await ask(first.ownerUrl, "create table kept as select 4 as number");
    await first.stop();
    const given = spawnSync("chown", ["-R", `${user.uid}:${user.gid}`, first.clusterDir]);
    expect(given.status).toBe(0);
    const second = await start(dataDir);
    expect(await stat(`/proc/${second.pid()}`)).toMatchObject({ uid: user.uid });
    expect(await ask(second.ownerUrl, "select number from kept")).toEqual([{ number: 4 }]);
    await second.stop();
  });
});

describe("as an ordinary user", () => {
  it("runs PostgreSQL as itself", async () => {
    const dataDir = await newDirectory();
    // As root the owner becomes an ordinary user: one that can read this checkout, if it may.
    const user = isRoot() ? await nobody() : null;
    if (user && !(await canReach(user, import.meta.dirname))) {
      console.log("Ordinary users cannot read this checkout: nothing to show as one.");
      return;
    }
    if (user) await chown(dataDir, user.uid, user.gid);
    const owner = await startOwner(dataDir, user);
    expect(await stat(join(dataDir, "postgres"))).toMatchObject({
      uid: user?.uid ?? process.getuid?.(),
    });
    await owner.end("SIGTERM");
    expect(await readdir(dataDir)).toEqual(["postgres"]);
  });
});

describe("canReach", () => {
  it("asks every folder on the way, by owner, group or other", async () => {
    const outer = await newDirectory(0o755);
    const inner = join(outer, "inner");
    await mkdir(inner);
    const { uid, gid } = await stat(inner);
    const stranger = { uid: uid + 1, gid: gid + 1 };
    expect(await canReach(null, inner)).toBe(true);
    await chmod(inner, 0o711);
    expect(await canReach(stranger, inner)).toBe(true);
    await chmod(inner, 0o770);
    expect(await canReach(stranger, inner)).toBe(false);
    expect(await canReach({ uid: uid + 1, gid }, inner)).toBe(true);
    await chmod(outer, 0o700);
    await chmod(inner, 0o755);
    expect(await canReach(stranger, inner)).toBe(false);
    expect(await canReach({ uid, gid }, inner)).toBe(true);
  });
});
