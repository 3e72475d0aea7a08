// @ts-check
// From a fresh clone to a running server: installs, builds, then becomes the server, in this very
// process, so that signals and the exit code are the server's own. Loaded by start.mjs.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildApps } from "./build.mjs";
import { installPackages } from "./install.mjs";
import { ROOT, runOrExit } from "./run-step.mjs";

const LOOK_AGAIN_MS = 500;

await runOrExit(async () => {
  await installPackages();
  await buildApps();
});
endWithNpm();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, "packages/server/dist/main.js")).href);

/** npm passes signals on, but not its own sudden death: nobody would know that we still run. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_AGAIN_MS);
  watch.unref();
}
