// @ts-check
// `node scripts/campaign-table.mjs`: keeps the figures of the last campaign beside the drills and
// puts them into the table of docs/reliability.md. Refuses figures that are below a floor.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { campaignTable, unmetLines } from "./campaign/figures.mjs";
import { CAMPAIGN_REPORT } from "./campaign/run.mjs";
import { placeTables } from "./place-tables.mjs";
import { ROOT } from "./run-step.mjs";

const PAGE = join(ROOT, "docs/reliability.md");
const KEPT = join(ROOT, "e2e/campaigns/figures.json");

if (!existsSync(CAMPAIGN_REPORT)) {
  console.error("There are no figures: npm run test:full -- --only=campaign");
  process.exit(1);
}
const report = JSON.parse(readFileSync(CAMPAIGN_REPORT, "utf8"));
const unmet = unmetLines(report.figures);
if (unmet.length > 0) {
  console.error(`Below the floor:\n${unmet.join("\n")}`);
  process.exit(1);
}
writeFileSync(KEPT, `${JSON.stringify(report, null, 2)}\n`);
const table = { name: "campaign", text: campaignTable(report.figures) };
writeFileSync(PAGE, placeTables(readFileSync(PAGE, "utf8"), [table]));
console.log("docs/reliability.md has the figures of the last campaign.");
