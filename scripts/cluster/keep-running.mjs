// @ts-check
// Keeps one program running, as systemd would: starts it, starts it again when it ends by itself,
// and ends it when told to. Used by run-cluster.mjs. Invariants: at most one of it runs at a time;
// a program that cannot start does not spin.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const AGAIN_AFTER_MS = 300;
const AGAIN_AFTER_MAX_MS = 5_000;
/** A program that ran this long was well; its next end is a new one. */
const WELL_AFTER_MS = 10_000;
/** The server itself promises to be gone within five seconds. */
const END_MAX_MS = 8_000;

/**
 * @typedef {{ readonly why: string, readonly code: number | null }} End
 * @typedef {{
 *   readonly name: string,
 *   readonly command: string,
 *   readonly parameters: readonly string[],
 *   readonly env: Readonly<Record<string, string | undefined>>,
 *   readonly onLine?: (line: string) => void,
 * }} Part
 * @typedef {{
 *   readonly pid: () => number | undefined,
 *   readonly stop: () => Promise<void>,
 *   readonly firstEnd: Promise<End>,
 * }} Kept `firstEnd` settles when it ends by itself for the first time.
 */

/** @param {Part} part @returns {Kept} */
export function keepRunning(part) {
  let isStopping = false;
  let failures = 0;
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null;
  /** @type {NodeJS.Timeout | undefined} */
  let again;
  /** @type {(end: End) => void} */
  let tellFirstEnd = () => undefined;
  /** @type {Promise<End>} */
  const firstEnd = new Promise((resolve) => {
    tellFirstEnd = resolve;
  });

  function start() {
    const startedAt = performance.now();
    const started = run(part);
    child = started;
    if (failures > 0) console.log(`${part.name} runs again as process ${started.pid}`);
    started.once("error", (error) => tellFirstEnd({ why: error.message, code: null }));
    started.once("exit", (code, signal) => {
      child = null;
      if (isStopping) return;
      const why = signal ?? `exit code ${code}`;
      tellFirstEnd({ why, code });
      failures = performance.now() - startedAt > WELL_AFTER_MS ? 1 : failures + 1;
      const pauseMs = Math.min(AGAIN_AFTER_MS * 2 ** (failures - 1), AGAIN_AFTER_MAX_MS);
      console.log(`${part.name} ended (${why}); starting it again`);
      again = setTimeout(start, pauseMs);
    });
  }

  start();
  return {
    pid: () => child?.pid,
    firstEnd,
    async stop() {
      isStopping = true;
      clearTimeout(again);
      if (child) await end(child);
    },
  };
}

/** @param {Part} part */
function run({ name, command, parameters, env, onLine }) {
  // A process group of its own: Ctrl-C in the terminal is for us, we end them in our order.
  const child = spawn(command, parameters, {
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  createInterface({ input: child.stdout }).on("line", (line) => onLine?.(line));
  createInterface({ input: child.stderr }).on("line", (line) => console.error(`${name} | ${line}`));
  return child;
}

/** @param {import("node:child_process").ChildProcess} child */
async function end(child) {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const impatience = setTimeout(() => child.kill("SIGKILL"), END_MAX_MS);
  await gone;
  clearTimeout(impatience);
}
