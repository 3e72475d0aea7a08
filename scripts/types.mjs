// Type-checks every package with its own libraries (the pure ones see neither Node nor the DOM),
// then the root folders. Run by `npm run types` and `npm test`.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

const projects = readdirSync("packages")
  .map((name) => `packages/${name}/tsconfig.json`)
  .filter((path) => existsSync(path));

let failed = 0;
for (const project of [...projects, "tsconfig.json"]) {
  const run = spawnSync("node_modules/.bin/tsc", ["-p", project], { stdio: "inherit" });
  if (run.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
