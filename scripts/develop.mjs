// @ts-check
// The house while it is being built: the server from its sources, started again at every change,
// and both apps with hot reload in front of it. Loaded by dev.mjs. Honours the settings of
// `npm start`; the apps find the server through DEV_SERVER.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./install.mjs";
import { ROOT, runOrExit } from "./run-step.mjs";

const WEB_PORT = "5173";
const DESK_PORT = "5174";
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
const TSX = join(ROOT, "node_modules/tsx/dist/cli.mjs");

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();
let isEnding = false;

await runOrExit(installPackages);
process.on("SIGINT", endAll).on("SIGTERM", endAll);

const env = {
  ...process.env,
  NODE_ENV: "development",
  DEV_SERVER: `http://localhost:${process.env.PORT ?? "8080"}`,
};
run([TSX, "watch", "--clear-screen=false", "packages/server/src/main.ts"], ROOT);
runApp("web", WEB_PORT);
runApp("desk", DESK_PORT);

/** @param {string} name @param {string} port */
function runApp(name, port) {
  const folder = join(ROOT, "packages", name);
  if (!existsSync(join(folder, "vite.config.ts"))) return;
  run([VITE, "--port", port, "--strictPort", "--clearScreen", "false"], folder);
}

/** @param {readonly string[]} parameters @param {string} cwd */
function run(parameters, cwd) {
  // Out of the terminal's reach: Ctrl-C would tell them twice, and tsx kills what it told twice.
  /** @type {import("node:child_process").SpawnOptions} */
  const options = { cwd, env, stdio: ["ignore", "inherit", "inherit"], detached: true };
  const child = spawn(process.execPath, parameters, options);
  children.add(child);
  child.once("exit", () => {
    children.delete(child);
    endAll();
  });
}

/** One that ends takes the others along; each is told once, and we wait for it. */
function endAll() {
  if (!isEnding) for (const child of children) child.kill("SIGTERM");
  isEnding = true;
}
