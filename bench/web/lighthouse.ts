// Lighthouse's mobile profile on `/`, `/trade` and `/news`, while every market ticks.
//
// Lighthouse is installed on the first run into a folder of its own under .cache (185 MB): it is no
// dependency of the project. Where it cannot be, this says so and is left out. Fails below 95 for
// performance and 100 for accessibility and best practices; the best of three runs counts, since
// the profile slows the processor down and a neighbour's burst would count four times. Each run has
// a browser of its own with an empty profile, started as Lighthouse starts it and left alone until
// it has loaded itself: its own address bar is a page that takes a core for seconds.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBrowser } from "../../scripts/browser.mjs";
import { startPlatform } from "./parts/platform.ts";

const PATHS = ["/", "/trade", "/news"];
const FLOORS = { performance: 0.95, accessibility: 1, "best-practices": 1 } as const;
type Category = keyof typeof FLOORS;
const CATEGORIES: readonly Category[] = ["performance", "accessibility", "best-practices"];
const FIGURES = {
  "largest-contentful-paint": "LCP",
  "total-blocking-time": "TBT",
  "cumulative-layout-shift": "CLS",
  "speed-index": "SI",
} as const;
const RUNS = 3;
const BROWSER_SETTLES_MS = 8_000;

const PINNED = join(import.meta.dirname, "lighthouse");
const FOLDER = join(import.meta.dirname, "../../.cache/lighthouse");
const PROGRAM = join(FOLDER, "node_modules/lighthouse/cli/index.js");
const LAUNCHER = join(FOLDER, "node_modules/chrome-launcher/dist/index.js");
const REPORT = join(FOLDER, "report.json");

/** Lighthouse's own way of starting a browser, as far as it is used. */
type Launcher = {
  readonly launch: (wanted: {
    readonly chromePath: string;
    readonly chromeFlags: readonly string[];
  }) => Promise<{ readonly port: number; readonly kill: () => void }>;
};

type Report = {
  readonly categories: Record<Category, { readonly score: number | null }>;
  readonly audits: Record<
    string,
    { readonly title: string; readonly score: number | null; readonly displayValue?: string }
  >;
};

/** The versions and hashes are those of lighthouse/package-lock.json; no script of theirs runs. */
function install(): boolean {
  if (existsSync(PROGRAM)) return true;
  mkdirSync(FOLDER, { recursive: true });
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
    cpSync(join(PINNED, name), join(FOLDER, name));
  }
  console.log("installing Lighthouse into .cache/lighthouse");
  spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: FOLDER });
  return existsSync(PROGRAM);
}

async function runLighthouse(words: readonly string[]): Promise<string> {
  const stdio = ["ignore", "ignore", "pipe"] as const;
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: [...stdio] });
  const [said] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return said;
}

type Browser = Awaited<ReturnType<typeof ensureBrowser>>;

async function runOnce(url: string, browser: Browser): Promise<Report | null> {
  rmSync(REPORT, { force: true });
  const { launch }: Launcher = await import(LAUNCHER);
  const chromeFlags = ["--headless=new", ...browser.args];
  const chrome = await launch({ chromePath: browser.path, chromeFlags });
  try {
    await sleep(BROWSER_SETTLES_MS);
    const stderr = await runLighthouse([
      url,
      "--quiet",
      "--output=json",
      `--output-path=${REPORT}`,
      `--only-categories=${CATEGORIES.join(",")}`,
      `--port=${chrome.port}`,
    ]);
    if (existsSync(REPORT)) return JSON.parse(readFileSync(REPORT, "utf8"));
    console.log(`SKIP  ${url}: ${stderr.trim().split("\n").at(-1)}`);
    return null;
  } finally {
    chrome.kill();
  }
}

const scoreOf = (report: Report, category: Category) => report.categories[category].score ?? 0;

function print(path: string, report: Report): boolean {
  const scores = CATEGORIES.map((category) => ({ category, score: scoreOf(report, category) }));
  const isGood = scores.every(({ category, score }) => score >= FLOORS[category]);
  const said = scores.map(({ category, score }) => `${category} ${Math.round(score * 100)}`);
  const figures = Object.entries(FIGURES).map(
    ([id, name]) => `${name} ${report.audits[id]?.displayValue ?? "?"}`,
  );
  console.log(`${path}  ${said.join(", ")}  ${figures.join(", ")}${isGood ? "" : "  FAIL"}`);
  if (isGood) return true;
  const failed = Object.entries(report.audits).filter(
    ([, { score }]) => score !== null && score < 0.9,
  );
  for (const [id, { title, displayValue = "" }] of failed) {
    console.log(`  ${id}: ${title} ${displayValue}`);
  }
  return false;
}

if (!install()) {
  console.log("SKIP  Lighthouse could not be installed (npm ci in .cache/lighthouse failed)");
  process.exit(0);
}
const browser = await ensureBrowser(console.log);
const platform = await startPlatform();
let isGood = true;
try {
  for (const path of PATHS) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const report = await runOnce(platform.origin + path, browser);
      if (report) reports.push(report);
      if (report && CATEGORIES.every((name) => scoreOf(report, name) >= FLOORS[name])) break;
    }
    reports.sort((a, b) => scoreOf(b, "performance") - scoreOf(a, "performance"));
    const [best] = reports;
    const wasGood = best !== undefined && print(path, best);
    isGood &&= wasGood;
  }
} finally {
  await platform.stop();
}
process.exit(isGood ? 0 : 1);
