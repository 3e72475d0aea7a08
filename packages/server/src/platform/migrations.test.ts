// Forward only, all or nothing, one at a time, and never on a schema that is not what it seems.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createLog } from "./log.ts";
import { migrate, readMigrations } from "./migrations.ts";

const log = createLog("silent");
const CHILD = join(import.meta.dirname, "../testing/migrating-child.ts");
const FIRST = join(import.meta.dirname, "../../migrations/0001-platform.sql");
const PAUSE = "select pg_sleep(0.06);";
const isFull = process.env.FULL === "1";
const KILLS = isFull ? 60 : 6;
const KILLS_MAX_MS = isFull ? 600_000 : 60_000;

let test: TestDatabase;
let directory: string;
let schemas = 0;
const clients: pg.Client[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await test.close();
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "truetick-migrations-"));
  await write("0001-platform.sql", await readFile(FIRST, "utf8"));
  return () => rm(directory, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(directory, name), sql);

async function connect(schema: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  clients.push(client);
  await client.query(`create schema if not exists ${schema}; set search_path = ${schema}`);
  return client;
}

const freshSchema = () => `s${++schemas}`;

async function run(client: pg.Client): Promise<number> {
  return migrate(client, await readMigrations(directory), log);
}

/** Every column and every applied migration of a schema, as one text. */
async function shapeOf(client: pg.Client, schema: string): Promise<string> {
  const columns = await client.query(
    `select table_name, column_name, data_type, is_nullable from information_schema.columns
     where table_schema = $1 order by table_name, ordinal_position`,
    [schema],
  );
  const applied = await client.query(
    `select number, name, checksum from ${schema}.schema_migration order by number`,
  );
  return JSON.stringify([columns.rows, applied.rows]);
}

describe("migrate", () => {
  it("applies what is new, in order, once", async () => {
    const client = await connect(freshSchema());
    await write("0002-a.sql", "create table a (id int);");
    await write("0003-b.sql", "alter table a add column note text; insert into a values (1, 'x');");
    expect(await run(client)).toBe(3);
    expect(await run(client)).toBe(0);
    await write("0004-c.sql", "insert into a values (2, 'y');");
    expect(await run(client)).toBe(1);
    expect((await client.query("select count(*)::int as n from a")).rows).toEqual([{ n: 2 }]);
  });

  it("F25: undoes the whole of a migration that fails, and keeps those before it", async () => {
    const client = await connect(freshSchema());
    await write("0002-a.sql", "create table a (id int);");
    await write("0003-bad.sql", "create table b (id int); select 1 / 0;");
    await expect(run(client)).rejects.toThrow("Migration 3 (bad) failed: division by zero.");
    const found = await client.query("select to_regclass('a') as a, to_regclass('b') as b");
    expect(found.rows).toEqual([{ a: "a", b: null }]);
    await write("0003-bad.sql", "create table b (id int);");
    expect(await run(client)).toBe(1);
  });

  it("refuses a file that was changed after it was applied, but not its line ends", async () => {
    const client = await connect(freshSchema());
    await write("0002-a.sql", "create table a (\n  id int\n);\n");
    await run(client);
    await write("0002-a.sql", "create table a (\r\n  id int\r\n);\r\n");
    expect(await run(client)).toBe(0);
    await write("0002-a.sql", "create table a (\n  id bigint\n);\n");
    await expect(run(client)).rejects.toThrow("Migration 2 (a) is not what this database has had");
  });

  it("refuses a database that a newer version has migrated", async () => {
    const client = await connect(freshSchema());
    await write("0002-a.sql", "create table a (id int);");
    await run(client);
    await rm(join(directory, "0002-a.sql"));
    await expect(run(client)).rejects.toThrow("it was used by a newer version");
  });

  it("refuses a migration that slips in below one that was applied", async () => {
    const client = await connect(freshSchema());
    await write("0010-b.sql", "create table b (id int);");
    await run(client);
    await write("0005-late.sql", "create table late (id int);");
    await expect(run(client)).rejects.toThrow(
      "Migration 5 (late) came after this database had already had 10 (b)",
    );
  });

  it("refuses doubles and odd names", async () => {
    await write("0001-again.sql", "select 1;");
    await expect(readMigrations(directory)).rejects.toThrow("found 0001-platform.sql");
    await rm(join(directory, "0001-again.sql"));
    await write("0002_Under.sql", "select 1;");
    await expect(readMigrations(directory)).rejects.toThrow("found 0002_Under.sql");
  });

  it("catches a migration that ends its own transaction", async () => {
    const client = await connect(freshSchema());
    await write("0002-sly.sql", "create table a (id int); commit; begin;");
    await expect(run(client)).rejects.toThrow("does not end its own transaction");
  });

  it("lets two servers take turns: everything is applied once", async () => {
    const schema = freshSchema();
    for (let number = 2; number <= 6; number += 1) {
      await write(`000${number}-step.sql`, `create table t${number} (id int); ${PAUSE}`);
    }
    const both = [await connect(schema), await connect(schema), await connect(schema)];
    const counts = await Promise.all(both.map(run));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
  });

  it(
    "F25: killed at any moment and run again, gives the same schema",
    async () => {
      for (let number = 2; number <= 5; number += 1) {
        const made = `create table t${number} (id int primary key);`;
        const filled = `insert into t${number} select generate_series(1, 100);`;
        const changed = `alter table t${number} add column note text not null default 'x';`;
        await write(`000${number}-step.sql`, [made, PAUSE, filled, PAUSE, changed].join("\n"));
      }
      const untouched = freshSchema();
      const reference = await connect(untouched);
      await run(reference);
      const wanted = await shapeOf(reference, untouched);
      // One after the other: they would only wait for each other's lock.
      let leftMax = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const schema = freshSchema();
        const client = await connect(schema);
        await killWhileMigrating(schema, 20 + (kill * 540) / KILLS);
        leftMax = Math.max(leftMax, await run(client));
        expect(await shapeOf(client, schema)).toBe(wanted);
        await client.end();
      }
      // Else the kills came too late to prove anything.
      expect(leftMax).toBeGreaterThan(1);
    },
    KILLS_MAX_MS,
  );
});

async function killWhileMigrating(schema: string, afterMs: number): Promise<void> {
  const parameters = ["--import", "tsx", CHILD, test.ownerUrl, schema, directory];
  const child: ChildProcess = spawn(process.execPath, parameters, { stdio: "pipe" });
  if (!child.stdout) throw new Error("Invariant: its output is a pipe");
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  expect(said.toString()).toContain("migrating");
  // On a quick machine it may be done by itself before.
  const gone = once(child, "exit");
  await sleep(afterMs);
  child.kill("SIGKILL");
  await gone;
}
