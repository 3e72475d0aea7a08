// Our own PostgreSQL through everything that may befall it: killed, orphaned, started twice, placed
// deep. The processes are real, and so are the kills (F01, F03, F04, F27).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ask, endAll, newDirectory, startOwner } from "../../testing/postgres-life.ts";
import { openDatabase } from "../database.ts";
import { createLog } from "../log.ts";
import { lifeOf } from "../process-life.ts";
import { isRoot, nobody } from "./child-user.ts";
import { type Postgres, startPostgres } from "./supervisor.ts";

const log = createLog("silent");
const isFull = process.env.FULL === "1";
const KILLS = isFull ? 50 : 3;
const KILLS_MAX_MS = isFull ? 600_000 : 60_000;
const WRITERS = 4;

function start(dataDir: string, announce = (_: string) => undefined): Promise<Postgres> {
  const onLost = (reason: Error) => {
    throw reason;
  };
  return startPostgres({ dataDir, log, announce, onLost });
}

/** Never 0: a signal to process 0 would go to the test run itself. */
function pidOf(postgres: Postgres): number {
  const pid = postgres.pid();
  if (pid === null) throw new Error("Invariant: PostgreSQL runs");
  return pid;
}

afterAll(endAll);

describe("a running PostgreSQL", () => {
  let dataDir: string;
  let postgres: Postgres;
  beforeAll(async () => {
    dataDir = await newDirectory();
    postgres = await start(dataDir);
  });
  afterAll(() => postgres.stop());

  it("keeps page checksums (F27), waits for the disk, sorts alike on every system", async () => {
    const rows = await ask(
      postgres.ownerUrl,
      `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commits, datlocprovider as provider,
              datlocale as locale from pg_database where datname = current_database()`,
    );
    expect(rows).toEqual([
      { checksums: "on", fsync: "on", commits: "on", provider: "b", locale: "C.UTF-8" },
    ]);
  });

  it("keeps its log in small files: while one is filled, commits wait", async () => {
    const [row] = await ask(postgres.ownerUrl, "show wal_segment_size");
    expect(row).toEqual({ wal_segment_size: "4MB" });
  });

  it("listens on a socket in a folder of its own, and nowhere else", async () => {
    const folder = join(dataDir, "postgres-socket");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await ask(postgres.ownerUrl, "show listen_addresses")).toEqual([
      { listen_addresses: "" },
    ]);
    if (process.platform === "linux") expect(await tcpSocketsOf(pidOf(postgres))).toEqual([]);
  });

  it("lets in this system user only, and only as the two roles", async () => {
    const rows = await ask(postgres.ownerUrl, "select type, auth_method from pg_hba_file_rules");
    expect(rows).toEqual([{ type: "local", auth_method: "peer" }]);
    const stranger = postgres.ownerUrl.replace("user=truetick", "user=postgres");
    await expect(ask(stranger, "select 1")).rejects.toMatchObject({ code: "28000" });
  });

  it(
    "F03: killed under load, comes back with every answered commit; the pool works",
    async () => {
      await ask(postgres.ownerUrl, "create table written (id int8 primary key)");
      const { database, close } = openDatabase({ url: postgres.ownerUrl, role: null }, log);
      const load = writeUntilTold(postgres.ownerUrl);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const victim = pidOf(postgres);
        process.kill(victim, "SIGKILL");
        // Its backends answer for another moment; only then does the next life begin.
        await vi.waitFor(() => expect([null, victim]).not.toContain(postgres.pid()), 20_000);
        const before = load.answered.size;
        await vi.waitFor(
          () => expect(load.answered.size).toBeGreaterThan(before + WRITERS),
          20_000,
        );
      }
      await load.stop();
      const found = await ask(postgres.ownerUrl, "select id::int4 as id from written");
      const kept = new Set(found.map((row) => row.id));
      expect([...load.answered].filter((id) => !kept.has(id))).toEqual([]);
      await database.selectNoFrom((eb) => eb.lit(1).as("one")).execute();
      await close();
    },
    KILLS_MAX_MS,
  );
});

/** Several connections insert and remember what was answered, reconnecting when they must. */
function writeUntilTold(url: string): { answered: Set<number>; stop: () => Promise<void> } {
  const answered = new Set<number>();
  let next = 0;
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
      client.on("error", () => undefined);
      try {
        await client.connect();
        while (!isOver) {
          next += 1;
          const id = next;
          await client.query("insert into written values ($1)", [id]);
          answered.add(id);
        }
      } catch {
        // Killed under us; the next round connects again.
        await sleep(20);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  });
  return {
    answered,
    stop: async () => {
      isOver = true;
      await Promise.all(writers);
    },
  };
}

async function tcpSocketsOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => "")),
  );
  const inodes = targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/${pid}/net/${name}`, "utf8").catch(() => "")),
  );
  const open = tables
    .join("\n")
    .split("\n")
    .map((line) => line.trim().split(/\s+/)[9]);
  return inodes.filter((inode) => open.includes(inode));
}

describe("the life of a cluster", () => {
  it("stops without leaving a process, socket or lock, and keeps what was written", async () => {
    const dataDir = await newDirectory();
    const first = await start(dataDir);
    await ask(first.ownerUrl, "create table kept as select 7 as number");
    const pid = pidOf(first);
    await first.stop();
    expect(await lifeOf(pid)).toBeNull();
    expect(await readdir(dataDir)).toEqual(["postgres"]);
    expect(await readdir(first.clusterDir)).not.toContain("postmaster.pid");
    expect(await readdir(first.clusterDir)).not.toContain("server.lock");
    const second = await start(dataDir);
    expect(await ask(second.ownerUrl, "select number from kept")).toEqual([{ number: 7 }]);
    await second.stop();
  });

  it("F01: after kill -9 of its owner, the next start ends the orphan and goes on", async () => {
    const dataDir = await newDirectory();
    const killed = await startOwner(dataDir);
    await ask(killed.ownerUrl, "create table kept as select 8 as number");
    await killed.end("SIGKILL");
    expect(await lifeOf(killed.pid)).not.toBeNull();
    const next = await startOwner(dataDir);
    expect(await lifeOf(killed.pid)).toBeNull();
    expect(await ask(next.ownerUrl, "select number from kept")).toEqual([{ number: 8 }]);
    await next.end("SIGTERM");
    expect(await lifeOf(next.pid)).toBeNull();
  });

  it("F03: after kill -9 of both, the next start recovers", async () => {
    const dataDir = await newDirectory();
    const killed = await startOwner(dataDir);
    await ask(killed.ownerUrl, "create table kept as select 9 as number");
    await killed.end("SIGKILL");
    process.kill(killed.pid, "SIGKILL");
    const next = await startOwner(dataDir);
    expect(await ask(next.ownerUrl, "select number from kept")).toEqual([{ number: 9 }]);
    await next.end("SIGTERM");
  });

  it("F04: refuses a second owner with one line and leaves the first alone", async () => {
    const dataDir = await newDirectory();
    const first = await startOwner(dataDir);
    await expect(startOwner(dataDir)).rejects.toThrow(
      new RegExp(`^DATA_DIR ${dataDir} is in use by another server \\(process \\d+\\)\\. .*\\n$`),
    );
    expect(await ask(first.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    await first.end("SIGTERM");
  });

  it("is not stopped by a note whose process id belongs to somebody else now", async () => {
    const dataDir = await newDirectory();
    const first = await start(dataDir);
    await first.stop();
    // Of the same user, or PostgreSQL would see by itself that it is not one of its own.
    const bystander = spawn("sleep", ["60"], isRoot() ? await nobody() : {});
    await once(bystander, "spawn");
    const note = `${bystander.pid}\n${first.clusterDir}\n1\n5432\n/nowhere\n\n1 1\nready\n`;
    await writeFile(join(first.clusterDir, "postmaster.pid"), note);
    const second = await start(dataDir);
    expect(await lifeOf(bystander.pid ?? 0)).not.toBeNull();
    bystander.kill();
    await second.stop();
  });

  it("starts over when the making of the cluster was interrupted", async () => {
    const dataDir = await newDirectory();
    const draft = join(dataDir, "postgres-draft-1");
    await mkdir(draft);
    await writeFile(join(draft, "PG_VERSION"), "18\n");
    const postgres = await start(dataDir);
    expect(await readdir(dataDir)).not.toContain("postgres-draft-1");
    await postgres.stop();
  });

  it("works in a folder too deep for a socket", async () => {
    const dataDir = join(await newDirectory(), "deep".repeat(20), "deeper".repeat(10));
    await mkdir(dataDir, { recursive: true });
    const postgres = await start(dataDir);
    expect(await ask(postgres.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    const folder = new URL(postgres.ownerUrl).searchParams.get("host") ?? "";
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await postgres.stop();
    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("refuses what is not a whole cluster, or another version's", async () => {
    const dataDir = await newDirectory();
    const cluster = join(dataDir, "postgres");
    await mkdir(cluster);
    await expect(start(dataDir)).rejects.toThrow("is not a whole database");
    await writeFile(join(cluster, "PG_VERSION"), "13\n");
    await expect(start(dataDir)).rejects.toThrow(
      "was made by PostgreSQL 13; this version brings 18",
    );
  });
});
