// The price of an alert: where it begins, what a step leads to, which side of the bid it lies on
// and how far away. Exact, in the market's points. Pure.

import type { Market } from "@truetick/contract";
import type { AlertDirection } from "@truetick/contract/notices";
import { formatDecimal, parseDecimal } from "@truetick/money";

type Precision = Pick<Market, "pricePrecision">;

/** The part of the bid: near enough to be meant, far enough not to fire at once. */
const OPENING_SHARE = 1_000n;

function points(price: string, { pricePrecision }: Precision): bigint | null {
  return parseDecimal(price, pricePrecision);
}

/** A thousandth above the bid. */
export function openingPrice(bid: string, market: Precision): string {
  const now = points(bid, market);
  if (now === null) return "";
  const away = now / OPENING_SHARE;
  return formatDecimal(now + (away > 0n ? away : 1n), market.pricePrecision);
}

/** One point up or down; what cannot be read stays, and nothing goes below one point. */
export function stepPrice(price: string, market: Precision, direction: 1 | -1): string {
  const now = points(price, market);
  if (now === null) return price;
  const next = now + BigInt(direction);
  return formatDecimal(next > 0n ? next : 1n, market.pricePrecision);
}

/** With the market's precision; null when it is no price of this market. */
export function priceOf(plain: string, market: Precision): string | null {
  const read = points(plain, market);
  return read === null || read <= 0n ? null : formatDecimal(read, market.pricePrecision);
}

export type AlertPlace = {
  readonly direction: AlertDirection;
  /** In price units, without a sign. */
  readonly distance: string;
};

/** Null where the bid stands already, or when either cannot be read. */
export function placeFrom(price: string, bid: string, market: Precision): AlertPlace | null {
  const [wanted, now] = [points(price, market), points(bid, market)];
  if (wanted === null || now === null || wanted === now) return null;
  const away = wanted > now ? wanted - now : now - wanted;
  return {
    direction: wanted > now ? "above" : "below",
    distance: formatDecimal(away, market.pricePrecision),
  };
}
