// The kinds of number that mean money, a price, a size or a rate, each with a type of its own, so
// that one cannot stand in for another. Everything that books or shows an amount uses these.
// Invariant: all are integers; Price and Lots are safe-integer Numbers (they key typed arrays),
// Money and Rate are bigints.
import { assert } from "./assert.ts";
import { formatDecimal, parseDecimal } from "./decimal.ts";

/** Account currency in millionths: 1.00 USD is 1_000_000n. */
export type Money = bigint & { readonly kind: "Money" };
/** A market price in the market's own points: 1.08432 at precision 5 is 108_432. */
export type Price = number & { readonly kind: "Price" };
/** A size in ten-thousandths of a lot: 0.50 lot is 5_000. */
export type Lots = number & { readonly kind: "Lots" };
/** A ratio in hundred-millionths: 3 % is 3_000_000n, 1 is 100_000_000n. */
export type Rate = bigint & { readonly kind: "Rate" };

export const MONEY_DECIMALS = 6;
export const LOTS_DECIMALS = 4;
export const RATE_DECIMALS = 8;

export const MONEY_SCALE = 1_000_000n;
export const LOTS_SCALE = 10_000n;
export const RATE_SCALE = 100_000_000n;

export const ZERO_MONEY = 0n as Money;
export const ZERO_LOTS = 0 as Lots;

/** Names an integer of millionths. The only way into the type. */
export function money(millionths: bigint): Money {
  return millionths as Money;
}

/** Names an integer of points; a price of a market is positive. */
export function price(points: number): Price {
  assert(Number.isSafeInteger(points) && points > 0, "Invariant: a price is a positive integer");
  return points as Price;
}

/** Names an integer of ten-thousandths of a lot. */
export function lots(tenThousandths: number): Lots {
  assert(
    Number.isSafeInteger(tenThousandths) && tenThousandths >= 0,
    "Invariant: lots are a non-negative integer",
  );
  return tenThousandths as Lots;
}

/** Names an integer of hundred-millionths. */
export function rate(hundredMillionths: bigint): Rate {
  return hundredMillionths as Rate;
}

/** Reads a non-negative amount such as "1000.00"; null when it is not one (T48). */
export function parseMoney(text: string): Money | null {
  const units = parseDecimal(text, MONEY_DECIMALS);
  return units === null ? null : money(units);
}

/** Reads a positive price at the market's precision; null when it is not one (T50). */
export function parsePrice(text: string, precision: number): Price | null {
  const points = parseDecimal(text, precision);
  if (points === null || points <= 0n || points > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return price(Number(points));
}

/** Reads a size such as "0.01"; null when it is not one (T48). */
export function parseLots(text: string): Lots | null {
  const units = parseDecimal(text, LOTS_DECIMALS);
  if (units === null || units > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return lots(Number(units));
}

/** Reads a rate such as "0.0003"; a leading minus is allowed, rates of financing have a sign. */
export function parseRate(text: string): Rate | null {
  const isNegative = text.startsWith("-");
  const units = parseDecimal(isNegative ? text.slice(1) : text, RATE_DECIMALS);
  return units === null ? null : rate(isNegative ? -units : units);
}

/** Margin and profits as the wire shows them: six places. */
export function formatMoney(amount: Money): string {
  return formatDecimal(amount, MONEY_DECIMALS);
}

/** A balance as the wire shows it: two places, cut and never rounded up. */
export function formatBalance(amount: Money): string {
  const perCent = MONEY_SCALE / 100n;
  const remainder = ((amount % perCent) + perCent) % perCent;
  return formatDecimal((amount - remainder) / perCent, 2);
}

export function formatPrice(points: Price, precision: number): string {
  return formatDecimal(BigInt(points), precision);
}

/** Lots with at least two places and no idle zeros beyond them: 0.50, 0.0125. */
export function formatLots(size: Lots): string {
  return formatDecimal(BigInt(size), LOTS_DECIMALS).replace(/0{1,2}$/, "");
}

export function formatRate(ratio: Rate): string {
  return formatDecimal(ratio, RATE_DECIMALS);
}
