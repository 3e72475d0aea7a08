// Division with a name and a direction. Every booked amount is rounded here, once, and nowhere
// else. The Number twins are exact while the dividend is a safe integer; callers check that.
import { assert } from "./assert.ts";

/** Rounds half to even: the rounding of profit, conversion and financing. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  assert(divisor > 0n, "Invariant: a divisor is positive");
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  if (remainder === 0n) return quotient;
  const twice = (remainder < 0n ? -remainder : remainder) * 2n;
  const isAway = twice > divisor || (twice === divisor && quotient % 2n !== 0n);
  if (!isAway) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

/** Rounds a non-negative amount up: the rounding of margin and fees. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  assert(divisor > 0n && dividend >= 0n, "Invariant: only non-negative amounts round up");
  return (dividend + divisor - 1n) / divisor;
}

/** Rounds towards minus infinity: the rounding of what is only shown. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  assert(divisor > 0n, "Invariant: a divisor is positive");
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** `divideHalfEven` on safe integers. */
export function divideHalfEvenNumber(dividend: number, divisor: number): number {
  if (divisor === 1) return dividend;
  const quotient = floorOf(dividend, divisor);
  const twice = (dividend - quotient * divisor) * 2;
  if (twice < divisor || (twice === divisor && quotient % 2 === 0)) return quotient;
  return quotient + 1;
}

/** `divideUp` on safe integers. */
export function divideUpNumber(dividend: number, divisor: number): number {
  const quotient = floorOf(dividend, divisor);
  return quotient * divisor < dividend ? quotient + 1 : quotient;
}

/** Rounds towards minus infinity. The quotient of floats may be one off; the product tells. */
function floorOf(dividend: number, divisor: number): number {
  const quotient = Math.floor(dividend / divisor);
  const product = quotient * divisor;
  if (product > dividend) return quotient - 1;
  return dividend - product >= divisor ? quotient + 1 : quotient;
}
