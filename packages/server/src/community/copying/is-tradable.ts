// Whether a position could be closed now, by the books: its market open, its price fresh. The
// engine decides; this only keeps commands from being tried in vain.

import { isDealt, type MarketView } from "@truetick/engine";

export function isTradable(market: MarketView | null, nowMs: number): boolean {
  if (!market || !isDealt(market.session) || market.isStale || market.quote === null) return false;
  return nowMs - market.quote.atMs <= market.terms.priceAgeMaxMs;
}
