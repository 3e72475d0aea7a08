// A database of its own for a test file: a copy of the migrated template, made in a moment, queried
// as the application's role, with the rights it has in production. Dropped by `close`.

import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "../platform/database.ts";
import { createLog } from "../platform/log.ts";

export type TestDatabase = {
  readonly database: Database;
  readonly appUrl: string;
  /** For what only the owner of the tables may do. */
  readonly ownerUrl: string;
  readonly close: () => Promise<void>;
};

const TEMPLATE = "truetick";
/** Two copies of one template cannot be made at the same moment; another file is just doing it. */
const TEMPLATE_BUSY = "55006";
const ATTEMPTS_MAX = 100;

export async function createTestDatabase(): Promise<TestDatabase> {
  const templateUrl = inject("templateOwnerUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const adminUrl = withDatabase(templateUrl, "postgres");
  await copyTemplate(adminUrl, name);
  const appUrl = withDatabase(inject("templateAppUrl"), name);
  const { database, close } = openDatabase({ url: appUrl, role: null }, createLog("error"));
  return {
    database,
    appUrl,
    ownerUrl: withDatabase(templateUrl, name),
    close: async () => {
      await close();
      await runAs(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

async function copyTemplate(adminUrl: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runAs(adminUrl, `create database ${name} template ${TEMPLATE}`);
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === TEMPLATE_BUSY;
      if (!isBusy || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

async function runAs(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}
