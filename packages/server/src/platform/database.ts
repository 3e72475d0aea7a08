// The typed door to PostgreSQL: a pool of connections under Kysely. Every area queries through it
// and adds its tables to `Tables` beside their definition:
//   declare module "../platform/database.ts" { interface Tables { market: MarketTable } }
// Invariants: int8 arrives as bigint, never as a float; a lost connection is logged and replaced,
// it does not end the process; what a query may wait for is bounded.

import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Log } from "./log.ts";

/** Grows by declaration merging: the platform may not know the areas above it. */
export interface Tables {
  schema_migration: SchemaMigrationTable;
}

type SchemaMigrationTable = {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: Date;
};

export type Database = Kysely<Tables>;

export type DatabaseAddress = {
  readonly url: string;
  /** Taken on by every connection, where the address itself names a mightier user. */
  readonly role: string | null;
};

const POOL_CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;

const INT8 = 20;
const INT8_ARRAY = 1016;

export type OpenDatabase = {
  readonly database: Database;
  /** How many connections there are, idle ones among them, and requests waiting for one. */
  readonly connections: () => { total: number; idle: number; waiting: number };
  readonly close: () => Promise<void>;
};

export function openDatabase({ url, role }: DatabaseAddress, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "truetick",
    keepAlive: true,
    types: { getTypeParser },
    // Awaited by the pool before the connection is lent to anyone; its type does not say so.
    onConnect: (client) => {
      // The pool listens only while a connection is idle. Lost while lent, the event would end
      // this process; the query that ran on it fails by itself.
      client.on("error", () => undefined);
      return client.query(sessionSettings(role)) as unknown as undefined;
    },
  });
  // Without a listener, a database that restarts would end this process.
  let isClosing = false;
  pool.on("error", (err) => {
    // A closed pool does not wait for its connections' farewell; PostgreSQL may be quicker.
    if (!isClosing) log.warn({ err }, "lost an idle database connection");
  });
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    database,
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => {
      isClosing = true;
      return database.destroy();
    },
  };
}

export type DatabaseHealth = {
  readonly isDatabaseReachable: boolean;
  /** False once a newer version has changed the schema under us. */
  readonly areMigrationsCurrent: boolean;
};

export async function checkDatabase(
  database: Database,
  newestMigration: number,
): Promise<DatabaseHealth> {
  const newest = await database
    .selectFrom("schema_migration")
    .select((eb) => eb.fn.max("number").as("number"))
    .executeTakeFirst()
    .catch(() => null);
  return {
    isDatabaseReachable: newest !== null,
    // During an upgrade a newer build has brought more; what we know of is still as we know it.
    areMigrationsCurrent: (newest?.number ?? 0) >= newestMigration,
  };
}

/** What every session of ours begins with; also for the few that are not of the pool. */
export function sessionSettings(role: string | null): string {
  const settings = [
    // The owner made the tables here; "$user" would mean another schema to another role.
    "set search_path = public",
    `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
  ];
  if (role !== null) settings.push(`set role ${pg.escapeIdentifier(role)}`);
  return settings.join("; ");
}

/** Per pool, not for the whole process: nobody's parsers change by importing this file. */
function getTypeParser(oid: number, format?: "text" | "binary") {
  if (format !== "binary" && oid === INT8) return BigInt;
  if (format !== "binary" && oid === INT8_ARRAY) return parseInt8Array;
  return pg.types.getTypeParser(oid, format);
}

function parseInt8Array(text: string): (bigint | null)[] {
  const entries = text.slice(1, -1);
  if (entries === "") return [];
  return entries.split(",").map((entry) => (entry === "NULL" ? null : BigInt(entry)));
}
