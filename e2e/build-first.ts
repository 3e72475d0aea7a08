// Runs once before the browser journeys: they must see what the sources say now, and two workers
// must not build at the same time.
import { buildApps } from "../scripts/build.mjs";

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default buildApps;
