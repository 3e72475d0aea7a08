// A seeded simulation of fan-out: a frame leaves the tape's shard, passes the servers of the bus
// one after the other, reaches every gateway, and there every socket, one write after the other.
// Says how old it is when the last socket has it, and whether a flush ends before the next begins.

import { Chance } from "../../engine/measure/chance.ts";
import { costOf } from "./costs.ts";

export type TreeRun = {
  readonly gateways: number;
  readonly fanOut: number;
  readonly levels: number;
  readonly socketsPerGateway: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly lastMs: number;
  /** A flush's work by the time until the next one; above 1 flushes come less often. */
  readonly flushShare: number;
};

const FLUSHES = 12;
/** On its way through one network and one program, before it is that program's turn. */
const HOP_MS = 0.3;
/** Now and then a program collects garbage or is not scheduled. */
const PAUSE_ONE_IN = 50;
const PAUSE_MS = 15;
const GRAIN = 1_000_000;
/** Every so manieth socket is looked at. */
const SAMPLE_EVERY = 250;

export function simulateTree(options: {
  readonly gateways: number;
  readonly fanOut: number;
  readonly socketsPerGateway: number;
  readonly seed: number;
}): TreeRun {
  const { gateways, fanOut, socketsPerGateway, seed } = options;
  const chance = new Chance(seed);
  const levels = Math.max(1, Math.ceil(Math.log(gateways) / Math.log(fanOut) - 1e-9));
  const writeMs = costOf("sharedWriteUs") / 1_000;
  const ownMs = (costOf("ownWriteUs") * costOf("holdingShare")) / 1_000;
  const ages: number[] = [];
  for (let flush = 0; flush < FLUSHES; flush += 1) {
    for (const arrivedMs of arrivals({ gateways, fanOut, levels, chance })) {
      const beginMs = arrivedMs + pauseOf(chance);
      for (let at = 0; at < socketsPerGateway; at += SAMPLE_EVERY) {
        ages.push(beginMs + (at + 1) * (writeMs + ownMs));
      }
    }
  }
  ages.sort((a, b) => a - b);
  const flushMs = socketsPerGateway * (writeMs + ownMs);
  return {
    gateways,
    fanOut,
    levels,
    socketsPerGateway,
    p50Ms: ages[Math.floor(ages.length * 0.5)] ?? 0,
    p99Ms: ages[Math.floor(ages.length * 0.99)] ?? 0,
    lastMs: ages.at(-1) ?? 0,
    flushShare: (flushMs * costOf("flushesPerSecond")) / 1_000,
  };
}

type Tree = {
  readonly gateways: number;
  readonly fanOut: number;
  readonly levels: number;
  readonly chance: Chance;
};

/** When one frame reaches each gateway: level by level, each server one child after the other. */
function arrivals({ gateways, fanOut, levels, chance }: Tree): number[] {
  const sendMs = costOf("busDeliveryUs") / 1_000;
  let reached = [hopOf(chance)];
  for (let level = 0; level < levels; level += 1) {
    const isLast = level === levels - 1;
    const wanted = isLast ? gateways : Math.min(gateways, reached.length * fanOut);
    const parents = reached;
    reached = Array.from({ length: wanted }, (_, child) => {
      const parent = parents[child % parents.length] ?? 0;
      const turn = Math.floor(child / parents.length) + 1;
      return parent + turn * sendMs + hopOf(chance);
    });
  }
  return reached;
}

function hopOf(chance: Chance): number {
  return -Math.log((chance.below(GRAIN) + 1) / GRAIN) * HOP_MS;
}

function pauseOf(chance: Chance): number {
  return chance.below(PAUSE_ONE_IN) === 0 ? PAUSE_MS : 0;
}
