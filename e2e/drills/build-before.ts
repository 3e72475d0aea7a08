// The build before this one, made from git: the sources of the commit that released-build.txt
// names, the packages of this checkout, its own build. Kept under .cache/builds, so that only the
// first drill waits for it. Where git does not have that commit, as in a shallow clone, or where
// nothing of the server has changed since, a copy of this build with another build id stands in,
// and that is said aloud. Invariant: what is handed out is another build than this one.

import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildApps } from "../../scripts/build.mjs";
import { ROOT } from "../program.ts";

export type Build = {
  /** Laid out as a checkout is. */
  readonly root: string;
  /** For people: the commit, or what stands in for it. */
  readonly name: string;
};

const run = promisify(execFile);
const BUILDS = join(ROOT, ".cache/builds");
const OUTPUT_BYTES_MAX = 10_000_000;
const NAME_DIGITS = 12;

/** This checkout as it stands, built. */
export async function thisBuild(): Promise<Build> {
  await buildApps();
  return { root: ROOT, name: "this build" };
}

export async function buildBefore(): Promise<Build> {
  const own = await thisBuild();
  const commit = readFileSync(join(import.meta.dirname, "released-build.txt"), "utf8").trim();
  if (!(await hasCommit(commit))) {
    return twinOf(own, `git has no commit ${commit}: this clone is without history`);
  }
  const root = join(BUILDS, commit.slice(0, NAME_DIGITS));
  if (!existsSync(root)) await makeFrom(commit, root);
  const isSame = filesHash(root) === filesHash(own.root);
  if (isSame) return twinOf(own, `the server of ${commit} is the server of this checkout`);
  return { root, name: commit.slice(0, NAME_DIGITS) };
}

async function hasCommit(commit: string): Promise<boolean> {
  return run("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  );
}

/** Beside, then renamed into place: what was interrupted is made again. */
async function makeFrom(commit: string, root: string): Promise<void> {
  console.log(`Building ${commit}, the build before, once …`);
  const making = `${root}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const archive = spawn("git", ["archive", commit], { cwd: ROOT, stdio: ["ignore", "pipe", 2] });
  const unpack = spawn("tar", ["--extract", "--directory", making], {
    stdio: [archive.stdout, "ignore", "inherit"],
  });
  const [[packed], [unpacked]] = await Promise.all([once(archive, "exit"), once(unpack, "exit")]);
  if (packed !== 0 || unpacked !== 0) throw new Error(`${commit} could not be laid out`);
  linkPackages(making);
  const build = "import('./scripts/build.mjs').then(({ buildApps }) => buildApps())";
  await run(process.execPath, ["-e", build], { cwd: making, maxBuffer: OUTPUT_BYTES_MAX });
  renameSync(making, root);
}

/** Everybody else's packages are this checkout's; our own are those of that commit. */
function linkPackages(root: string): void {
  const [theirs, ours] = [join(ROOT, "node_modules"), join(root, "node_modules")];
  const stamps = join(ours, ".cache/truetick");
  mkdirSync(stamps, { recursive: true });
  mkdirSync(join(ours, "@truetick"));
  for (const name of readdirSync(theirs)) {
    if (name !== "@truetick" && name !== ".cache")
      symlinkSync(join(theirs, name), join(ours, name));
  }
  for (const name of readdirSync(join(root, "packages"))) {
    symlinkSync(join("../../packages", name), join(ours, "@truetick", name));
  }
  // Its scripts need not install anything.
  const lockfile = readFileSync(join(root, "package-lock.json"));
  writeFileSync(join(stamps, "lockfile"), createHash("sha256").update(lockfile).digest("hex"));
}

/** A second copy of this build, which its build id tells from the first. */
function twinOf({ root: own }: Build, why: string): Build {
  console.log(`NO BUILD BEFORE: ${why}. A copy of this build with another id stands in.`);
  const root = join(BUILDS, "twin");
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  for (const name of ["package.json", "package-lock.json", "tsconfig.base.json", "scripts"]) {
    cpSync(join(own, name), join(root, name), { recursive: true });
  }
  cpSync(join(own, "packages"), join(root, "packages"), { recursive: true });
  linkPackages(root);
  const stamps = join(own, "node_modules/.cache/truetick");
  for (const name of readdirSync(stamps).filter((stamp) => stamp.startsWith("build-"))) {
    cpSync(join(stamps, name), join(root, "node_modules/.cache/truetick", name));
  }
  appendFileSync(join(root, "packages/server/dist/main.js"), "// the build before\n");
  return { root, name: "a copy of this build" };
}

function filesHash(root: string): string {
  const folder = join(root, "packages/server/dist");
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith(".js")) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex");
}
