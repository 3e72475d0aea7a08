// How far from the price that was seen an order was filled, in pips. Pure and exact.

import type { Market, PlacedOrder } from "@truetick/contract";
import { formatDecimal, parsePrice } from "@truetick/money";

export type Slippage = { readonly kind: "none" | "better" | "worse"; readonly pips: string };

/** Null while it is not filled. */
export function slippageOf(
  { side, askedPrice, openPrice }: Pick<PlacedOrder, "side" | "askedPrice" | "openPrice">,
  { pricePrecision, fractionDigits }: Pick<Market, "pricePrecision" | "fractionDigits">,
): Slippage | null {
  const seen = parsePrice(askedPrice, pricePrecision);
  const filled = openPrice === null ? null : parsePrice(openPrice, pricePrecision);
  if (seen === null || filled === null) return null;
  const worse = side === "buy" ? filled - seen : seen - filled;
  const pips = formatDecimal(BigInt(Math.abs(worse)), fractionDigits);
  return { kind: worse === 0 ? "none" : worse > 0 ? "worse" : "better", pips };
}
