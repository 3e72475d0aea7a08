// Makes a database fit to serve: checks its version, brings the schema up to date, and gives the
// application its rights. Called once per start by main.ts (and once per test run), as the owner
// of the tables. The application then connects with the address answered here: as a role that
// owns nothing, or, where the database's user may not make roles, as that user, with a warning.

import pg, { type ClientBase } from "pg";
import type { DatabaseAddress } from "./database.ts";
import type { Log } from "./log.ts";
import { holdSchema, inSchemaTransaction, migrate, readMigrations } from "./migrations.ts";
import { APP_ROLE, ensureAppRole, grantRights } from "./rights.ts";
import { codeOf, firstLine, StartRefusal } from "./start-refusal.ts";

export type PrepareOptions = {
  /** Reaches the database as the owner of its tables. */
  readonly ownerUrl: string;
  /** Reaches it as the application's role; null where only the owner can log in. */
  readonly appUrl: string | null;
  readonly migrationsDir: string;
  readonly log: Log;
};

export type PreparedDatabase = {
  readonly address: DatabaseAddress;
  readonly newestMigration: number;
};

const VERSION_MIN = 14;
const CONNECT_TIMEOUT_MS = 5_000;

export async function prepareDatabase(options: PrepareOptions): Promise<PreparedDatabase> {
  const { ownerUrl, appUrl, migrationsDir, log } = options;
  const migrations = await readMigrations(migrationsDir);
  const client = await connect(ownerUrl);
  try {
    await requireVersion(client);
    await client.query("set search_path = public");
    // Should we be killed, the other end notices and rolls back, instead of finishing the statement
    // with the lock in hand. Not every system it runs on can.
    await client.query("set client_connection_check_interval = 1000").catch(() => undefined);
    // The processes of one platform start together: roles and rights are made by one at a time too.
    await holdSchema(client);
    const hasAppRole = await ensureAppRole(client, { canLogin: appUrl !== null });
    await migrate(client, migrations, log);
    if (hasAppRole) await inSchemaTransaction(client, () => grantRights(client));
    else log.warn({ role: APP_ROLE }, "this database's user may not make roles: serving as owner");
    const role = hasAppRole && appUrl === null ? APP_ROLE : null;
    return {
      address: { url: appUrl ?? ownerUrl, role },
      newestMigration: migrations.at(-1)?.number ?? 0,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connect(url: string): Promise<pg.Client> {
  let client: pg.Client;
  try {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: "truetick-migrate",
    });
  } catch (error) {
    throw new StartRefusal(`DATABASE_URL cannot be used: ${firstLine(error)}.`, { cause: error });
  }
  // A connection that breaks makes its running query fail; the event itself adds nothing.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new StartRefusal(unreachable(client, error), { cause: error });
  }
}

/** Says where it looked, without the password. */
function unreachable(client: pg.Client, error: unknown): string {
  const place = client.host.startsWith("/") ? client.host : `${client.host}:${client.port}`;
  // Node tries every address of a name and packs the failures into one error without words.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = codeOf(first);
  const why = code === "ENOTFOUND" ? "no such host" : firstLine(first);
  return `The database ${client.database ?? ""} at ${place} cannot be used: ${why}.`;
}

async function requireVersion(client: ClientBase): Promise<void> {
  const answer = await client.query<{ number: string; words: string }>(
    `select current_setting('server_version_num') as number,
            current_setting('server_version') as words`,
  );
  const found = answer.rows[0];
  if (!found || Number(found.number) < VERSION_MIN * 10_000) {
    throw new StartRefusal(
      `PostgreSQL ${VERSION_MIN} or newer is needed; this one is ${found?.words ?? "unknown"}.`,
    );
  }
}
