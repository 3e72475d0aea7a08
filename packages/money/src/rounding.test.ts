// Rounding has one direction per purpose, and the fast Number twins agree with the bigint ones.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvariantBroken } from "./assert.ts";
import {
  divideDown,
  divideHalfEven,
  divideHalfEvenNumber,
  divideUp,
  divideUpNumber,
} from "./rounding.ts";
import { numberOf, wholeOf } from "./whole.ts";

describe("half-even", () => {
  test.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [1n, 2n, 0n],
    [-1n, 2n, 0n],
    [3n, 2n, 2n],
    [-3n, 2n, -2n],
    [5n, 3n, 2n],
    [4n, 3n, 1n],
    [-5n, 3n, -2n],
    [0n, 7n, 0n],
  ])("%d / %d = %d", (dividend, divisor, expected) => {
    expect(divideHalfEven(dividend, divisor)).toBe(expected);
  });

  test("is never further than half a unit away, and even when exactly half", () => {
    const amounts = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    const divisors = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(amounts, divisors, (dividend, divisor) => {
        const quotient = divideHalfEven(dividend, divisor);
        const off = 2n * (dividend - quotient * divisor);
        const size = off < 0n ? -off : off;
        return size < divisor || (size === divisor && quotient % 2n === 0n);
      }),
    );
  });

  test("mirrors: a loss rounds like the same profit (P10)", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 12n }), (dividend, divisor) => {
        return divideHalfEven(-dividend, divisor) === -divideHalfEven(dividend, divisor);
      }),
    );
  });
});

describe("up and down", () => {
  test("up never gives less, and less than one unit more", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (dividend, divisor) => {
          const over = divideUp(dividend, divisor) * divisor - dividend;
          return over >= 0n && over < divisor;
        },
      ),
    );
  });

  test("down goes towards minus infinity", () => {
    expect(divideDown(-1n, 3n)).toBe(-1n);
    expect(divideDown(-3n, 3n)).toBe(-1n);
    expect(divideDown(4n, 3n)).toBe(1n);
  });

  test("a divisor that is not positive stops trading", () => {
    expect(() => divideHalfEven(1n, 0n)).toThrow(InvariantBroken);
    expect(() => divideUp(1n, -1n)).toThrow(InvariantBroken);
    expect(() => divideUp(-1n, 1n)).toThrow(InvariantBroken);
  });
});

test("a Number becomes the bigint of the same value, negative and beyond 32 bits too", () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (integer) => wholeOf(integer) === BigInt(integer)));
  fc.assert(fc.property(fc.maxSafeInteger(), (integer) => numberOf(BigInt(integer)) === integer));
  for (const edge of [0, -0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 32, -(2 ** 32), 2 ** 53 - 1]) {
    expect(wholeOf(edge)).toBe(BigInt(edge));
    expect(numberOf(BigInt(edge))).toBe(edge + 0);
  }
});

test("the Number twins equal the bigint ones on safe integers", () => {
  const divisors = fc.integer({ min: 1, max: 2 ** 31 });
  fc.assert(
    fc.property(fc.maxSafeInteger(), divisors, (dividend, divisor) => {
      const exact = divideHalfEven(BigInt(dividend), BigInt(divisor));
      expect(BigInt(divideHalfEvenNumber(dividend, divisor))).toBe(exact);
    }),
  );
  fc.assert(
    fc.property(fc.maxSafeNat(), divisors, (dividend, divisor) => {
      const exact = divideUp(BigInt(dividend), BigInt(divisor));
      expect(BigInt(divideUpNumber(dividend, divisor))).toBe(exact);
    }),
  );
});
