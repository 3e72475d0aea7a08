// @ts-check
// `npm run screenshots`: every screen on a phone and a desktop, dark and light, in en, hk and ar,
// into .cache/screenshots, to be looked at. Installs and builds what it needs, then leaves the
// rest to e2e/screens.ts. `-- /trade /order` takes only these addresses.
import { ensureBrowser } from "./browser.mjs";
import { buildApps } from "./build.mjs";
import { installPackages } from "./install.mjs";
import { runOrExit, runStep } from "./run-step.mjs";

await runOrExit(async () => {
  await installPackages();
  await buildApps();
  const browser = await ensureBrowser(console.log);
  process.env.CHROME_PATH = browser.path;
  await runStep("node_modules/.bin/tsx", ["e2e/screens.ts", ...process.argv.slice(2)]);
});
