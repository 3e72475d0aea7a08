// T43: whoever buys on one account and sells on another is found, however the orders are split and
// however much longer one of them trades; two who merely trade the same market are not.

import { describe, expect, it } from "vitest";
import { createChance } from "../testing/many-leaders.ts";
import { type HeldSpan, isHedgedPair } from "./hedged-pairs.ts";

const HOUR_MS = 3_600_000;

const span = (fromHour: number, toHour: number, lots: number, marketId = 1): HeldSpan => ({
  marketId,
  lots,
  fromMs: fromHour * HOUR_MS,
  toMs: toHour * HOUR_MS,
});

/** Twelve orders of some hours each, one after the other. */
const turns = (sign: 1 | -1, { shift = 0, marketId = 1 } = {}) =>
  Array.from({ length: 12 }, (_, nth) => {
    const side = sign * (nth % 2 === 0 ? 1 : -1);
    return span(10 * nth + shift, 10 * nth + 8 + shift, 1_000 * side, marketId);
  });

describe("T43: a pair", () => {
  it("that holds opposite sides is found, either way round", () => {
    expect(isHedgedPair(turns(1), turns(-1))).toBe(true);
    expect(isHedgedPair(turns(-1), turns(1, { shift: 0.5 }))).toBe(true);
  });

  it("is found however one of them splits the orders", () => {
    const split = turns(-1).flatMap((one) => [
      { ...one, lots: one.lots / 4 },
      { ...one, lots: (3 * one.lots) / 4 },
    ]);
    expect(isHedgedPair(turns(1), split)).toBe(true);
    // A grain of the own side beside it is no disguise: the net counts.
    const disguised = [...turns(-1), ...turns(1).map((one) => ({ ...one, lots: one.lots / 100 }))];
    expect(isHedgedPair(turns(1), disguised)).toBe(true);
  });

  it("is found when one of them trades far more besides", () => {
    const busy = [...turns(1), span(200, 5_000, 700, 9)];
    expect(isHedgedPair(busy, turns(-1))).toBe(true);
  });

  it("that trades the same way, another market or at other times is none", () => {
    expect(isHedgedPair(turns(1), turns(1))).toBe(false);
    expect(isHedgedPair(turns(1), turns(-1, { marketId: 2 }))).toBe(false);
    expect(isHedgedPair(turns(1), turns(-1, { shift: 1_000 }))).toBe(false);
    expect(isHedgedPair(turns(1), turns(-1).slice(0, 9))).toBe(false);
    expect(isHedgedPair([], [])).toBe(false);
  });

  it("of strangers who toss coins is seldom taken for one", () => {
    const chance = createChance(43);
    const stranger = () =>
      Array.from({ length: 40 }, (_, nth) => span(8 * nth, 8 * nth + 8, chance() < 0.5 ? 1 : -1));
    const found = Array.from({ length: 200 }, () => isHedgedPair(stranger(), stranger()));
    expect(found.filter(Boolean).length).toBeLessThan(10);
  });
});
