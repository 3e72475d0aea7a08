// What so many accounts ask of an installation at its busiest time, how many processes that takes,
// and which limit is reached first. A plain computation over costs.json: no clock, no chance.
// Used by capacity.ts and by the test that holds docs/scale.md to it.

import { costOf } from "./costs.ts";

export type Load = {
  readonly accounts: number;
  readonly sockets: number;
  readonly actsPerSecond: number;
  /** Frames written to sockets. */
  readonly writesPerSecond: number;
  readonly stateBytes: number;
};

/** `isSplit`: roles in processes of their own; else one process plays all of them. */
export type Plan = {
  readonly isSplit: boolean;
  readonly shards: number;
  readonly gateways: number;
  readonly gatewayMachines: number;
  /** More than one are a tree: each sends to its share of the gateways. */
  readonly busServers: number;
};

/** A limit with what is used of it; both in the same unit, above 1 it is passed. */
export type Limit = {
  readonly name: string;
  readonly used: number;
  /** What to do about it. */
  readonly mend: string;
};

const MICRO = 1e-6;
const us = (name: string) => costOf(name) * MICRO;

export function loadOf(accounts: number): Load {
  const sockets = accounts * costOf("onlineShare");
  const flushes = costOf("flushesPerSecond");
  const orders = accounts * costOf("openOrdersPerAccount");
  return {
    accounts,
    sockets,
    actsPerSecond: (sockets * costOf("actsPerSocketMinute")) / 60,
    writesPerSecond: sockets * flushes * (1 + costOf("holdingShare")),
    stateBytes: accounts * costOf("accountMemoryBytes") + orders * costOf("orderMemoryBytes"),
  };
}

const quoteCores = () => costOf("ticksPerSecond") * (us("quoteUs") + us("candleUs"));

/** Cores that deliver: the same bytes to everybody, and its own frame to who has positions. */
export function writingCores({ sockets }: Load): number {
  const perFlush = us("sharedWriteUs") + costOf("holdingShare") * us("ownWriteUs");
  return sockets * costOf("flushesPerSecond") * perFlush;
}

/** Cores that read requests and write answers, without deciding. */
export function askingCores({ actsPerSecond }: Load): number {
  return actsPerSecond * (us("orderHttpUs") - us("orderEngineUs"));
}

export function engineCores({ actsPerSecond }: Load): number {
  return actsPerSecond * us("orderEngineUs");
}

export function databaseCores({ actsPerSecond }: Load): number {
  return actsPerSecond * us("orderDatabaseUs");
}

export function keeperCores({ actsPerSecond }: Load): number {
  return actsPerSecond * us("proofRowUs");
}

/** What every gateway pays, however few sockets it has: itself, all rows and all quotes. */
function copyCores({ actsPerSecond }: Load): number {
  return costOf("gatewayBaseMs") / 1_000 + actsPerSecond * us("commandUs") + quoteCores();
}

export function egressBytes({ sockets }: Load): number {
  const shared = costOf("ticksPerSecond") * costOf("updateBytes");
  const own = costOf("flushesPerSecond") * costOf("ownFrameBytes") * costOf("holdingShare");
  return sockets * (shared + own);
}

/** Out of the bus: every row to every gateway and to the jobs. */
function busBytes({ actsPerSecond }: Load, gateways: number): number {
  return actsPerSecond * costOf("busRowBytes") * (gateways + 1);
}

function busCores({ actsPerSecond }: Load, gateways: number): number {
  return (actsPerSecond + costOf("ticksPerSecond")) * us("busDeliveryUs") * (gateways + 1);
}

export const ONE_PROCESS: Plan = {
  isSplit: false,
  shards: 1,
  gateways: 1,
  gatewayMachines: 1,
  busServers: 1,
};

/** The smallest plan that stays within the limits that more processes can mend. */
export function planFor(load: Load): Plan {
  const busy = costOf("busyShareMax");
  const together = engineCores(load) + writingCores(load) + askingCores(load) + quoteCores();
  const heap = costOf("heapBytesMax");
  const inOne = load.stateBytes + load.sockets * costOf("socketMemoryBytes");
  if (together + costOf("gatewayBaseMs") / 1_000 <= busy && inOne <= heap) return ONE_PROCESS;
  const shards = Math.max(
    Math.ceil(engineCores(load) / (busy - quoteCores())),
    Math.ceil(load.stateBytes / heap),
  );
  const room = busy - copyCores(load);
  const socketBytes = load.sockets * costOf("socketMemoryBytes");
  const heapLeft = heap - load.stateBytes;
  const gateways = Math.max(
    2,
    Math.ceil((writingCores(load) + askingCores(load)) / room),
    heapLeft > 0 ? Math.ceil(socketBytes / heapLeft) : 2,
  );
  const gatewayMachines = Math.max(
    Math.ceil(egressBytes(load) / (costOf("linkBytesPerSecond") * busy)),
    Math.ceil(gateways / costOf("coresPerMachine")),
  );
  const busServers = Math.max(
    Math.ceil(busBytes(load, gateways) / (costOf("linkBytesPerSecond") * busy)),
    Math.ceil(busCores(load, gateways) / (costOf("coresPerMachine") * busy)),
  );
  return { isSplit: true, shards, gateways, gatewayMachines, busServers };
}

/** Every limit of an installation that was planned so, under this load; the fullest first. */
export function limitsOf(load: Load, plan: Plan): Limit[] {
  const limits = plan.isSplit ? splitLimits(load, plan) : oneProcessLimits(load);
  return [...limits, ...wholeLimits(load, plan)].sort((a, b) => b.used - a.used);
}

function oneProcessLimits(load: Load): Limit[] {
  const busy = costOf("busyShareMax");
  const cores =
    engineCores(load) +
    writingCores(load) +
    askingCores(load) +
    quoteCores() +
    0.001 * costOf("gatewayBaseMs");
  const bytes = load.stateBytes + load.sockets * costOf("socketMemoryBytes");
  return [
    { name: "the one core of the one process", used: cores / busy, mend: "roles of their own" },
    { name: "memory of the one process", used: bytes / costOf("heapBytesMax"), mend: "roles" },
  ];
}

function splitLimits(load: Load, plan: Plan): Limit[] {
  const busy = costOf("busyShareMax");
  const { shards, gateways, busServers } = plan;
  const engine = engineCores(load) / shards + quoteCores();
  const gateway = (writingCores(load) + askingCores(load)) / gateways + copyCores(load);
  const copyBytes = load.stateBytes + (load.sockets / gateways) * costOf("socketMemoryBytes");
  const heap = costOf("heapBytesMax");
  return [
    { name: "the core of a shard", used: engine / busy, mend: "more shards" },
    { name: "memory of a shard", used: load.stateBytes / shards / heap, mend: "more shards" },
    { name: "the core of a gateway", used: gateway / busy, mend: "more gateways" },
    {
      name: "memory of a gateway, which has a copy of everything",
      used: copyBytes / heap,
      mend: "a larger heap, then gateways that keep the accounts of their own sockets only",
    },
    {
      name: "the link of a bus server",
      used: busBytes(load, gateways) / (costOf("linkBytesPerSecond") * busy * busServers),
      mend: "a tree of bus servers",
    },
    {
      name: "the cores of a bus server",
      used: busCores(load, gateways) / (costOf("coresPerMachine") * busy * busServers),
      mend: "a tree of bus servers",
    },
  ];
}

/** What is one whatever the plan, and the lines to the world. */
function wholeLimits(load: Load, { gatewayMachines }: Plan): Limit[] {
  const busy = costOf("busyShareMax");
  const line = costOf("linkBytesPerSecond") * busy * gatewayMachines;
  return [
    {
      name: "the link of a gateway's machine",
      used: egressBytes(load) / line,
      mend: "more machines for gateways, or fewer bytes per update",
    },
    {
      name: "the cores of PostgreSQL",
      used: databaseCores(load) / (costOf("databaseCores") * busy),
      mend: "a database for each group of shards",
    },
    {
      name: "the one thread that keeps the proof logs",
      used: keeperCores(load) / busy,
      mend: "a keeper for each journal",
    },
  ];
}

/** Where something that no further process mends is full, in accounts. */
export function accountsAtWall(usedOf: (load: Load) => number): number {
  const probe = loadOf(1_000_000);
  return probe.accounts / usedOf(probe);
}
