// A PostgreSQL that is not ours: the system's own programs, in a folder of its own, entered without
// a password through a private socket. The other twin of the embedded one (see style guide, tests).

import { execFile } from "node:child_process";
import { chown, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isRoot, nobody } from "../platform/postgres/child-user.ts";
import { urlOf } from "../platform/postgres/supervisor.ts";
import { newDirectory } from "./postgres-life.ts";

const run = promisify(execFile);
const SYSTEM_VERSIONS = "/usr/lib/postgresql";

export type SystemPostgres = {
  readonly urlFor: (user: string, database: string) => string;
  readonly stop: () => Promise<void>;
};

/** The newest version the system has, or null. */
export async function findSystemPostgres(): Promise<string | null> {
  const versions = (await readdir(SYSTEM_VERSIONS).catch(() => [])).map(Number);
  const newest = Math.max(...versions.filter((version) => version >= 14));
  return Number.isFinite(newest) ? join(SYSTEM_VERSIONS, String(newest), "bin") : null;
}

export async function startSystemPostgres(programs: string): Promise<SystemPostgres> {
  const home = await newDirectory();
  const folder = join(home, "system");
  const user = isRoot() ? await nobody() : null;
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  const cluster = join(folder, "cluster");
  const options = { ...user, cwd: "/" };
  await run(join(programs, "initdb"), ["-D", cluster, "-U", "postgres", "-A", "trust"], options);
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off`;
  const log = join(folder, "log");
  await run(
    join(programs, "pg_ctl"),
    ["start", "-w", "-s", "-D", cluster, "-l", log, "-o", settings],
    options,
  );
  return {
    urlFor: (name, database) => urlOf({ socketDir: folder, user: name, database }),
    stop: async () => {
      await run(join(programs, "pg_ctl"), ["stop", "-s", "-m", "fast", "-D", cluster], options);
      await rm(home, { recursive: true, force: true });
    },
  };
}
