// How components follow a market's quote. `useQuotePaint` writes into the page on every tick
// without a render; `useMarketState` renders only when the market opens, closes, goes stale or is
// for closing only.

import type { QuoteUpdate } from "@truetick/contract";
import { useNotation } from "@truetick/ui";
import { useCallback, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { useApp } from "../app/app.ts";
import type { QuoteBoard } from "../live/quote-board.ts";

/**
 * Calls `paint` with the newest quote now and as the board tells of changes (`subscribe`, or
 * `glance` for one row of many); `before` is what it saw last.
 */
export function followQuote(
  { get, listen }: { readonly get: QuoteBoard["get"]; readonly listen: QuoteBoard["subscribe"] },
  marketId: string,
  paint: (update: QuoteUpdate, before: QuoteUpdate | null) => void,
): () => void {
  let before: QuoteUpdate | null = null;
  const look = () => {
    const update = get(marketId);
    if (!update || update === before) return;
    paint(update, before);
    before = update;
  };
  look();
  return listen(marketId, look);
}

export function useQuotePaint(
  marketId: string,
  paint: (update: QuoteUpdate, before: QuoteUpdate | null) => void,
): void {
  const { live } = useApp();
  const paintNow = useEffectEvent(paint);
  useLayoutEffect(() => {
    const { get, subscribe: listen } = live.board;
    return followQuote({ get, listen }, marketId, (update, before) => paintNow(update, before));
  }, [live, marketId]);
}

/** "closingOnly": live prices, on which one can close and not open. */
export type MarketState = "live" | "closingOnly" | "stale" | "closed" | "unquoted";

function stateOf(update: QuoteUpdate | undefined): MarketState {
  if (!update) return "unquoted";
  if (!update.isOpen) return "closed";
  if (update.isStale) return "stale";
  return update.isClosingOnly ? "closingOnly" : "live";
}

/** Renders again only when `read` answers something else. */
export function useQuoteValue<T extends string | number | null>(
  marketId: string,
  read: (update: QuoteUpdate | undefined) => T,
): T {
  const { board } = useApp().live;
  const subscribe = useCallback(
    (listener: () => void) => board.subscribe(marketId, listener),
    [board, marketId],
  );
  return useSyncExternalStore(subscribe, () => read(board.get(marketId)));
}

export function useMarketState(marketId: string): MarketState {
  return useQuoteValue(marketId, stateOf);
}

const NAMED_DAYS_MS = 6 * 86_400_000;

/** When a closed market opens, in words of the reader's own clock; null where nobody can say. */
export function useOpeningTime(marketId: string): string | null {
  const { tag } = useNotation();
  const opensAt = useQuoteValue(marketId, (update) => update?.opensAt ?? null);
  if (opensAt === null) return null;
  // The name of a day says enough within a week; after that it needs its date.
  const isFar = opensAt * 1_000 - Date.now() > NAMED_DAYS_MS;
  const format = new Intl.DateTimeFormat(tag, {
    weekday: "short",
    ...(isFar && { day: "numeric", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
  });
  return format.format(opensAt * 1_000);
}
