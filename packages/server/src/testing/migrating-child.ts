// A process to be killed in the middle of a migration (F25). Parameters: the address of the
// database, the schema to migrate, the folder of the migrations. Says "migrating" when it begins.

import pg from "pg";
import { createLog } from "../platform/log.ts";
import { migrate, readMigrations } from "../platform/migrations.ts";

const [url, schema, directory] = process.argv.slice(2);
if (!url || !schema || !directory) throw new Error("Invariant: three parameters");

const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query(`set search_path = ${schema}; set client_connection_check_interval = 20`);
const migrations = await readMigrations(directory);
console.log("migrating");
await migrate(client, migrations, createLog("silent"));
await client.end();
