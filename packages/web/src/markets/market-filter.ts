// Which markets a chip and a search leave in the list. Instant and local: over code, shown code and
// the name in the reader's language. Pure.

import type { Market } from "@truetick/contract";

/** The chip that leaves everything in. No category has this id. */
export const ALL_CATEGORIES = "all";
/** The chip that leaves what the reader has starred, in that order. No category has this id. */
export const WATCHED = "watchlist";

export type MarketFilter = {
  readonly categoryId: string;
  readonly search: string;
  /** The codes of the starred markets. */
  readonly watchlist: readonly string[];
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

/** Those of the list that still exist, in its order. */
export function marketsOf(codes: readonly string[], markets: readonly Market[]): readonly Market[] {
  const byCode = new Map(markets.map((market) => [market.code, market]));
  return codes.flatMap((code) => byCode.get(code) ?? []);
}

export function filterMarkets(
  markets: readonly Market[],
  { categoryId, search, watchlist }: MarketFilter,
): readonly Market[] {
  const wanted = searchable(search);
  const among = categoryId === WATCHED ? marketsOf(watchlist, markets) : markets;
  const isAny = categoryId === ALL_CATEGORIES || categoryId === WATCHED;
  return among.filter(
    (market) =>
      (isAny || market.categoryId === categoryId) && (wanted === "" || matches(market, wanted)),
  );
}
