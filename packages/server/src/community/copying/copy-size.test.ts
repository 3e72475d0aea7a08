// The size of a copy and of its parts: tables for the rule, properties for what must always hold.

import { lots, money } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copySize, partSize } from "./copy-size.ts";

const TERMS = { lotStep: lots(100), lotsMin: lots(100), lotsMax: lots(500_000) };
const usd = (amount: number) => money(BigInt(amount) * 1_000_000n);

describe("a copy", () => {
  it.each([
    // leader lots, leader equity, follow equity, factor, cap, wanted, lots
    [10_000, 10_000, 1_000, 100, null, 1_000, 1_000],
    [10_000, 10_000, 1_000, 200, null, 2_000, 2_000],
    [10_000, 10_000, 1_000, 50, null, 500, 500],
    [3_300, 10_000, 1_000, 100, null, 330, 300],
    [10_000, 10_000, 1_000, 100, 450, 1_000, 400],
    [900, 10_000, 1_000, 100, null, 90, null],
    [10_000, 10_000, 0, 100, null, 0, null],
    [10_000, 10_000, -5, 100, null, 0, null],
    [500_000, 1_000, 1_000_000, 1_000, null, 5_000_000_000, 500_000],
    [500_000, 1, 1_000_000, 1_000, null, 10_000_000_000, 500_000],
  ])("of %i by %i: %i x %i, at most %s, is %i, placed %s", (...row) => {
    const [leaderLots, leaderEquity, followEquity, factor, cap, wanted, placed] = row;
    const size = copySize({
      leaderLots: lots(leaderLots),
      leaderEquity: usd(leaderEquity),
      followEquity: usd(followEquity),
      factor,
      lotsMax: cap === null ? null : lots(cap),
      terms: TERMS,
    });
    expect(size).toEqual({ wanted, lots: placed });
  });

  it("is on step, within the caps, and never more than its share", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 13n });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        amount,
        amount,
        fc.integer({ min: 10, max: 1_000 }),
        (steps, leaderEquity, followEquity, factor) => {
          const leaderLots = lots(steps * 100);
          const rule = { leaderLots, factor, lotsMax: null, terms: TERMS };
          const { lots: placed } = copySize({
            ...rule,
            leaderEquity: money(leaderEquity),
            followEquity: money(followEquity),
          });
          const share = BigInt(leaderLots) * followEquity * BigInt(factor);
          if (placed === null) {
            expect(share < BigInt(TERMS.lotsMin) * leaderEquity * 100n).toBe(true);
            return;
          }
          expect(placed % TERMS.lotStep).toBe(0);
          expect(BigInt(placed) * leaderEquity * 100n <= share).toBe(true);
          const isCapped = placed === TERMS.lotsMax;
          const next = BigInt(placed + TERMS.lotStep) * leaderEquity * 100n;
          expect(isCapped || next > share).toBe(true);
        },
      ),
    );
  });
});

describe("a part", () => {
  const part = (copyNow: number, leaderClosed: number, leaderLeft: number) =>
    partSize({
      leaderOpened: lots(10_000),
      copyOpened: lots(700),
      leaderClosed: lots(leaderClosed),
      leaderLeft: lots(leaderLeft),
      copyNow: lots(copyNow),
      lotStep: lots(100),
    });

  it("is the same fraction, cut to the lot step", () => {
    expect(part(700, 5_000, 5_000)).toEqual({ wanted: 350, lots: 300 });
    expect(part(700, 1_000, 9_000)).toEqual({ wanted: 70, lots: null });
  });

  it("makes up for what earlier parts were too small for", () => {
    expect(part(700, 1_000, 8_000)).toEqual({ wanted: 70, lots: 100 });
  });

  it("is nothing when the copy is smaller than its share already", () => {
    expect(part(200, 5_000, 5_000)).toEqual({ wanted: 350, lots: null });
  });

  it("in many small ones comes to what one large one would be", () => {
    const steps = fc.integer({ min: 2, max: 300 });
    fc.assert(
      fc.property(steps, steps, fc.array(fc.nat({ max: 40 }), { maxLength: 12 }), (a, b, cuts) => {
        const leaderOpened = lots(a * 100);
        const copyOpened = lots(b * 100);
        let leaderLeft = leaderOpened as number;
        let copyNow = copyOpened as number;
        for (const cut of cuts) {
          const closed = Math.min(cut * 100, leaderLeft - 100);
          if (closed <= 0) continue;
          leaderLeft -= closed;
          const { lots: size } = partSize({
            leaderOpened,
            copyOpened,
            leaderClosed: lots(closed),
            leaderLeft: lots(leaderLeft),
            copyNow: lots(copyNow),
            lotStep: lots(100),
          });
          copyNow -= size ?? 0;
        }
        const exact = (copyOpened * leaderLeft) / leaderOpened;
        expect(copyNow).toBe(Math.ceil(exact / 100 - 1e-9) * 100);
      }),
    );
  });
});
