// @ts-check
// What a campaign has to show: the lines of the table in docs/reliability.md, each with its floor,
// out of the figures that the tests put beside their results. Used by run.mjs, campaign-table.mjs
// and reliability.test.ts. Invariant: a figure that is missing meets no floor.

/**
 * @typedef {Record<string, unknown>} Figures
 * @typedef {Record<string, readonly Figures[]>} Campaign
 * @typedef {{ what: string, floor: string, shown: (campaign: Campaign) => string,
 *   isMet: (campaign: Campaign) => boolean }} Line
 */

export const RACES = [
  "submit",
  "submit of one's money",
  "close",
  "cancel",
  "draw",
  "register",
  "code",
  "reset",
  "approve",
];
const NOT_MEASURED = "not yet measured";

/** @param {Campaign} campaign @param {string} name @param {string} field */
function numberOf(campaign, name, field) {
  const value = campaign[name]?.[0]?.[field];
  return typeof value === "number" ? value : Number.NaN;
}

/** @param {number} value */
function text(value) {
  return Number.isNaN(value) ? NOT_MEASURED : value.toLocaleString("en");
}

/** @param {string} name @returns {Line} */
function raceLine(name) {
  /** @param {Campaign} campaign */
  const found = (campaign) => campaign.races?.find(({ race }) => race === name);
  return {
    what: `race: ${name}`,
    floor: "500 at once, 1 winner",
    shown: (campaign) => {
      const race = found(campaign);
      return race ? `${race.ways} at once, ${race.winners} winner` : NOT_MEASURED;
    },
    isMet: (campaign) => {
      const race = found(campaign);
      return Number(race?.ways) >= 500 && race?.winners === 1;
    },
  };
}

/** One number that must not be below, or above. */
/**
 * @param {string} what
 * @param {{ from: [name: string, field: string], min?: number, below?: number,
 *   unit?: string }} bound
 * @returns {Line}
 */
function line(what, { from: [name, field], min, below, unit = "" }) {
  return {
    what,
    floor: min === undefined ? `below ${text(below ?? 0)}${unit}` : `${text(min)}${unit} or more`,
    shown: (campaign) => {
      const value = numberOf(campaign, name, field);
      return Number.isNaN(value) ? NOT_MEASURED : text(value) + unit;
    },
    isMet: (campaign) => {
      const value = numberOf(campaign, name, field);
      return min === undefined ? value < (below ?? 0) : value >= min;
    },
  };
}

/** @type {readonly Line[]} */
export const LINES = [
  line("kills of the running program under load", { from: ["kills", "kills"], min: 200 }),
  line("of them with or of PostgreSQL", { from: ["kills", "killsOfPostgres"], min: 20 }),
  line("commands acknowledged over HTTP", { from: ["kills", "acknowledged"], min: 500_000 }),
  line("of them lost, doubled or answered otherwise later", { from: ["kills", "lost"], below: 1 }),
  line("from a kill to the next acknowledged command, median", {
    from: ["kills", "backP50Ms"],
    below: 5_000,
    unit: " ms",
  }),
  line("the longest of them", { from: ["kills", "backMaxMs"], below: 15_000, unit: " ms" }),
  line("seeds of the simulated hot path", { from: ["seeds", "seeds"], min: 20_000 }),
  line("crashes in them", { from: ["seeds", "crashes"], min: 4_000 }),
  line("wild requests", { from: ["fuzz", "requests"], min: 1_000_000 }),
  line("calls that they went to", { from: ["fuzz", "calls"], min: 200 }),
  line("kinds of 5xx among the answers", { from: ["fuzz", "broke"], below: 1 }),
  line("wild frames on the live socket", { from: ["frames", "frames"], min: 50_000 }),
  ...RACES.map(raceLine),
  line("sockets that follow every price", { from: ["sockets", "sockets"], min: 10_000 }),
  line("age of a price when its client has read it, p50", {
    from: ["sockets", "p50Ms"],
    below: 250,
    unit: " ms",
  }),
  line("the same, p99", { from: ["sockets", "p99Ms"], below: 250, unit: " ms" }),
  line("sockets lost", { from: ["sockets", "lost"], below: 1 }),
  line("minutes of soak", { from: ["soak", "minutes"], min: 30 }),
  line("acts in them", { from: ["soak", "acts"], min: 100_000 }),
  line("heap after collecting, a minute", {
    from: ["soak", "heapMbPerMinute"],
    below: 1,
    unit: " MB",
  }),
  line("heap after collecting, growth", {
    from: ["soak", "heapGrowthPercent"],
    below: 10,
    unit: " %",
  }),
  line("memory of the process, a minute", {
    from: ["soak", "rssMbPerMinute"],
    below: 1,
    unit: " MB",
  }),
  line("memory of the process, growth", {
    from: ["soak", "rssGrowthPercent"],
    below: 10,
    unit: " %",
  }),
  {
    what: "heap, process, database before and after, at the end of the soak",
    floor: "told",
    shown: (campaign) => {
      const [soak] = campaign.soak ?? [];
      if (!soak) return NOT_MEASURED;
      const { heapMb, rssMb, databaseMbBefore, databaseMbAfter } = soak;
      return `${heapMb} MB, ${rssMb} MB, ${databaseMbBefore} and ${databaseMbAfter} MB`;
    },
    isMet: (campaign) => campaign.soak !== undefined,
  },
];

/** @param {Campaign} campaign */
export function campaignTable(campaign) {
  const rows = LINES.map(({ what, floor, shown }) => `| ${what} | ${floor} | ${shown(campaign)} |`);
  return ["| What | Floor | Last result |", "|---|---|---|", ...rows].join("\n");
}

/** What is below its floor, or was not measured. @param {Campaign} campaign */
export function unmetLines(campaign) {
  return LINES.filter(({ isMet }) => !isMet(campaign)).map(
    ({ what, floor, shown }) => `${what}: ${shown(campaign)} (${floor})`,
  );
}

/**
 * Those of tests that passed.
 * @param {readonly (import("../tally.mjs").VitestReport | null)[]} reports @returns {Campaign}
 */
export function figuresOf(reports) {
  /** @type {Record<string, Figures[]>} */
  const found = {};
  const tests = reports
    .flatMap((report) => report?.testResults ?? [])
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === "passed");
  for (const { meta } of tests) {
    if (!meta?.figures) continue;
    const { campaign, ...figures } = meta.figures;
    found[String(campaign)] = [...(found[String(campaign)] ?? []), figures];
  }
  return found;
}
