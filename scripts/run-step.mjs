// @ts-check
// Runs the programs that starting and testing need (npm, vite, apt-get) and shows how far it got.
// Used by install.mjs, build.mjs, launch.mjs, dev.mjs, browser.mjs and nats.mjs. Invariant: no step
// outlives us because we were told to end.
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Somebody else's checkout, a read-only or a full disk: the error's own line says which file. */
const UNWRITABLE = ["EACCES", "EPERM", "EROFS", "ENOSPC"];

/** A step that failed, in one line; whatever it printed stands above. */
export class StepFailure extends Error {}

/** @param {() => Promise<void>} steps */
export async function runOrExit(steps) {
  try {
    await steps();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = "code" in error ? String(error.code) : "";
    if (!(error instanceof StepFailure || UNWRITABLE.includes(code))) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * @param {string} command @param {readonly string[]} parameters
 * @param {{ cwd?: string, isQuiet?: boolean }} [options] quiet: shown only if it fails
 * @returns {Promise<void>}
 */
export function runStep(command, parameters, { cwd = ROOT, isQuiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const output = isQuiet ? "pipe" : "inherit";
    const child = spawn(command, parameters, { cwd, stdio: ["ignore", output, output] });
    /** @type {Buffer[]} */
    const printed = [];
    child.stdout?.on("data", (chunk) => printed.push(chunk));
    child.stderr?.on("data", (chunk) => printed.push(chunk));
    const release = forwardSignals(child);
    child.once("error", (error) => {
      release();
      reject(new StepFailure(`${command} cannot be run: ${error.message}`));
    });
    child.once("close", (code) => {
      release();
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(printed));
      reject(new StepFailure(`${[command, ...parameters].join(" ")} failed, see above.`));
    });
  });
}

/**
 * Never fails: what went wrong is in the answer.
 * @param {string} command @param {readonly string[]} parameters
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number }} options
 * @returns {Promise<{ status: number | null, output: string }>}
 */
export function hearOut(command, parameters, options) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => resolve({ status: null, output: error.message }));
    child.on("close", (status) => resolve({ status, output }));
  });
}

/**
 * While a child runs, a signal to us is one to it; its end then ends us.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {() => void} stops doing so
 */
export function forwardSignals(child) {
  const interrupt = () => child.kill("SIGINT");
  const terminate = () => child.kill("SIGTERM");
  process.on("SIGINT", interrupt).on("SIGTERM", terminate);
  return () => process.off("SIGINT", interrupt).off("SIGTERM", terminate);
}

/** @param {number} startedAt of performance.now() */
export function secondsSince(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
