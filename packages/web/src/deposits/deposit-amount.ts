// What is typed as an amount to pay in: whether it can be, and what it is worth in US dollars by
// the price of now. Exact on the digits; the worth is cut, so that nobody is promised a cent too
// many. Pure.

import { divideDown, formatDecimal, parseDecimal } from "@truetick/money";

/** The wire takes no more places than this. */
const AMOUNT_PLACES_MAX = 8;
const PRICE_PLACES = 12;
const USD_PLACES = 2;

export type AmountProblem = "missing" | "unreadable" | "belowMin" | "aboveMax";

export type AmountBounds = { readonly min: string; readonly max: string };

/** Null: it can be paid in. A maximum of zero is none. */
export function problemOfAmount(
  amount: string | null,
  { min, max }: AmountBounds,
): AmountProblem | null {
  const units = amount === null ? null : parseDecimal(amount, AMOUNT_PLACES_MAX);
  if (units === null) return "unreadable";
  if (units === 0n) return "missing";
  const least = parseDecimal(min, AMOUNT_PLACES_MAX) ?? 0n;
  const most = parseDecimal(max, AMOUNT_PLACES_MAX) ?? 0n;
  if (units < least) return "belowMin";
  return most > 0n && units > most ? "aboveMax" : null;
}

/** US dollars with two decimals; null without an amount or a price. */
export function worthInUsd(amount: string | null, unitsPerUsd: string | null): string | null {
  if (amount === null || unitsPerUsd === null) return null;
  const units = parseDecimal(amount, AMOUNT_PLACES_MAX);
  const price = parseDecimal(unitsPerUsd, PRICE_PLACES);
  if (units === null || price === null || price === 0n) return null;
  const scale = 10n ** BigInt(PRICE_PLACES - AMOUNT_PLACES_MAX + USD_PLACES);
  return formatDecimal(divideDown(units * scale, price), USD_PLACES);
}

/** Without the zeros that say nothing: "0.00050000" is "0.0005". */
export function shortDecimal(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
