// @ts-check
// Becomes one program of the server (main.js, or the PostgreSQL of all), in this very process, so
// that signals and the exit code are its own. Started by run-cluster.mjs; ends when that is gone.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { endWithParent } from "../end-with-npm.mjs";
import { ROOT } from "../run-step.mjs";

// The program finds its own arguments where it expects them.
const [program = ""] = process.argv.splice(2, 1);
endWithParent();
await import(pathToFileURL(join(ROOT, "packages/server/dist", program)).href);
