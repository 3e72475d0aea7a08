// @ts-check
// Installs the packages of the lockfile when they are missing or older than it; does nothing, at
// once, when they are not. Called by launch.mjs, dev.mjs and test.mjs. Invariant: no install
// script of any package runs (T89); the one that mattered is redone by the supervisor.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT, runStep, secondsSince } from "./run-step.mjs";

const LOCKFILE = join(ROOT, "package-lock.json");
/** npm's own note of what it installed, written last. */
const INSTALLED = join(ROOT, "node_modules/.package-lock.json");
const STAMP = join(ROOT, "node_modules/.cache/truetick/lockfile");

const OPTIONS = ["--ignore-scripts", "--include=dev", "--no-audit", "--no-fund"];

/** Whether what is installed is what the lockfile says. */
export function arePackagesCurrent() {
  return isInstalled(hashOfLockfile());
}

export async function installPackages() {
  const wanted = hashOfLockfile();
  if (isInstalled(wanted)) return;
  const startedAt = performance.now();
  console.log("Installing packages (once, needs the network) …");
  const npm = process.env.npm_execpath;
  if (npm?.endsWith(".js")) await runStep(process.execPath, [npm, "ci", ...OPTIONS]);
  else await runStep("npm", ["ci", ...OPTIONS]);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
  console.log(`Installed in ${secondsSince(startedAt)}.`);
}

function hashOfLockfile() {
  return createHash("sha256").update(readFileSync(LOCKFILE)).digest("hex");
}

/** @param {string} wanted */
function isInstalled(wanted) {
  if (!existsSync(INSTALLED)) return false;
  if (existsSync(STAMP)) return readFileSync(STAMP, "utf8") === wanted;
  // Installed by hand: npm's note must be younger than the lockfile.
  return statSync(INSTALLED).mtimeMs >= statSync(LOCKFILE).mtimeMs;
}
