// Runs once before the browser journeys: they need a browser, they must see what the sources say
// now, and two workers must neither install nor build at the same time.
import { findBrowser } from "../scripts/browser.mjs";
import { buildApps } from "../scripts/build.mjs";
import { arePackagesCurrent } from "../scripts/install.mjs";

async function buildFirst(): Promise<void> {
  if (!arePackagesCurrent()) throw new Error("The lockfile has changed: run `npm install` first");
  if (!findBrowser()) throw new Error("No browser found: `npm test -- --only=e2e` installs one");
  await buildApps();
}

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default buildFirst;
