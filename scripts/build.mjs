// @ts-check
// Builds the trader's app, the back office and the server when their sources changed since the
// last time; does nothing, at once, when they did not. Called by launch.mjs and test.mjs.
// Invariant: the stamp is removed before a build and written after it, so a build that was
// interrupted is done again.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildNative } from "./native.mjs";
import { ROOT, runStep, secondsSince } from "./run-step.mjs";
import { squeezeFolder } from "./squeeze.mjs";

const STAMPS = join(ROOT, "node_modules/.cache/truetick");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
const EVERYWHERE = [
  "package-lock.json",
  "tsconfig.base.json",
  "scripts/build.mjs",
  "scripts/squeeze.mjs",
];
const NOT_SOURCES = /^(?:node_modules|dist|testing)$|\.(?:test|scenario|e2e)\.tsx?$/;

/** What is built, from which packages, and the file that must come out of it. */
const APPS = [
  { name: "server", from: ["server", "money", "engine", "proof", "contract"], out: "main.js" },
  {
    name: "web",
    from: ["web", "ui", "money", "engine", "proof", "verify", "contract"],
    out: "index.html",
  },
  {
    name: "desk",
    from: ["desk", "ui", "money", "engine", "proof", "verify", "contract"],
    out: "index.html",
  },
];

export async function buildApps() {
  await buildNative();
  const stale = APPS.map((app) => ({ ...app, hash: hashOf(app.from) })).filter(
    (app) => !isBuilt(app),
  );
  if (stale.length === 0) return;
  const startedAt = performance.now();
  console.log(`Building ${stale.map((app) => app.name).join(", ")} …`);
  mkdirSync(STAMPS, { recursive: true });
  await Promise.all(stale.map(build));
  console.log(`Built in ${secondsSince(startedAt)}.`);
}

/** @param {{ name: string, hash: string, out: string }} app */
async function build({ name, hash, out }) {
  rmSync(stampOf(name), { force: true });
  const cwd = join(ROOT, "packages", name);
  await runStep(process.execPath, [VITE, "build"], { cwd, isQuiet: true });
  if (out.endsWith(".html")) await squeezeFolder(join(cwd, "dist"));
  writeFileSync(stampOf(name), hash);
}

/** @param {{ name: string, hash: string, out: string }} app */
function isBuilt({ name, hash, out }) {
  const stamp = stampOf(name);
  if (!existsSync(join(ROOT, "packages", name, "dist", out))) return false;
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

/** @param {string} name */
function stampOf(name) {
  return join(STAMPS, `build-${name}`);
}

/** @param {readonly string[]} packages */
function hashOf(packages) {
  const hash = createHash("sha256");
  const files = packages.flatMap((name) => sourcesIn(join("packages", name)));
  for (const file of [...EVERYWHERE, ...files].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} folder @returns {string[]} */
function sourcesIn(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (NOT_SOURCES.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sourcesIn(path) : entry.isFile() ? [path] : [];
  });
}
