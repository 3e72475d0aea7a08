// From the wire's texts to the engine's numbers: an order as it was asked for becomes a command.
// Used by placing and previewing alike, so that both mean the same order. Refuses: MARKET_UNKNOWN,
// TARGET_REQUIRED, and FIELD_INVALID for a size or price finer than the market knows (T48, T50),
// or for a deviation without the price it is from.

import { ORDER_FIELD_NAMES, type OrderDraft } from "@truetick/contract/calls";
import type { AccountId, PlaceOrder } from "@truetick/engine";
import { type Lots, type Price, parseLots, parsePrice } from "@truetick/money";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import type { KnownMarket, MarketDirectory } from "../markets/market-directory.ts";

export type DraftedOrder = {
  readonly market: KnownMarket;
  readonly command: Omit<PlaceOrder, "atMs">;
};

export function readDraft(
  draft: OrderDraft,
  { accountId, directory }: { accountId: AccountId; directory: MarketDirectory },
): DraftedOrder | Refused {
  const market = directory(draft.marketId);
  if (!market) return refuse("MARKET_UNKNOWN");
  if (draft.isPending && draft.target === null) return refuse("TARGET_REQUIRED");
  const lots = readLots(draft.lots);
  // The price of a market order is the server's; what came in its place is not even read (T51).
  const target = draft.isPending ? readLevel(draft.target, "target", market) : null;
  const askedPrice = draft.isPending ? null : readLevel(draft.seenPrice, "seenPrice", market);
  const stopLoss = readLevel(draft.stopLoss, "stopLoss", market);
  const takeProfit = readLevel(draft.takeProfit, "takeProfit", market);
  if (isRefused(lots)) return lots;
  if (isRefused(target)) return target;
  if (isRefused(askedPrice)) return askedPrice;
  if (!draft.isPending && draft.maxDeviation !== null && askedPrice === null) {
    return refuse("FIELD_INVALID", { field: ORDER_FIELD_NAMES.seenPrice });
  }
  if (isRefused(stopLoss)) return stopLoss;
  if (isRefused(takeProfit)) return takeProfit;
  const command = {
    type: "PlaceOrder",
    accountId,
    marketId: market.marketId,
    side: draft.side,
    lots,
    leverage: draft.leverage,
    target,
    askedPrice,
    maxDeviation: draft.isPending ? null : draft.maxDeviation,
    stopLoss,
    takeProfit,
    trailingDistance: draft.trailingDistance,
    expiresAtMs: draft.isPending && draft.expiresAt !== null ? draft.expiresAt * 1_000 : null,
  } as const;
  return { market, command };
}

export function readLots(text: string): Lots | Refused {
  return parseLots(text) ?? refuse("FIELD_INVALID", { field: ORDER_FIELD_NAMES.lots });
}

/** A level at the market's precision; null stays null. */
export function readLevel(
  text: string | null,
  name: Exclude<keyof typeof ORDER_FIELD_NAMES, "lots">,
  { pricePrecision }: { readonly pricePrecision: number },
): Price | null | Refused {
  if (text === null) return null;
  return (
    parsePrice(text, pricePrecision) ?? refuse("FIELD_INVALID", { field: ORDER_FIELD_NAMES[name] })
  );
}
