// Makes a cluster and says who may enter it. Invariants: a cluster is whole or not there (initdb
// works in a draft folder that is renamed at the end); page checksums are on (F27); sorting never
// depends on the system's locale; only this server's own system user gets in, through the socket,
// without a password that could leak.

import { execFile } from "node:child_process";
import { chown, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { APP_ROLE } from "../rights.ts";
import { firstLine, StartRefusal } from "../start-refusal.ts";
import { type Binaries, CHILD_ENVIRONMENT } from "./binaries.ts";
import { ownUserName } from "./child-user.ts";
import { linkCluster, makePrivateFolder, type Placement } from "./placement.ts";

export const OWNER_ROLE = "truetick";

const run = promisify(execFile);
const DRAFT_PREFIX = "postgres-draft-";
const INITDB_TIMEOUT_MS = 120_000;
/** A new file is filled first, and every commit waits: for PostgreSQL's own 16, 80 ms. */
const WAL_FILE_MB = 4;

/** Makes the cluster if there is none. Refuses one that another major version made. */
export async function ensureCluster(placement: Placement, binaries: Binaries): Promise<void> {
  const versionFile = join(placement.clusterDir, "PG_VERSION");
  const version = await readFile(versionFile, "utf8").catch(() => null);
  if (version === null) {
    await refuseHalfCluster(placement);
    await makeCluster(placement, binaries);
  } else if (Number(version) !== binaries.major) {
    throw new StartRefusal(
      `The database in ${placement.clusterDir} was made by PostgreSQL ${version.trim()}; this ` +
        `version brings ${binaries.major}. Move it with pg_upgrade or a dump.`,
    );
  }
}

/** We never leave one behind; something else did, and it may hold somebody's money. */
async function refuseHalfCluster({ clusterDir }: Placement): Promise<void> {
  if (await stat(clusterDir).catch(() => null)) {
    throw new StartRefusal(`${clusterDir} is not a whole database. Restore it, or remove it.`);
  }
}

async function makeCluster(placement: Placement, { initdb }: Binaries): Promise<void> {
  const { clusterDir, user } = placement;
  await removeDrafts(placement.home);
  const draft = join(placement.home, `${DRAFT_PREFIX}${process.pid}`);
  await makePrivateFolder(draft, user);
  const options = [
    `--pgdata=${draft}`,
    `--username=${OWNER_ROLE}`,
    "--auth=peer",
    "--data-checksums",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
    `--wal-segsize=${WAL_FILE_MB}`,
  ];
  try {
    const running = run(initdb, options, {
      ...user,
      cwd: "/",
      env: CHILD_ENVIRONMENT,
      timeout: INITDB_TIMEOUT_MS,
    });
    const end = () => running.child.kill("SIGKILL");
    process.once("exit", end);
    await running.finally(() => process.off("exit", end));
  } catch (error) {
    const words = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    const why = words.split("\n").find((line) => /error|fatal/i.test(line)) ?? firstLine(error);
    throw new StartRefusal(`The database cannot be made in ${clusterDir}: ${why.trim()}.`, {
      cause: error,
    });
  }
  await rename(draft, clusterDir);
  await linkCluster(placement);
}

/** What a start that was killed in the middle of its initdb left. */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(DRAFT_PREFIX)) await rm(join(home, name), { recursive: true });
  }
}

/** Written anew before every start: the user who starts us may be another one today. */
export async function writeAccessRules({ clusterDir, user }: Placement): Promise<void> {
  const name = ownUserName().replaceAll('"', '""');
  const rules = {
    "pg_hba.conf": `local all ${OWNER_ROLE},${APP_ROLE} peer map=truetick\n`,
    "pg_ident.conf": [OWNER_ROLE, APP_ROLE].map((role) => `truetick "${name}" ${role}\n`).join(""),
  };
  for (const [fileName, text] of Object.entries(rules)) {
    const path = join(clusterDir, fileName);
    await writeFile(path, text, { mode: 0o600 });
    if (user !== null) await chown(path, user.uid, user.gid);
  }
}
