// How much better or worse than asked for an order was filled, in the market's pips. A buy is
// better below what was asked, a sell above; of a closing it is the other way round. Pure.

import type { Side } from "@truetick/contract";
import { formatDecimal, parsePrice } from "@truetick/money";

export type Slippage = { readonly kind: "none" | "better" | "worse"; readonly pips: string };

/** Null where a price cannot be read. */
export function slippageOf(
  prices: { readonly asked: string; readonly filled: string },
  fill: { readonly side: Side; readonly kind: "open" | "close" },
  shape: { readonly pricePrecision: number; readonly fractionDigits: number },
): Slippage | null {
  const asked = parsePrice(prices.asked, shape.pricePrecision);
  const filled = parsePrice(prices.filled, shape.pricePrecision);
  if (asked === null || filled === null) return null;
  const isBuying = (fill.side === "buy") === (fill.kind === "open");
  const points = isBuying ? asked - filled : filled - asked;
  if (points === 0) return { kind: "none", pips: "0" };
  const pips = formatDecimal(BigInt(Math.abs(points)), shape.fractionDigits);
  return { kind: points > 0 ? "better" : "worse", pips };
}
