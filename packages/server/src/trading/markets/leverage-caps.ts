// The most leverage a market may offer: the retail profile of trading-rules §6, by category, with
// the exceptions it names. Asked when a change is proposed, and shown to who proposes it.

import type { TradedMarket } from "./traded-market.ts";

/** A category that is not listed has the lowest of all. */
const CAP_OF_CATEGORY: Readonly<Record<string, number>> = {
  "forex-majors": 30,
  "forex-minors": 20,
  metals: 10,
  energies: 10,
  indices: 10,
  shares: 5,
  crypto: 2,
};
const CAP_LOWEST = 2;
const CAP_OF_GOLD_AND_MAJOR_INDICES = 20;

const MAJOR_INDICES = new Set([
  "US500",
  "US100",
  "US30",
  "DE40",
  "UK100",
  "EU50",
  "FR40",
  "JP225",
  "AU200",
]);

export function leverageCap({
  code,
  categoryId,
  baseCurrency,
}: Pick<TradedMarket, "code" | "categoryId" | "baseCurrency">): number {
  const isGold = categoryId === "metals" && baseCurrency === "XAU";
  const isMajorIndex = categoryId === "indices" && MAJOR_INDICES.has(code);
  if (isGold || isMajorIndex) return CAP_OF_GOLD_AND_MAJOR_INDICES;
  return CAP_OF_CATEGORY[categoryId] ?? CAP_LOWEST;
}
