// The exponential against Math.exp, which is right to the last bit or nearly so.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { portableExp } from "./portable-exp.ts";

function expOf(x: number): number {
  const one = Float64Array.of(x);
  portableExp(one);
  return one[0] ?? Number.NaN;
}

describe("portableExp", () => {
  it("is exact where it can be", () => {
    expect(expOf(0)).toBe(1);
  });

  it("agrees with Math.exp to 15 digits over its range", () => {
    fc.assert(
      fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (x) => {
        expect(Math.abs(expOf(x) / Math.exp(x) - 1)).toBeLessThan(1e-15);
      }),
    );
  });

  it("says that it has no answer beyond its range", () => {
    expect(expOf(1_000)).toBeNaN();
  });
});
