// Finds a market by the number the engine knows it by, or by its code. Read by the calls about
// orders, which need its code and precision to speak of it, and by the cashier's rates.

import type { OrderMarket } from "@truetick/contract";
import { type MarketId, marketId } from "@truetick/engine";
import type { TradedMarket } from "./traded-market.ts";

/** A market as orders speak of it. */
export type KnownMarket = OrderMarket & { readonly marketId: MarketId };

export type MarketDirectory = (id: number) => KnownMarket | null;

export function createMarketDirectory(
  markets: readonly Pick<TradedMarket, "id" | "code" | "displayCode" | "pricePrecision">[],
): MarketDirectory {
  const byId = new Map<number, KnownMarket>();
  for (const { id, code, displayCode, pricePrecision } of markets) {
    const number = Number(id);
    byId.set(number, { id, code, displayCode, pricePrecision, marketId: marketId(number) });
  }
  return (id) => byId.get(id) ?? null;
}

/** Finds a market by its code, for whatever follows its price. */
export type MarketFinder = (code: string) => KnownMarket | null;

/** `markets` may change under it: it looks every time. */
export function createMarketFinder(
  markets: Parameters<typeof createMarketDirectory>[0],
): MarketFinder {
  return (code) => {
    const found = markets.find((market) => market.code === code);
    if (!found) return null;
    const { id, displayCode, pricePrecision } = found;
    return { id, code, displayCode, pricePrecision, marketId: marketId(Number(id)) };
  };
}

/** For orders that exist: their market does too. */
export function marketOf(directory: MarketDirectory, id: number): KnownMarket {
  const market = directory(id);
  if (!market) throw new Error(`Invariant: the market ${id} of an order is known`);
  return market;
}
