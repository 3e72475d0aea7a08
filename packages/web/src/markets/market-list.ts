// The list of markets and its categories as the server names them, shared by every screen that
// shows markets. One request at a time; a failed refresh keeps what is on the screen.

import { type Category, type Market, requestCategories, requestMarkets } from "@truetick/contract";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Failure, Reader } from "../api/server.ts";

export type MarketListState =
  | { readonly phase: "loading" }
  | {
      readonly phase: "ready";
      readonly markets: readonly Market[];
      readonly categories: readonly Category[];
    }
  | { readonly phase: "failed"; readonly failure: Failure };

export type MarketList = ReadableStore<MarketListState> & {
  /** Asks again; answers what went wrong, or null. */
  readonly refresh: () => Promise<Failure | null>;
};

/** A market whose terms are the same stays the same object: nothing that shows it starts anew. */
function keepUnchanged(known: readonly Market[], fresh: readonly Market[]): readonly Market[] {
  const termsOf = (market: Market) => JSON.stringify({ ...market, quote: null });
  const byId = new Map(known.map((market) => [market.id, market]));
  return fresh.map((market) => {
    const old = byId.get(market.id);
    return old && termsOf(old) === termsOf(market) ? old : market;
  });
}

export function createMarketList(
  server: Reader,
  onMarkets: (markets: readonly Market[]) => void,
): MarketList {
  const state = createStore<MarketListState>({ phase: "loading" });
  let underWay: Promise<Failure | null> | null = null;

  async function load(): Promise<Failure | null> {
    if (state.get().phase === "failed") state.set({ phase: "loading" });
    const [markets, categories] = await Promise.all([
      server.read(requestMarkets()),
      server.read(requestCategories()),
    ]);
    if (markets.isOk && categories.isOk) {
      onMarkets(markets.value);
      const before = state.get();
      const known = before.phase === "ready" ? before.markets : [];
      state.set({
        phase: "ready",
        markets: keepUnchanged(known, markets.value),
        categories: categories.value,
      });
      return null;
    }
    const failure = !markets.isOk ? markets.failure : !categories.isOk ? categories.failure : null;
    if (failure && state.get().phase !== "ready") state.set({ phase: "failed", failure });
    return failure;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    refresh() {
      underWay ??= load().finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
}
