// Runs once before all server tests: one PostgreSQL, started by the same supervisor that serves
// users, with one migrated database that each test file copies (see test-database.ts).

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createLog } from "../platform/log.ts";
import { startPostgres } from "../platform/postgres/supervisor.ts";
import { prepareDatabase } from "../platform/prepare-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Reaches the database that the others are copied from, as the owner of the cluster. */
    templateOwnerUrl: string;
    /** Reaches it as the application's role. */
    templateAppUrl: string;
    /** The path of nats-server; null where there is none (from scripts/nats-setup.mjs). */
    natsServer: string | null;
  }
}

/** Under root, PostgreSQL's user must be able to pass. */
const PASSABLE = 0o711;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-test-"));
  await chmod(dataDir, PASSABLE);
  const log = createLog("error");
  const postgres = await startPostgres({
    dataDir,
    log,
    announce: () => undefined,
    onLost: (reason) => log.fatal({ err: reason }, "the tests' PostgreSQL is lost"),
  });
  const tearDown = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { ownerUrl, appUrl } = postgres;
    const migrationsDir = join(import.meta.dirname, "../../migrations");
    await prepareDatabase({ ownerUrl, appUrl, migrationsDir, log });
    project.provide("templateOwnerUrl", ownerUrl);
    project.provide("templateAppUrl", appUrl);
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}
