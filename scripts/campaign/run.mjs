// @ts-check
// The step `campaign` of `npm run test:full`: every campaign at its full size, one after the other,
// since one would spoil another's figures; then one table, which is kept in
// .cache/reports/campaign.json too. Called by gate.mjs. Invariant: it passes only when every test
// passed and every floor is met.
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { ROOT, secondsSince } from "../run-step.mjs";
import { addTallies, NOTHING, tallyOf } from "../tally.mjs";
import { figuresOf, LINES, unmetLines } from "./figures.mjs";

/** @typedef {import("../tally.mjs").Tally} Tally */
/** @typedef {import("../tally.mjs").VitestReport} VitestReport */
/** @typedef {{ name: string, project: string, file: string }} Piece */
/** @typedef {{ tally: Tally, report: VitestReport | null }} Outcome */
/**
 * @typedef {(name: string, projects: readonly string[], files: readonly string[])
 *   => Promise<Outcome>} RunVitest
 */

export const CAMPAIGN_REPORT = join(ROOT, ".cache/reports/campaign.json");

const SOCKETS = { name: "sockets", project: "program", file: "e2e/campaigns/sockets.test.ts" };
const KILLS = { name: "kills", project: "program", file: "e2e/campaigns/kills/kills.test.ts" };
const SOAK = { name: "soak", project: "program", file: "e2e/campaigns/soak/soak.test.ts" };
const RACES = {
  name: "races",
  project: "server",
  file: "packages/server/src/testing/one-winner.test.ts",
};
const SEEDS = {
  name: "seeds",
  project: "server",
  file: "packages/simulator/src/trading/trading.test.ts",
};
const FUZZ = { name: "fuzz", project: "program", file: "e2e/campaigns/fuzz.test.ts" };

/**
 * In turn. Ages of prices and times of restarts want the machine for themselves, and so does
 * memory: with a neighbour that comes and goes, more is under way at once, and 35 MB more are held.
 * The soak goes first: it is the longest, and whoever waits for it learns its answer soonest.
 * @type {readonly Piece[]}
 */
const PIECES = [SOAK, SOCKETS, KILLS, RACES, SEEDS, FUZZ];

/** What the other steps leave to this one. */
export const CAMPAIGN_FILES = PIECES.map(({ file }) => file);

/** @param {RunVitest} runVitest @returns {Promise<Tally>} */
export async function runCampaign(runVitest) {
  /** @type {(VitestReport | null)[]} */
  const reports = [];
  /** @type {Record<string, string>} */
  const took = {};
  let total = NOTHING;
  for (const { name, project, file } of PIECES) {
    const startedAt = performance.now();
    const { tally, report } = await runVitest(`campaign-${name}`, [project], [file]);
    took[name] = secondsSince(startedAt);
    total = addTallies(total, tally);
    reports.push(report);
  }
  const figures = figuresOf(reports);
  keep({ measuredAt: new Date().toISOString(), machine: machineOf(), took, figures });
  show(figures, took);
  const unmet = unmetLines(figures);
  return addTallies(total, { ...tallyOf(unmet.length === 0), failures: unmet });
}

function machineOf() {
  return `${availableParallelism()} cores, Node ${process.version}`;
}

/** @param {unknown} report */
function keep(report) {
  mkdirSync(dirname(CAMPAIGN_REPORT), { recursive: true });
  writeFileSync(CAMPAIGN_REPORT, `${JSON.stringify(report, null, 2)}\n`);
}

/** @param {import("./figures.mjs").Campaign} figures @param {Record<string, string>} took */
function show(figures, took) {
  for (const { what, floor, shown, isMet } of LINES) {
    const verdict = isMet(figures) ? "ok    " : "BELOW ";
    console.log(`${verdict} ${what.padEnd(66)} ${shown(figures).padEnd(24)} ${floor}`);
  }
  console.log(
    Object.entries(took)
      .map((pair) => pair.join(" "))
      .join(", "),
  );
}
