// Exact conversion between currencies: a fraction, never a rounded rate. Built from mid prices of
// the tape; two of them multiply when a currency is reached through another (triangulation).
// Invariant: numerator and denominator are positive.
import type { Price } from "./amount.ts";
import { assert } from "./assert.ts";

export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

/** One to one: the quote currency is the account currency. Compared by identity on hot paths. */
export const PAR: Ratio = { numerator: 1n, denominator: 1n };

/** The middle between bid and ask, as the value of one base unit in the quote currency. */
export function midRatio(quote: { bid: Price; ask: Price; pricePrecision: number }): Ratio {
  return {
    numerator: BigInt(quote.bid) + BigInt(quote.ask),
    denominator: 2n * powerOfTen(quote.pricePrecision),
  };
}

export function invertRatio(ratio: Ratio): Ratio {
  assert(ratio.numerator > 0n, "Invariant: only a positive ratio has an inverse");
  return { numerator: ratio.denominator, denominator: ratio.numerator };
}

export function multiplyRatios(left: Ratio, right: Ratio): Ratio {
  return {
    numerator: left.numerator * right.numerator,
    denominator: left.denominator * right.denominator,
  };
}

const POWERS_OF_TEN: readonly bigint[] = Array.from({ length: 19 }, (_, power) => {
  return 10n ** BigInt(power);
});

export function powerOfTen(power: number): bigint {
  const value = POWERS_OF_TEN[power];
  assert(value !== undefined, "Invariant: precision is an integer from 0 to 18");
  return value;
}
