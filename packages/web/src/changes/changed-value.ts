// Writes one value of a changed term for a reader: rates as percent, multiples, days by name. What
// it does not know it leaves as the server said it.

import type { ChangeLabel } from "@truetick/contract";
import { formatDecimal, parseDecimal } from "@truetick/money";
import { type Notation, writeDecimal } from "@truetick/ui";

const RATE_SCALE = 12;
const PERCENT_SCALE = 10;
/** A Sunday. */
const SUNDAY_MS = Date.UTC(2024, 0, 7);
const DAY_MS = 86_400_000;
const BPS_PER_PERCENT_SCALE = 2;

/** What the catalogue says for values that are words. */
export type ValueWords = {
  readonly yes: string;
  readonly no: string;
  readonly absent: string;
  readonly marginModes: { readonly fixed: string; readonly floating: string };
};

export function writeValue(
  label: ChangeLabel,
  text: string,
  { words, notation }: { readonly words: ValueWords; readonly notation: Notation },
): string {
  if (text === "") return words.absent;
  if (text === "true") return words.yes;
  if (text === "false") return words.no;
  switch (label) {
    case "leverage":
      return text
        .split(",")
        .map((leverage) => `1:${leverage}`)
        .join(", ");
    case "marginMode":
      return text === "fixed" ? words.marginModes.fixed : words.marginModes.floating;
    case "openingFee":
    case "longRate":
    case "shortRate":
      return percent(text, RATE_SCALE, notation);
    case "jumpLimit":
      return basisPoints(text, notation);
    case "tripleDay":
      return weekday(Number(text), notation.tag);
    case "staleAfter":
      return seconds(Number(text), notation.tag);
    case "feeKind":
      return text === "percent" ? "%" : "USD";
    case "lotsMin":
    case "lotsMax":
    case "lotStep":
    case "min":
    case "max":
    case "price":
      return writeDecimal(text, notation);
    default:
      return text;
  }
}

function percent(rate: string, scale: number, notation: Notation): string {
  const isNegative = rate.startsWith("-");
  const units = parseDecimal(isNegative ? rate.slice(1) : rate, scale);
  if (units === null) return rate;
  const text = formatDecimal(units, PERCENT_SCALE).replace(/\.?0+$/, "");
  return `${isNegative ? "−" : ""}${writeDecimal(text, notation)}%`;
}

function basisPoints(bps: string, notation: Notation): string {
  if (!/^\d{1,8}$/.test(bps)) return bps;
  const text = formatDecimal(BigInt(bps), BPS_PER_PERCENT_SCALE).replace(/\.?0+$/, "");
  return `${writeDecimal(text, notation)}%`;
}

function weekday(day: number, tag: string): string {
  const format = new Intl.DateTimeFormat(tag, { weekday: "long", timeZone: "UTC" });
  return Number.isInteger(day) ? format.format(SUNDAY_MS + day * DAY_MS) : "";
}

function seconds(count: number, tag: string): string {
  const format = new Intl.NumberFormat(tag, { style: "unit", unit: "second", unitDisplay: "long" });
  return format.format(count);
}
