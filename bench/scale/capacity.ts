// How far it goes: what 1,000 to 10,000,000 accounts ask for by measured unit costs, what is full
// first at each step, and seeded simulations of shards and fan-out trees. `--write` puts the tables
// into docs/scale.md; without it, it fails when the document says something else.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { placeTables } from "../../scripts/place-tables.mjs";
import { tables } from "./parts/tables.ts";

const PAGE = join(import.meta.dirname, "../../docs/scale.md");

const all = tables();
for (const { name, text } of all) console.log(`${name}\n${text}\n`);
const page = readFileSync(PAGE, "utf8");
const placed = placeTables(page, all);
if (process.argv.includes("--write")) writeFileSync(PAGE, placed);
else if (placed !== page) {
  console.log("FAILED: docs/scale.md has other tables; npm run bench -- scale --write");
  process.exitCode = 1;
}
