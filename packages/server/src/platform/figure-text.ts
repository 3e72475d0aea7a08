// Figures as the reader writes them: money, prices, sizes, shares. For texts that the server writes
// whole, such as notices; the wire's own fields carry plain decimals. Making a formatter is slow,
// so each is kept. Invariant: what is shown was never a float: texts are formatted exactly.

import type { Language } from "@truetick/contract";

type Digits = { readonly min: number; readonly max: number; readonly isSigned?: boolean };

const formatters = new Map<string, Intl.NumberFormat>();

/** A decimal such as "1234.5", with so many digits behind the mark. */
export function decimalText({ id, tag }: Language, decimal: string, digits: Digits): string {
  const { min, max, isSigned = false } = digits;
  const key = `${id} ${min} ${max} ${isSigned}`;
  const known = formatters.get(key);
  const formatter =
    known ??
    new Intl.NumberFormat(tag, {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      signDisplay: isSigned ? "exceptZero" : "negative",
    });
  if (!known) formatters.set(key, formatter);
  // A decimal text is formatted digit by digit; the type wants to know that it is one.
  return formatter.format(decimal as Intl.StringNumericLiteral);
}

const CENTS = { min: 2, max: 2 };

/** Two decimals and the currency; signed where a gain or a loss is meant. */
export function moneyText(
  language: Language,
  decimal: string,
  { isSigned = false, currency = "USD" } = {},
): string {
  return `${decimalText(language, decimal, { ...CENTS, isSigned })} ${currency}`;
}

/** A ratio such as "0.9834" as a share of a hundred. */
export function shareText({ id, tag }: Language, ratio: string): string {
  const key = `${id} share`;
  const known = formatters.get(key);
  const formatter =
    known ?? new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 1 });
  if (!known) formatters.set(key, formatter);
  return formatter.format(ratio as Intl.StringNumericLiteral);
}
