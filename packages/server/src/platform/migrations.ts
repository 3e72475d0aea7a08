// Brings a database to the newest schema: NNNN-name.sql files, forward only. Called by
// prepare-database.ts as the owner of the tables. Invariants: a migration and the row that says
// so commit together, so a kill at any moment leaves the schema before or after it, never between
// (F25); two servers take turns; what was applied is what the file still says.

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientBase } from "pg";
import type { Log } from "./log.ts";
import { firstLine, StartRefusal } from "./start-refusal.ts";

export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
};

type Applied = { readonly number: number; readonly name: string; readonly checksum: string };

/** Any constant of our own: one lock for everything that shapes the schema. */
const SCHEMA_LOCK = 7_283_001;
const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;

export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const migrations: Migration[] = [];
  for (const fileName of names) {
    const [, digits, name] = FILE_NAME.exec(fileName) ?? [];
    const number = Number(digits);
    if (name === undefined || number <= (migrations.at(-1)?.number ?? 0)) {
      throw new StartRefusal(`Migrations are NNNN-name.sql, each number once: found ${fileName}.`);
    }
    // A checkout that rewrites line ends must not look like a changed migration.
    const sql = (await readFile(join(directory, fileName), "utf8")).replaceAll("\r\n", "\n");
    const checksum = createHash("sha256").update(sql).digest("hex");
    migrations.push({ number, name, sql, checksum });
  }
  return migrations;
}

/** Answers how many were applied now. Refuses a database that has had other migrations. */
export async function migrate(
  client: ClientBase,
  migrations: readonly Migration[],
  log: Log,
): Promise<number> {
  let count = 0;
  for (;;) {
    const next = await inSchemaTransaction(client, async () => {
      const pending = pendingAfter(await readApplied(client), migrations)[0];
      if (pending) await applyOne(client, pending);
      return pending;
    });
    if (!next) return count;
    count += 1;
    log.info({ number: next.number, name: next.name }, "applied a migration");
  }
}

/** From here to its end, this connection is alone in shaping the schema and its rights. */
export async function holdSchema(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [SCHEMA_LOCK]);
}

/** Runs alone among all servers of this database, and wholly or not at all. */
export async function inSchemaTransaction<T>(
  client: ClientBase,
  work: () => Promise<T>,
): Promise<T> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [SCHEMA_LOCK]);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // Where the connection itself is gone, PostgreSQL has rolled back already.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function readApplied(client: ClientBase): Promise<Applied[]> {
  const table = await client.query<{ exists: boolean }>(
    "select to_regclass('schema_migration') is not null as exists",
  );
  if (!table.rows[0]?.exists) return [];
  const applied = await client.query<Applied>(
    "select number, name, checksum from schema_migration order by number",
  );
  return applied.rows;
}

function pendingAfter(
  applied: readonly Applied[],
  migrations: readonly Migration[],
): readonly Migration[] {
  for (const [index, row] of applied.entries()) {
    const file = migrations.find(({ number }) => number === row.number);
    if (!file) {
      throw new StartRefusal(
        `The database has had migration ${row.number} (${row.name}), which this version does not ` +
          "know: it was used by a newer version.",
      );
    }
    const skipped = migrations[index];
    if (skipped && skipped !== file) {
      throw new StartRefusal(
        `Migration ${skipped.number} (${skipped.name}) came after this database had already had ` +
          `${row.number} (${row.name}): give it a higher number.`,
      );
    }
    if (row.checksum !== file.checksum) {
      throw new StartRefusal(
        `Migration ${file.number} (${file.name}) is not what this database has had: its file ` +
          "was changed after it was applied.",
      );
    }
  }
  return migrations.slice(applied.length);
}

async function applyOne(client: ClientBase, migration: Migration): Promise<void> {
  const before = await currentTransaction(client);
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw new StartRefusal(
      `Migration ${migration.number} (${migration.name}) failed: ${firstLine(error)}.`,
      { cause: error },
    );
  }
  if ((await currentTransaction(client)) !== before) {
    throw new Error(`Invariant: migration ${migration.number} does not end its own transaction`);
  }
  await client.query("insert into schema_migration (number, name, checksum) values ($1, $2, $3)", [
    migration.number,
    migration.name,
    migration.checksum,
  ]);
}

async function currentTransaction(client: ClientBase): Promise<string | undefined> {
  const answer = await client.query<{ id: string }>("select pg_current_xact_id()::text as id");
  return answer.rows[0]?.id;
}
