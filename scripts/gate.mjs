// @ts-check
// Every check of the house: first the rules that need nothing but Node, then what is installed,
// then the tests. One line per step, its output when it fails, and as the last line
// `N passed, N failed`. Loaded by test.mjs. Invariant: a step that crashes is a failure, so the
// exit code is 0 only when everything ran and passed.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { buildApps } from "./build.mjs";
import { CAMPAIGN_FILES, runCampaign } from "./campaign/run.mjs";
import { installPackages } from "./install.mjs";
import { ensureNats } from "./nats.mjs";
import { forwardSignals, ROOT, secondsSince } from "./run-step.mjs";
import {
  addTallies,
  filesToSeeAgain,
  NOTHING,
  playwrightTally,
  seenAgain,
  tallyOf,
  vitestTally,
} from "./tally.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/** @typedef {import("./browser.mjs").Browser} Browser */
/** @typedef {{ name: string, needsBuild?: true, run: () => Promise<Tally> }} Step */

const REPORTS = join(ROOT, ".cache/reports");
const NODE = process.execPath;
const EXIT_MISUSED = 2;
const options = process.argv.slice(2);
const only = options
  .find((option) => option.startsWith("--only="))
  ?.slice(7)
  .split(",");
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, ...(options.includes("--full") ? { FULL: "1" } : {}) };
/** @type {readonly Step[]} */
const CAMPAIGN = options.includes("--full")
  ? [{ name: "campaign", needsBuild: true, run: () => runCampaign(runVitest) }]
  : [];

/** The browser is fetched while the steps before it run. @type {Promise<Browser | Error> | null} */
let browser = null;
let isInterrupted = false;
let isFinished = false;

/** @type {readonly Step[]} */
const BEFORE_INSTALL = [
  { name: "tidy", run: () => check(NODE, ["scripts/tidy.mjs"]) },
  { name: "supply-chain", run: () => check(NODE, ["scripts/sbom.mjs", "--check"]) },
];
/** @type {readonly Step[]} */
const AFTER_INSTALL = [
  { name: "types", run: () => check(NODE, ["scripts/types.mjs"]) },
  { name: "lint", run: () => check("node_modules/.bin/biome", ["check", "--error-on-warnings"]) },
  { name: "knip", run: () => check("node_modules/.bin/knip", ["--no-config-hints"]) },
  { name: "build", run: build },
  { name: "vitest", run: () => vitest("parts", ["pure", "server", "screens"]) },
  { name: "program", needsBuild: true, run: () => vitest("whole", ["program"]) },
  { name: "e2e", needsBuild: true, run: playwright },
  ...CAMPAIGN,
];

await main();

async function main() {
  process.on("SIGINT", noteInterrupt).on("SIGTERM", noteInterrupt).on("exit", noteEnd);
  const startedAt = performance.now();
  refuseUnknownOptions();
  let total = NOTHING;
  const after = AFTER_INSTALL.filter(isChosen);
  for (const step of BEFORE_INSTALL.filter(isChosen)) total = addTallies(total, await take(step));
  if (after.length > 0 && (await take({ name: "install", run: install })).failed > 0) {
    return finish(addTallies(total, tallyOf(false)), startedAt);
  }
  if (after.some((step) => step.name === "e2e")) browser = fetchBrowser();
  for (const step of after) total = addTallies(total, await take(step));
  finish(total, startedAt);
}

/** @param {Step} step */
function isChosen({ name, needsBuild }) {
  if (!only) return true;
  const isBuildNeeded = AFTER_INSTALL.some((step) => step.needsBuild && only.includes(step.name));
  return only.includes(name) || (name === "build" && isBuildNeeded && !needsBuild);
}

/** Whoever asks for help, or mistypes, does not want an hour of tests. */
function refuseUnknownOptions() {
  const misused = options.filter((option) => option !== "--full" && !option.startsWith("--only="));
  if (misused.length > 0) refuse(`${misused.join(", ")}: there are --full and --only=STEP,STEP.`);
  const names = [...BEFORE_INSTALL, ...AFTER_INSTALL].map((step) => step.name);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    refuse(`No step is called ${unknown.join(", ")}; there are: ${names.join(", ")}.`);
  }
}

/** @param {string} why */
function refuse(why) {
  console.error(why);
  process.exitCode = EXIT_MISUSED;
  process.exit();
}

/** @param {Step} step @returns {Promise<Tally>} */
async function take({ name, run }) {
  if (isInterrupted) return tallyOf(false);
  const startedAt = performance.now();
  const tally = await run().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return tallyOf(false);
  });
  const word = tally.failed > 0 ? "FAILED" : "ok";
  console.log(`${name.padEnd(13)} ${word.padEnd(6)} ${secondsSince(startedAt)}`);
  return tally;
}

/** @param {Tally} total @param {number} startedAt */
function finish(total, startedAt) {
  tell("skipped", total.skipped);
  tell("failed", total.failures);
  tell(
    "unsteady: failed, then passed when run again; each hides a race or a bound",
    total.unsteady,
  );
  console.log(`\n${secondsSince(startedAt)} in all`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && !isInterrupted ? 0 : 1;
  isFinished = true;
}

/**
 * The end of the output is what people see first.
 * @param {string} what @param {readonly string[]} names
 */
function tell(what, names) {
  if (names.length === 0) return;
  console.log(`\n${names.length} ${what}:`);
  for (const name of names) console.log(`  ${name}`);
}

/** Node ends quietly when nothing is left to wait for; a gate that fell silent has failed. */
function noteEnd() {
  if (isFinished || process.exitCode === EXIT_MISUSED) return;
  console.log("\nThe checks stopped in the middle of a step");
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
}

async function install() {
  await installPackages();
  await fetchNats();
  return NOTHING;
}

/** Without it, what needs several processes is skipped, and the end of the output says so. */
async function fetchNats() {
  const say = (/** @type {string} */ line) => console.log(`nats          ${line}`);
  await ensureNats(say).catch((error) => say(error.message));
}

async function build() {
  await buildApps();
  return tallyOf(true);
}

/** A quiet program: what it says is shown when it fails. */
/** @param {string} command @param {readonly string[]} args */
async function check(command, args) {
  const { isWell, output } = await runProgram(command, args, { isShown: false });
  if (!isWell) console.error(output.trimEnd());
  return tallyOf(isWell);
}

/** What failed is run again by itself: a crowded machine is not a bug, and is told all the same. */
/** @param {string} name @param {readonly string[]} projects */
async function vitest(name, projects) {
  // What the campaign runs by itself, at its full size and in its own order, is not run twice.
  const left = CAMPAIGN.some(isChosen) ? CAMPAIGN_FILES : [];
  const first = await runVitest(
    name,
    projects,
    left.flatMap((file) => ["--exclude", file]),
  );
  const files = first.tally.failed > 0 ? filesToSeeAgain(first.report) : null;
  if (files === null) return first.tally;
  const again = await runVitest(`${name}-again`, projects, files);
  return seenAgain(first.tally, again.tally);
}

/** @param {string} name @param {readonly string[]} projects @param {readonly string[]} files */
async function runVitest(name, projects, files) {
  const path = freshReport(`vitest-${name}`);
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", ...chosen, ...reporters, ...files];
  const { isWell } = await runProgram(NODE, args, { isShown: true });
  const report = readReport(path);
  return { report, tally: vitestTally(report, isWell) };
}

async function playwright() {
  const found = await browser;
  if (found === null) return tallyOf(false);
  if (found instanceof Error) throw found;
  const report = freshReport("playwright");
  env.CHROME_PATH = found.path;
  if (found.args.includes("--no-sandbox")) env.CHROME_NO_SANDBOX = "1";
  env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const args = [
    "node_modules/@playwright/test/cli.js",
    "test",
    "--retries=1",
    "--reporter=list,json",
  ];
  const { isWell } = await runProgram(NODE, args, { isShown: true });
  return playwrightTally(readReport(report), isWell);
}

/** @returns {Promise<Browser | Error>} */
function fetchBrowser() {
  return ensureBrowser((line) => console.log(`browser       ${line}`)).catch((error) =>
    error instanceof Error ? error : new Error(String(error)),
  );
}

/** A report left over from an earlier run must not be counted. @param {string} name */
function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

function noteInterrupt() {
  isInterrupted = true;
}

/**
 * @param {string} command @param {readonly string[]} args @param {{ isShown: boolean }} options
 * @returns {Promise<{ isWell: boolean, output: string }>}
 */
function runProgram(command, args, { isShown }) {
  return new Promise((resolve) => {
    const out = isShown ? "inherit" : "pipe";
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ["ignore", out, out] });
    const release = forwardSignals(child);
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", (error) => {
      release();
      resolve({ isWell: false, output: error.message });
    });
    child.once("close", (code) => {
      release();
      resolve({ isWell: code === 0, output });
    });
  });
}
