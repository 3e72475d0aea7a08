// Which markets a chip and a search leave in the list. Instant and local: over code, shown code and
// the name in the reader's language. Pure.

import type { Market } from "@truetick/contract";

/** The chip that leaves everything in. No category has this id. */
export const ALL_CATEGORIES = "all";

export type MarketFilter = {
  readonly categoryId: string;
  readonly search: string;
};

/** Letters and digits only, without accents or case: "EUR/USD", "eur usd" and "eurusd" are one. */
export function searchable(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function matches(market: Market, wanted: string): boolean {
  return (
    searchable(market.code).includes(wanted) ||
    searchable(market.displayCode).includes(wanted) ||
    searchable(market.name).includes(wanted)
  );
}

export function filterMarkets(
  markets: readonly Market[],
  { categoryId, search }: MarketFilter,
): readonly Market[] {
  const wanted = searchable(search);
  return markets.filter(
    (market) =>
      (categoryId === ALL_CATEGORIES || market.categoryId === categoryId) &&
      (wanted === "" || matches(market, wanted)),
  );
}
