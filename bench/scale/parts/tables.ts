// The tables of docs/scale.md as the program prints them: costs, loads and plans, the first limit
// at each step, walls, and what the simulations say. Pure: the same costs give the same text.

import {
  accountsAtWall,
  askingCores,
  databaseCores,
  egressBytes,
  engineCores,
  keeperCores,
  type Limit,
  limitsOf,
  loadOf,
  ONE_PROCESS,
  type Plan,
  planFor,
  writingCores,
} from "./capacity-model.ts";
import { COSTS, costOf } from "./costs.ts";
import { simulateShards } from "./simulate-shards.ts";
import { simulateTree } from "./simulate-tree.ts";

const STEPS = [1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];
const SEED = 9;
const DAY_SECONDS = 86_400;
/** Whole runs, which the model is held against and not made of. */
const OBSERVED = new Set(["httpActsPerSecond", "priceAgeP99Ms"]);

export type Table = { readonly name: string; readonly text: string };

export function tables(): Table[] {
  return [
    { name: "costs", text: costTable(true) },
    { name: "assumed", text: costTable(false) },
    { name: "check", text: checkTable() },
    { name: "loads", text: loadTable() },
    { name: "bottlenecks", text: bottleneckTable() },
    { name: "walls", text: wallTable() },
    { name: "shards", text: shardTable() },
    { name: "trees", text: treeTable() },
  ];
}

function draw(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Two digits that mean something, thousands apart. */
function figure(value: number): string {
  if (value < 0.01) return "< 0.01";
  const digits = Math.max(0, 1 - Math.floor(Math.log10(value)));
  const rounded = Number(value.toPrecision(value >= 100 ? 3 : 2));
  return rounded.toLocaleString("en-US", { maximumFractionDigits: digits });
}

function costTable(isMeasured: boolean): string {
  const costs = [...COSTS.values()].filter(
    ({ name, source }) => (source !== null) === isMeasured && !OBSERVED.has(name),
  );
  const head = isMeasured ? ["What", "Cost", "Measured by"] : ["What", "Assumed"];
  return draw(
    head,
    costs.map(({ what, value, unit, source }) => [
      what,
      `${value.toLocaleString("en-US")} ${unit}`,
      ...(source === null ? [] : [source]),
    ]),
  );
}

function loadTable(): string {
  const cores = ["Engine, cores", "Gateways, cores", "PostgreSQL, cores", "Keeper, cores"];
  const bytes = ["Out, Gbit/s", "State, GB", "WAL, MB/s", "Disk, GB a day"];
  const plan = ["Shards", "Gateways", "on machines", "Bus servers"];
  return draw(
    ["Accounts", "Sockets", "Acts/s", "Frames/s", ...cores, ...bytes, ...plan],
    STEPS.map((accounts) => loadRow(accounts)),
  );
}

function loadRow(accounts: number): string[] {
  const load = loadOf(accounts);
  const { actsPerSecond: acts } = load;
  const { isSplit, shards, gateways, gatewayMachines, busServers } = planFor(load);
  const perDay = acts * costOf("meanOfPeak") * DAY_SECONDS * costOf("orderDiskBytes");
  const needed = [
    engineCores(load),
    writingCores(load) + askingCores(load),
    databaseCores(load),
    keeperCores(load),
    (egressBytes(load) * 8) / 1e9,
    load.stateBytes / 1e9,
    (acts * costOf("orderWalBytes")) / 1e6,
    perDay / 1e9,
  ];
  const plan = isSplit
    ? [shards, gateways, gatewayMachines, busServers].map(String)
    : ["one process", "plays all", "1", "none"];
  const asked = [accounts, load.sockets, acts, load.writesPerSecond];
  return [...asked, ...needed].map(figure).concat(plan);
}

const wordsOf = ({ name, used }: Limit) => `${name}, ${figure(used * 100)} %`;

function wordsOfPlan({ isSplit, shards, gateways }: Plan): string {
  if (!isSplit) return "one process";
  return `${shards === 1 ? "one shard" : `${shards} shards`}, ${gateways} gateways`;
}

function bottleneckRow(accounts: number, plan: Plan): string[] {
  const [first, ...rest] = limitsOf(loadOf(accounts), plan);
  const also = rest.filter(({ used }) => used > 1);
  return [
    figure(accounts),
    wordsOfPlan(plan),
    first ? wordsOf(first) : "",
    also.map(wordsOf).join("; ") || "nothing",
    first && first.used > 1 ? first.mend : "nothing to do",
  ];
}

/** Each step under the plan of the one before, and the last one under its own as well. */
function bottleneckTable(): string {
  const plans = STEPS.map((accounts) => planFor(loadOf(accounts)));
  const rows = STEPS.map((accounts, at) => bottleneckRow(accounts, plans[at - 1] ?? ONE_PROCESS));
  const [last, plan] = [STEPS.at(-1), plans.at(-1)];
  if (last !== undefined && plan) rows.push(bottleneckRow(last, plan));
  return draw(["Accounts", "Planned as", "Full first", "Also full", "Mended by"], rows);
}

/** The model against whole runs of the program. */
function checkTable(): string {
  const acts = 1 / (costOf("orderHttpUs") * 1e-6);
  const flushMs = 1_000 / costOf("flushesPerSecond");
  const writingMs = (1_000 * costOf("sharedWriteUs")) / 1_000;
  const rows = [
    ["httpActsPerSecond", acts],
    ["priceAgeP99Ms", 0.99 * flushMs + writingMs / 2],
  ] as const;
  return draw(
    ["What", "The model says", "Measured", "By"],
    rows.map(([name, says]) => {
      const seen = COSTS.get(name);
      if (!seen) throw new Error(`costs.json has no ${name}`);
      const { what, unit, value, source } = seen;
      return [what, `${figure(says)} ${unit}`, `${figure(value)} ${unit}`, source ?? ""];
    }),
  );
}

function wallTable(): string {
  const busy = costOf("busyShareMax");
  const heap = costOf("heapBytesMax");
  const hot = busy / (costOf("orderEngineUs") * 1e-6);
  const atWall = (usedOf: Parameters<typeof accountsAtWall>[0]) => figure(accountsAtWall(usedOf));
  return draw(
    ["What no further process mends", "Full at", "What would"],
    [
      [
        "one account's acts: an account lives on one shard",
        `${figure(hot)} acts/s`,
        "nothing needs to: no person trades so fast",
      ],
      [
        "every gateway has a copy of all accounts",
        `${atWall(({ stateBytes }) => stateBytes / heap)} accounts at the default heap`,
        "`--max-old-space-size`, then copies of the accounts that are looked at",
      ],
      [
        "one thread keeps all proof logs",
        `${atWall((load) => keeperCores(load) / busy)} accounts`,
        "a keeper for each journal",
      ],
      [
        "one PostgreSQL is the record",
        `${atWall((load) => databaseCores(load) / costOf("databaseCores") / busy)} accounts`,
        "a database for each group of shards",
      ],
    ],
  );
}

function shardTable(): string {
  const loads = [1_000_000, 10_000_000, 30_000_000].map((accounts) => loadOf(accounts));
  const rows = loads.flatMap(({ accounts, actsPerSecond }) =>
    [1, 2, 4].map((shards) => {
      const run = simulateShards({ actsPerSecond, shards, seed: SEED });
      return [
        figure(accounts),
        figure(actsPerSecond),
        String(shards),
        `${figure(run.busiestCoreShare * 100)} %`,
        figure(run.meanBatch),
        `${figure(run.p50Ms)} ms`,
        `${figure(run.p99Ms)} ms`,
      ];
    }),
  );
  const head = ["Accounts", "Acts/s", "Shards", "Busiest core", "Acts a commit", "p50", "p99"];
  return draw(head, rows);
}

function treeTable(): string {
  const shapes = [
    { gateways: 8, fanOut: 64 },
    { gateways: 128, fanOut: 128 },
    { gateways: 128, fanOut: 16 },
    { gateways: 512, fanOut: 512 },
    { gateways: 512, fanOut: 24 },
  ];
  const rows = shapes.flatMap(({ gateways, fanOut }) =>
    [2_000, 5_000, 8_000].map((socketsPerGateway) => {
      const run = simulateTree({ gateways, fanOut, socketsPerGateway, seed: SEED });
      return [
        String(gateways),
        String(fanOut),
        String(run.levels),
        figure(gateways * socketsPerGateway),
        figure(socketsPerGateway),
        `${figure(run.p50Ms)} ms`,
        `${figure(run.p99Ms)} ms`,
        `${figure(run.lastMs)} ms`,
        `${figure(run.flushShare * 100)} %`,
      ];
    }),
  );
  const head = ["Gateways", "Fan-out", "Levels", "Sockets", "Sockets each", "p50", "p99", "Last"];
  return draw([...head, "Flush of its time"], rows);
}
