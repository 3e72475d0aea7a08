// Who plays in a story: the names a scenario gives to markets, accounts and orders, its clock, and
// the numbers it counts up. Everything else reads the names from here.
import type { AccountId, Event, MarketId, OrderId } from "../src/index.ts";
import { accountId, marketId } from "../src/index.ts";

export type Cast = {
  atMs: number;
  nextId: number;
  readonly markets: Map<string, { readonly marketId: MarketId; readonly precision: number }>;
  readonly accounts: Map<string, AccountId>;
  readonly orders: Map<string, OrderId>;
  readonly seqs: Map<string, number>;
  readonly versions: Map<string, number>;
  /** The name the next placed order gets. */
  awaited: string | null;
  readonly meet: (event: Event) => void;
};

const STORY_BEGINS_MS = Date.UTC(2026, 0, 5, 12);

export function newCast(): Cast {
  const cast: Cast = {
    atMs: STORY_BEGINS_MS,
    nextId: 1,
    markets: new Map(),
    accounts: new Map(),
    orders: new Map(),
    seqs: new Map(),
    versions: new Map(),
    awaited: null,
    meet: (event) => meet(cast, event),
  };
  return cast;
}

function meet(cast: Cast, event: Event): void {
  const isPlaced = event.type === "OrderPlaced" || event.type === "OrderOpened";
  if (isPlaced && cast.awaited !== null) {
    cast.orders.set(cast.awaited, event.orderId);
    cast.awaited = null;
  }
}

export function marketOf(cast: Cast, name: string) {
  const known = cast.markets.get(name);
  if (known === undefined) throw new Error(`no market ${name} in this story`);
  return known;
}

export function accountOf(cast: Cast, name: string): AccountId {
  return cast.accounts.get(name) ?? accountId(999_999);
}

export function orderOf(cast: Cast, name: string): OrderId {
  const known = cast.orders.get(name);
  if (known === undefined) throw new Error(`no order ${name} in this story`);
  return known;
}

export function addMarket(cast: Cast, name: string, precision: number) {
  const known = cast.markets.get(name);
  if (known !== undefined) return known;
  const added = { marketId: marketId(cast.markets.size + 1), precision };
  cast.markets.set(name, added);
  return added;
}

export function nameOf<Id>(names: Map<string, Id>, id: Id): string {
  for (const [name, known] of names) if (known === id) return name;
  return "?";
}

export function nameOfMarket(cast: Cast, id: MarketId): string {
  for (const [name, known] of cast.markets) if (known.marketId === id) return name;
  return "?";
}

export function precisionOf(cast: Cast, id: MarketId): number {
  for (const known of cast.markets.values()) if (known.marketId === id) return known.precision;
  return 0;
}
