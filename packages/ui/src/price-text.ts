// How a price is cut for typesetting: head, pip digits, fractional pip, so that the eye finds the
// pip. Also the spread in pips. Works on exact decimal strings; called on every tick, so it
// allocates little.

import { formatDecimal, parseDecimal } from "@truetick/money";
import { type Notation, writeDecimal } from "./notation.ts";

/** What the market says about its prices. */
export type PriceShape = {
  readonly pricePrecision: number;
  readonly pipDigits: number;
  readonly fractionDigits: number;
};

export type PriceParts = {
  readonly head: string;
  readonly pip: string;
  readonly fraction: string;
};

/** The place in `text` that has `count` digits to its right. */
function cutBefore(text: string, count: number): number {
  let left = count;
  let at = text.length;
  while (left > 0 && at > 0) {
    at -= 1;
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) left -= 1;
  }
  return at;
}

/** 1.15826 to 1.15|82|6 and 6812.4 to 6,8|12|.4: the market says how many digits are which. */
export function splitPrice(price: string, shape: PriceShape, notation: Notation): PriceParts {
  const text = writeDecimal(price, notation);
  let fractionAt = cutBefore(text, shape.fractionDigits);
  const pipAt = cutBefore(text, shape.fractionDigits + shape.pipDigits);
  // The mark between pip and fraction goes with the small figure: .4, not a dangling point.
  if (shape.fractionDigits > 0 && text[fractionAt - 1] === notation.decimalMark) fractionAt -= 1;
  return {
    head: text.slice(0, pipAt),
    pip: text.slice(pipAt, fractionAt),
    fraction: text.slice(fractionAt),
  };
}

/** The distance from bid to ask in pips; a dash when either cannot be read. */
export function spreadInPips(
  sides: { readonly bid: string; readonly ask: string },
  shape: PriceShape,
  notation: Notation,
): string {
  const bid = parseDecimal(sides.bid, shape.pricePrecision);
  const ask = parseDecimal(sides.ask, shape.pricePrecision);
  if (bid === null || ask === null) return "–";
  return writeDecimal(formatDecimal(ask - bid, shape.fractionDigits), notation);
}

/** What the price has moved since the day's open, in price units, exact. */
export function distanceOf(from: string, to: string, pricePrecision: number): string {
  const start = parseDecimal(from, pricePrecision);
  const end = parseDecimal(to, pricePrecision);
  if (start === null || end === null) return "0";
  return formatDecimal(end - start, pricePrecision);
}
