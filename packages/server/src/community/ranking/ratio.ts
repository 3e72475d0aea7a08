// Exact fractions for returns: a product of a thousand days is what it is, not what rounding made
// of it, so that whoever recomputes a figure gets the same last digit. Used by the ranking only.

export type Ratio = { readonly num: bigint; readonly den: bigint };

export const ONE: Ratio = { num: 1n, den: 1n };

const DIGITS = 4;
const SCALE = 10n ** BigInt(DIGITS);
/** What a product is cut to when it has grown beyond use; far below any digit that is shown. */
const WIDE_BITS = 4_096n;
const WIDE = 2n ** WIDE_BITS;
const CUT_SCALE = 10n ** 60n;

/** Reduced, and cut where it has grown beyond use. */
export function multiply(a: Ratio, b: Ratio): Ratio {
  if (a === ONE) return b;
  if (b === ONE) return a;
  const num = a.num * b.num;
  const den = a.den * b.den;
  const common = greatestDivisor(num, den);
  if (den / common < WIDE) return { num: num / common, den: den / common };
  return { num: (num * CUT_SCALE) / den, den: CUT_SCALE };
}

/** The same, not reduced: for what is not multiplied on. */
export function product(a: Ratio, b: Ratio): Ratio {
  if (a === ONE) return b;
  return b === ONE ? a : { num: a.num * b.num, den: a.den * b.den };
}

export function isBelow(a: Ratio, b: Ratio): boolean {
  return a.num * b.den < b.num * a.den;
}

/** a / b, unreduced; b is above 0. */
export function divide(a: Ratio, b: Ratio): Ratio {
  return { num: a.num * b.den, den: a.den * b.num };
}

/** What was gained, as a decimal of four digits; cut downwards: nobody looks better. */
export function gainText({ num, den }: Ratio): string {
  return decimalText(floorDivide((num - den) * SCALE, den));
}

/** What was lost of 1, as a decimal of four digits; cut upwards: nobody looks better. */
export function lossText({ num, den }: Ratio): string {
  return decimalText(-floorDivide((num - den) * SCALE, den));
}

/** A part of a whole, as a decimal of four digits; cut downwards. Null of nothing. */
export function shareText(part: bigint, whole: bigint): string | null {
  return whole === 0n ? null : decimalText((part * SCALE) / whole);
}

/** For what is no exact figure: scatter, order. */
export function toNumber({ num, den }: Ratio): number {
  return Number((num * 10n ** 18n) / den) / 1e18;
}

function decimalText(scaled: bigint): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(DIGITS + 1, "0");
  const text = `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`;
  return scaled < 0n ? `-${text}` : text;
}

/** Down, also below zero; the divisor is positive. */
function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x === 0n ? 1n : x;
}
