// The contract of a market: how much one point of price on one ten-thousandth of a lot is worth.
// Margin, fee and profit are multiples of that value, so they share its exact arithmetic here:
// on Numbers while every product is a safe integer, on bigints beyond, rounded once at the end.
import { assert } from "./assert.ts";
import { PAR, powerOfTen, type Ratio } from "./ratio.ts";
import { divideHalfEven, divideHalfEvenNumber, divideUp, divideUpNumber } from "./rounding.ts";
import { wholeOf } from "./whole.ts";

export type Contract = {
  readonly unitsPerLot: number;
  readonly pricePrecision: number;
  /** Millionths of the quote currency per point and ten-thousandth of a lot, reduced. */
  readonly pointNumerator: number;
  readonly pointDenominator: number;
};

const PRICE_PRECISION_MAX = 10;
const UNITS_PER_LOT_MAX = 1_000_000_000;

export function contractOf(terms: { unitsPerLot: number; pricePrecision: number }): Contract {
  const { unitsPerLot, pricePrecision } = terms;
  assert(
    Number.isInteger(unitsPerLot) && unitsPerLot > 0 && unitsPerLot <= UNITS_PER_LOT_MAX,
    "Invariant: units per lot are a positive integer",
  );
  assert(
    Number.isInteger(pricePrecision) &&
      pricePrecision >= 0 &&
      pricePrecision <= PRICE_PRECISION_MAX,
    "Invariant: price precision is an integer from 0 to 10",
  );
  const numerator = unitsPerLot * 100;
  const denominator = 10 ** pricePrecision;
  const divisor = greatestCommonDivisor(numerator, denominator);
  return {
    unitsPerLot,
    pricePrecision,
    pointNumerator: numerator / divisor,
    pointDenominator: denominator / divisor,
  };
}

/** Points times ten-thousandths of a lot, in millionths, half-even. Points may be negative. */
export function contractValue(
  contract: Contract,
  points: number,
  lots: number,
  conversion: Ratio,
): bigint {
  if (conversion === PAR) {
    const product = points * lots * contract.pointNumerator;
    if (Math.abs(product) <= Number.MAX_SAFE_INTEGER) {
      return wholeOf(divideHalfEvenNumber(product, contract.pointDenominator));
    }
  }
  return largeValue(contract, points, lots, conversion);
}

/** Apart, so that the common case stays small enough for the compiler to put where it is used. */
function largeValue(contract: Contract, points: number, lots: number, conversion: Ratio): bigint {
  return divideHalfEven(
    productOf(contract, points, lots) * conversion.numerator,
    BigInt(contract.pointDenominator) * conversion.denominator,
  );
}

/** A share of that value, `numerator / denominator` of it, in millionths, up. */
export type Share = {
  readonly numerator: number;
  readonly denominator: number;
  readonly conversion: Ratio;
};

export function contractShareUp(
  contract: Contract,
  points: number,
  lots: number,
  share: Share,
): bigint {
  if (share.conversion === PAR) {
    const product = points * lots * contract.pointNumerator * share.numerator;
    const divisor = contract.pointDenominator * share.denominator;
    if (product <= Number.MAX_SAFE_INTEGER && divisor <= Number.MAX_SAFE_INTEGER) {
      return wholeOf(divideUpNumber(product, divisor));
    }
  }
  return largeShareUp(contract, points, lots, share);
}

function largeShareUp(contract: Contract, points: number, lots: number, share: Share): bigint {
  return divideUp(
    productOf(contract, points, lots) * BigInt(share.numerator) * share.conversion.numerator,
    BigInt(contract.pointDenominator) * BigInt(share.denominator) * share.conversion.denominator,
  );
}

function productOf(contract: Contract, points: number, lots: number): bigint {
  return BigInt(points) * BigInt(lots) * BigInt(contract.pointNumerator);
}

/** One base unit per unit: what fixed margin counts instead of a price. */
export function unitPoints(contract: Contract): number {
  return Number(powerOfTen(contract.pricePrecision));
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
