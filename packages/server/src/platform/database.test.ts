// The typed door to PostgreSQL, on a real one: exact integers, a pool that outlives its
// connections, and an application that owns nothing.

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { checkDatabase, openDatabase } from "./database.ts";
import { createLog } from "./log.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

async function ask<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> {
  return (await query.execute(test.database)).rows[0];
}

describe("database", () => {
  it("reads int8 as bigint beyond 2^53, alone and in arrays", async () => {
    const row = await ask(
      sql<object>`select 9223372036854775807 as big, array[9007199254740993, null]::int8[] as many,
                         '{}'::int8[] as none, 7::int4 as small, 1.10::numeric as exact`,
    );
    expect(row).toEqual({
      big: 9223372036854775807n,
      many: [9007199254740993n, null],
      none: [],
      small: 7,
      exact: "1.10",
    });
  });

  it("serves as a role that owns no table and cannot rewrite the schema's record", async () => {
    const row = await ask(sql<{ who: string; owned: number }>`
      select current_user as who,
             (select count(*)::int4 from pg_class
              where relowner = current_user::regrole) as owned`);
    expect(row).toEqual({ who: "truetick_app", owned: 0 });
    await expect(test.database.deleteFrom("schema_migration").execute()).rejects.toMatchObject({
      code: "42501",
    });
    await expect(sql`create table mine (id int)`.execute(test.database)).rejects.toMatchObject({
      code: "42501",
    });
  });

  it("F07: replaces connections that PostgreSQL ended, without ending the process", async () => {
    await ask(sql`select 1`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
              where usename = current_user and pid <> pg_backend_pid()`.execute(test.database);
    await expect(
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(test.database),
    ).rejects.toThrow();
    await vi.waitFor(() => ask(sql`select 1`), { timeout: 2_000 });
  });

  it("knows whether it can be reached and whether its schema has all that we know", async () => {
    const newest = await ask(
      sql<{ number: number }>`select max(number) as number from schema_migration`,
    );
    const number = newest?.number ?? 0;
    expect(await checkDatabase(test.database, number)).toEqual({
      isDatabaseReachable: true,
      areMigrationsCurrent: true,
    });
    expect(await checkDatabase(test.database, number + 1)).toEqual({
      isDatabaseReachable: true,
      areMigrationsCurrent: false,
    });
    // As the build before sees it while an upgrade is under way (F24).
    expect(await checkDatabase(test.database, number - 1)).toEqual({
      isDatabaseReachable: true,
      areMigrationsCurrent: true,
    });
    const nowhere = test.appUrl.replace("host=", "host=%2Fnowhere");
    const unreachable = openDatabase({ url: nowhere, role: null }, createLog("silent"));
    expect(await checkDatabase(unreachable.database, number)).toEqual({
      isDatabaseReachable: false,
      areMigrationsCurrent: false,
    });
    await unreachable.close();
  });

  it("bounds how long a statement may run", async () => {
    const row = await ask(
      sql<{ limit: string }>`select current_setting('statement_timeout') "limit"`,
    );
    expect(row).toEqual({ limit: "15s" });
  });
});
