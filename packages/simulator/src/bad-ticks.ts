// Ways a price source breaks, planted beside good ticks: each must be refused by the gate (F13,
// F15). The reason that is expected comes along.

import type { GateReason, Tick } from "@truetick/server";
import type { Chance } from "./chance.ts";

export type BadTick = { readonly tick: Tick; readonly expected: GateReason };

/** Later than its neighbour, and no number that a good tick has. */
const BETWEEN_NUMBERS = 0.5;
const HOUR_MS = 3_600_000;

type Breakage = (near: Tick) => BadTick;

const BREAKAGES: readonly Breakage[] = [
  (near) => broken(near, { bid: Number.NaN }, "NOT_FINITE"),
  (near) => broken(near, { ask: Number.POSITIVE_INFINITY }, "NOT_FINITE"),
  (near) => broken(near, { atMs: Number.NaN }, "NOT_FINITE"),
  (near) => broken(near, { bid: 0 }, "NOT_POSITIVE"),
  (near) => broken(near, { bid: -near.bid }, "NOT_POSITIVE"),
  (near) => broken(near, { bid: near.bid + 0.5, ask: near.ask + 0.5 }, "NOT_WHOLE"),
  (near) => broken(near, { bid: near.ask + 1 }, "CROSSED"),
  (near) => broken(near, { bid: near.bid * 1_000, ask: near.ask * 1_000 }, "JUMP"),
  (near) => broken(near, { bid: Math.ceil(near.bid / 2), ask: Math.ceil(near.ask / 2) }, "JUMP"),
  (near) => broken(near, { atMs: near.atMs + HOUR_MS }, "FROM_THE_FUTURE"),
  (near) => ({ tick: near, expected: "DUPLICATE" }),
  (near) => broken(near, { sourceSeq: near.sourceSeq - 1 }, "OUT_OF_ORDER"),
  (near) => broken(near, { atMs: near.atMs - 1 }, "OUT_OF_ORDER"),
  (near) => broken(near, { code: "NOSUCH" }, "UNKNOWN_MARKET"),
];

function broken(near: Tick, how: Partial<Tick>, expected: GateReason): BadTick {
  return { tick: { ...near, sourceSeq: near.sourceSeq + BETWEEN_NUMBERS, ...how }, expected };
}

/** Something bad right after a good tick that has been taken. */
export function plantAfter(near: Tick, chance: Chance): BadTick {
  return chance.pick(BREAKAGES)(near);
}
