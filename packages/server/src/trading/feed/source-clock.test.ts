// When a price was made, by our clock: however wrong the source's clock is, and however late the
// message came.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSourceClock } from "./source-clock.ts";

const WALL = Date.UTC(2026, 4, 20, 12);
const at = (ms: number) => ({ wallMs: WALL + ms, steadyMs: 7_000 + ms });

describe("the source's clock", () => {
  it("may be wrong by any amount: only what is late is stamped before its arrival", () => {
    const delays = fc.array(fc.nat(4_000), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(delays, fc.integer({ min: -(10 ** 11), max: 10 ** 11 }), (lateMs, skewMs) => {
        const clock = createSourceClock();
        clock.stamp("EURUSD", WALL + skewMs, at(0));
        let last = WALL;
        for (const [i, late] of lateMs.entries()) {
          const madeMs = 10_000 * (i + 1);
          const stamp = clock.stamp("EURUSD", WALL + skewMs + madeMs, at(madeMs + late));
          expect(stamp).toBe(Math.max(last, WALL + madeMs));
          last = stamp ?? last;
        }
      }),
    );
  });

  it("is not moved by our wall clock's jumping (F10)", () => {
    const clock = createSourceClock();
    clock.stamp("EURUSD", WALL, at(0));
    const jumped = { wallMs: WALL + 3_600_000 + 500, steadyMs: 7_500 };
    expect(clock.stamp("EURUSD", WALL + 500, jumped)).toBe(WALL + 3_600_500);
  });

  it("never goes back within a market, also when the first message was late", () => {
    const clock = createSourceClock();
    expect(clock.stamp("EURUSD", WALL, at(3_000))).toBe(WALL + 3_000);
    expect(clock.stamp("EURUSD", WALL + 3_100, at(3_100))).toBe(WALL + 3_100);
    expect(clock.stamp("EURUSD", WALL + 3_000, at(3_200))).toBe(WALL + 3_100);
    expect(clock.stamp("GBPUSD", WALL + 3_000, at(3_200))).toBe(WALL + 3_000);
  });

  it("F15: a backlog is as old as it is, and its end is new", () => {
    const clock = createSourceClock();
    clock.stamp("EURUSD", WALL, at(0));
    const stamps = [1, 10, 20, 30].map((sec) =>
      clock.stamp("EURUSD", WALL + 1_000 * sec, at(30_000)),
    );
    expect(stamps).toEqual([1, 10, 20, 30].map((sec) => WALL + 1_000 * sec));
  });

  it("F13: refuses a time that runs ahead of all before, and what is none", () => {
    const clock = createSourceClock();
    clock.stamp("EURUSD", WALL, at(0));
    expect(clock.stamp("EURUSD", WALL + 6_000, at(500))).toBeNull();
    expect(clock.stamp("EURUSD", Number.NaN, at(500))).toBeNull();
    expect(clock.stamp("EURUSD", WALL + 500, at(500))).toBe(WALL + 500);
  });

  it("strays while everything is late, not while nothing is said", () => {
    const clock = createSourceClock();
    clock.stamp("EURUSD", WALL, at(0));
    expect(clock.strayedMs(at(60_000))).toBe(0);
    clock.stamp("EURUSD", WALL + 40_000, at(60_000));
    clock.stamp("EURUSD", WALL + 70_000, at(95_000));
    expect(clock.strayedMs(at(95_000))).toBe(35_000);
    clock.stamp("EURUSD", WALL + 96_000, at(96_000));
    expect(clock.strayedMs(at(96_000))).toBe(0);
  });
});
