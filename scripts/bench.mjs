// @ts-check
// `npm run bench -- NAME`: runs the programs of bench/NAME one after the other; without a name it
// says which benchmarks there are. A benchmark prints ratios against its peer in the same run and
// fails on the ratio. What follows the name goes to the benchmark.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./install.mjs";
import { buildNative } from "./native.mjs";
import { ROOT, runOrExit } from "./run-step.mjs";

const FOLDER = join(ROOT, "bench");

/** @param {string} name @returns {string[]} the programs; what they share lies in folders below */
function programsOf(name) {
  return readdirSync(join(FOLDER, name))
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => join("bench", name, file));
}

function names() {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && programsOf(entry.name).length > 0)
    .map((entry) => entry.name);
}

/** The first line of its first program says what it measures. @param {string} name */
function describeBench(name) {
  const first = programsOf(name)[0] ?? "";
  const [line = ""] = readFileSync(join(ROOT, first), "utf8").split("\n");
  return `${name.padEnd(16)} ${line.replace(/^\/\/\s*/, "")}`;
}

const [name, ...rest] = process.argv.slice(2);
const known = names();
if (!name || !known.includes(name)) {
  const list = known.length > 0 ? known.map(describeBench).join("\n") : "There are none yet.";
  console.log(`npm run bench -- NAME, where NAME is one of:\n${list}`);
  process.exit(name ? 2 : 0);
}

await runOrExit(async () => {
  await installPackages();
  await buildNative();
});
let failed = 0;
for (const program of programsOf(name)) {
  const command = join(ROOT, "node_modules/.bin/tsx");
  const run = spawnSync(command, [program, ...rest], { cwd: ROOT, stdio: "inherit" });
  if (run.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
