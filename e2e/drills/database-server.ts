// A PostgreSQL server as an operator has one, from the system's own programs, with the settings of
// deploy/postgresql: archive, checksums, who may enter. For drills that take it apart. Invariant:
// only what stands here differs from deploy/: places, ports and the size of memory.

import { execFile } from "node:child_process";
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { freePort, ROOT, type User } from "../program.ts";

const run = promisify(execFile);
const DEBIAN = "/usr/lib/postgresql";
const NEEDED = ["initdb", "pg_ctl", "pg_basebackup", "pg_verifybackup", "psql"];
const PASSWORD = "drill-password";
export const WITHOUT_PROGRAMS =
  "No PostgreSQL with pg_basebackup and psql on this machine: nothing to drill with. " +
  "Install it (Debian: apt-get install postgresql).";

/** The newest set of PostgreSQL's programs, or null. */
export function findPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const newest = versions.filter((version) => version >= 14).sort((a, b) => b - a);
  const folders = newest.map((version) => join(DEBIAN, String(version), "bin"));
  const onPath = (process.env.PATH ?? "").split(delimiter);
  const isWhole = (folder: string) => NEEDED.every((name) => existsSync(join(folder, name)));
  return [...folders, ...onPath].find(isWhole) ?? null;
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): User {
  if (process.getuid?.() !== 0) return null;
  const passwd = readFileSync("/etc/passwd", "utf8");
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

export type DatabaseServer = {
  /** What the commands of the runbook take from their surroundings. */
  readonly places: Readonly<Record<string, string>>;
  readonly url: string;
  readonly user: User;
  /** Runs words of a shell as PostgreSQL's user; answers what they said, throws when they fail. */
  readonly shell: (words: string, more?: Readonly<Record<string, string>>) => Promise<string>;
  /** Another address of the same settings, for a second server. */
  readonly urlAt: (port: number) => string;
  readonly stop: () => Promise<void>;
};

/** `folder` is the user's own, and nothing else is in it. */
export async function startDatabaseServer(
  folder: string,
  programs: string,
): Promise<DatabaseServer> {
  const user = postgresUser();
  const port = await freePort();
  const pgdata = join(folder, "database");
  const [backups, archive] = [join(folder, "backups"), join(folder, "archive")];
  for (const made of [folder, backups, archive]) {
    mkdirSync(made, { recursive: true, mode: 0o700 });
    if (user) chownSync(made, user.uid, user.gid);
  }
  // PostgreSQL's user may not be able to look into the checkout.
  const checkout = join(folder, "checkout");
  cpSync(join(ROOT, "deploy/postgresql"), join(checkout, "deploy/postgresql"), { recursive: true });
  const urlAt = (at: number) => `postgresql://truetick:${PASSWORD}@127.0.0.1:${at}/truetick`;
  const places = {
    TRUETICK: checkout,
    PATH: `${programs}${delimiter}${process.env.PATH ?? ""}`,
    PGDATA: pgdata,
    BACKUPS: backups,
    ARCHIVE: archive,
    PGHOST: folder,
    PGPORT: String(port),
    PGUSER: "truetick",
    PGPASSWORD: PASSWORD,
    DATABASE_URL: urlAt(port),
    LC_ALL: "C",
    HOME: folder,
  };
  const shell: DatabaseServer["shell"] = async (words, more = {}) => {
    const options = { ...user, cwd: folder, env: { ...places, ...more }, maxBuffer: 1 << 24 };
    const ran = await run("sh", ["-euc", words], options).catch((error: Error) => {
      throw new Error(`${error.message}\n${lastWords(`${pgdata}.log`)}`);
    });
    return ran.stdout + ran.stderr;
  };
  await writeFile(join(folder, "password"), PASSWORD);
  if (user) chownSync(join(folder, "password"), user.uid, user.gid);
  await shell(
    `initdb --pgdata="$PGDATA" --username=truetick --pwfile=password --data-checksums \
      --auth-host=scram-sha-256 --auth-local=scram-sha-256 --encoding=UTF8 --no-locale`,
  );
  await settle({ pgdata, folder, archive, port, user });
  await shell('pg_ctl start --pgdata="$PGDATA" --log="$PGDATA.log" --wait --silent');
  await shell('psql --dbname=postgres --no-psqlrc --command "create database truetick"');
  const stop = async () => {
    await shell('pg_ctl stop --pgdata="$PGDATA" --mode=immediate --silent || true');
  };
  return { places, url: urlAt(port), user, shell, urlAt, stop };
}

function lastWords(log: string): string {
  return existsSync(log) ? readFileSync(log, "utf8").slice(-1_500) : "";
}

/** Ours as they are; then what a drill on a small machine has differently. */
async function settle(place: {
  readonly pgdata: string;
  readonly folder: string;
  readonly archive: string;
  readonly port: number;
  readonly user: User;
}): Promise<void> {
  const { pgdata, folder, archive, port, user } = place;
  for (const name of ["postgresql.conf", "pg_hba.conf"]) {
    const target = join(pgdata, name);
    copyFileSync(join(ROOT, "deploy/postgresql", name), target);
    if (user) chownSync(target, user.uid, user.gid);
  }
  const archiveProgram = join(folder, "checkout/deploy/postgresql/archive-wal.sh");
  const own = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: folder,
    archive_command: `"${archiveProgram}" "%p" "%f" "${archive}"`,
    shared_buffers: "64MB",
    effective_cache_size: "256MB",
    maintenance_work_mem: "64MB",
    wal_buffers: "4MB",
    min_wal_size: "80MB",
    max_wal_size: "1GB",
  };
  const lines = Object.entries(own).map(([name, value]) => `${name} = '${value}'`);
  await appendFile(join(pgdata, "postgresql.conf"), `\n${lines.join("\n")}\n`);
}
