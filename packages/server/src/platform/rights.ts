// What the application may do to each table, decided beside the table: a migration writes
//   comment on table journal is 'append-only: …';   the application reads and inserts
//   comment on table … is 'read-only: …';           the application reads
//   comment on table … is 'derived: …';             the application inserts and drops, no more
// and every other table is the application's to change. Applied at every start by
// prepare-database.ts, so that the rights always equal the comments. Invariant: the application
// owns no table, so it cannot give itself more.

import pg, { type ClientBase } from "pg";
import { codeOf } from "./start-refusal.ts";

export const APP_ROLE = "truetick_app";

/** PostgreSQL's ways to say: exists already, exists not, may not. */
const EXPECTED_CODES = new Set(["42710", "23505", "42704", "22023", "42501"]);

/**
 * Makes sure the application's role exists and may be used by whoever connects.
 * Answers false where the database's user may not arrange that.
 */
export async function ensureAppRole(
  client: ClientBase,
  { canLogin }: { canLogin: boolean },
): Promise<boolean> {
  const found = await client.query("select from pg_roles where rolname = $1", [APP_ROLE]);
  const login = canLogin ? "login" : "nologin";
  if (found.rowCount === 0) await attempt(client, `create role ${APP_ROLE} ${login}`);
  const canBecome = () => attempt(client, `set local role ${APP_ROLE}`);
  if (await canBecome()) return true;
  return (await attempt(client, `grant ${APP_ROLE} to current_user`)) && canBecome();
}

/** Sets the rights of the application's role on every table of ours. */
export async function grantRights(client: ClientBase): Promise<void> {
  const tables = await client.query<{ name: string; comment: string | null }>(
    `select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and pg_has_role(relowner, 'usage') order by relname`,
  );
  const statements = [`grant usage on schema public to ${APP_ROLE}`];
  for (const { name, comment } of tables.rows) {
    const table = `public.${pg.escapeIdentifier(name)}`;
    statements.push(
      `revoke all on ${table} from ${APP_ROLE}`,
      `grant ${privilegesOf(comment ?? "")} on ${table} to ${APP_ROLE}`,
    );
  }
  await client.query(statements.join(";\n"));
}

/** Numbered columns are `generated … as identity`: those need no right on their sequence. */
function privilegesOf(comment: string): string {
  if (/^append-only\b/.test(comment)) return "select, insert";
  if (/^read-only\b/.test(comment)) return "select";
  if (/^derived\b/.test(comment)) return "select, insert, delete";
  return "select, insert, update, delete";
}

async function attempt(client: ClientBase, sql: string): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    if (EXPECTED_CODES.has(codeOf(error) ?? "")) return false;
    throw error;
  }
}
