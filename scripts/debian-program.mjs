// @ts-check
// A program of a Debian package that the tests of deploy/ run: found on PATH or in its usual place,
// else fetched into .cache and unpacked there, never installed. Called by those tests. Invariant: a
// program that is answered is there to be run; null comes with one line that says what to install.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FETCH_TIMEOUT_MS = 120_000;

/**
 * `path` is where the package has it, from the root of the file system.
 * @param {{ readonly packageName: string, readonly path: string }} wanted
 * @param {(line: string) => void} say @returns {string | null}
 */
export function ensureProgram({ packageName, path }, say) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const cache = join(ROOT, ".cache", packageName);
  const fetched = join(cache, path);
  const onPath = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  const found = [...onPath, join("/", path), fetched].find(existsSync);
  if (found) return found;
  if (fetchPackage(packageName, cache) && existsSync(fetched)) return fetched;
  say(`No ${name} here, and none could be fetched: install it (Debian: ${packageName}).`);
  return null;
}

/** @param {string} packageName @param {string} cache @returns {boolean} */
function fetchPackage(packageName, cache) {
  if (!existsSync("/usr/bin/apt-get") || !existsSync("/usr/bin/dpkg-deb")) return false;
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  /** @type {(command: string, args: readonly string[]) => boolean} */
  const run = (command, args) =>
    spawnSync(command, args, { cwd: cache, timeout: FETCH_TIMEOUT_MS }).status === 0;
  let isFetched = run("apt-get", ["download", packageName]);
  if (!isFetched && process.getuid?.() === 0) {
    // The lists of packages may be absent or too old for the archive.
    isFetched = run("apt-get", ["update"]) && run("apt-get", ["download", packageName]);
  }
  const file = readdirSync(cache).find((name) => name.endsWith(".deb"));
  return isFetched && file !== undefined && run("dpkg-deb", ["-x", file, "."]);
}
