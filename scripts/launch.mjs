// @ts-check
// From a fresh clone to a running server: installs, builds, then becomes the server, in this very
// process, so that signals and the exit code are the server's own. Loaded by start.mjs.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildApps } from "./build.mjs";
import { endWithNpm } from "./end-with-npm.mjs";
import { installPackages } from "./install.mjs";
import { ROOT, runOrExit } from "./run-step.mjs";

await runOrExit(async () => {
  await installPackages();
  await buildApps();
});
endWithNpm();
await import(pathToFileURL(join(ROOT, "packages/server/dist/main.js")).href);
