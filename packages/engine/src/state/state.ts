// The whole state of one shard: markets, accounts, live orders, house balances, and the indexes
// that say where a tick must look. Only `apply` changes it. What is durable of it, and what is
// derived, is told by the snapshot (codec/snapshot.ts).
import type { Book } from "../account.ts";
import { HOUSE_ACCOUNTS } from "../ledger.ts";
import { Positions, PriceHeap } from "../watch/price-heap.ts";
import { AccountTable } from "./account-table.ts";
import { NONE } from "./columns.ts";
import { ExposureTable } from "./exposure-table.ts";
import { IdIndex } from "./id-index.ts";
import { IdSet } from "./id-set.ts";
import type { MarketSlot, SharedPositions } from "./market-slot.ts";
import { OrderTable } from "./order-table.ts";

export type StateOptions = {
  /** Balances, margin and profit are in this currency. */
  readonly accountCurrency?: string;
  /** First id of orders and movements, and their step: shards must not collide. */
  readonly firstId?: number;
  readonly idStep?: number;
};

/** Money set aside for a withdrawal under review. */
export type HeldFunds = { readonly account: number; readonly amount: bigint };

/** What settles once, by the id its command gave. */
export const SETTLED_KINDS = ["deposit", "adjustment", "withdrawal", "transfer"] as const;
export type SettledKind = (typeof SETTLED_KINDS)[number];

export class State {
  readonly accountCurrency: string;
  readonly firstId: number;
  readonly idStep: number;
  nextOrderId: number;
  nextMovementId: number;
  /** Date of the newest New York cut for accounts. */
  lastDayDate = 0;

  readonly markets: MarketSlot[] = [];
  readonly marketSlots = new IdIndex();
  /** The market asked for last: deciding and applying ask for the same one again and again. */
  private lastMarket: MarketSlot | null = null;
  readonly accounts = new AccountTable();
  readonly orders: OrderTable;
  readonly house: Readonly<Record<Book, bigint[]>> = {
    real: HOUSE_ACCOUNTS.map(() => 0n),
    demo: HOUSE_ACCOUNTS.map(() => 0n),
  };
  readonly holds = new Map<number, HeldFunds>();
  readonly settled: Readonly<Record<SettledKind, IdSet>> = {
    deposit: new IdSet(),
    adjustment: new IdSet(),
    withdrawal: new IdSet(),
    transfer: new IdSet(),
  };

  readonly exposures = new ExposureTable(this.accounts);
  readonly positions: SharedPositions = {
    triggers: new Positions(),
    trailing: new Positions(),
    bandLow: new Positions(),
    bandHigh: new Positions(),
  };
  /** Pending orders by the time they lapse. */
  readonly expiry = new PriceHeap(new Positions());
  /** Quotes taken, counted from far above zero, where accounts have never been drawn. */
  ticks = 1_000_000;
  /** Accounts that changed since their bands were drawn. */
  readonly unbanded: number[] = [];

  constructor(options: StateOptions = {}) {
    this.accountCurrency = options.accountCurrency ?? "USD";
    this.firstId = options.firstId ?? 1;
    this.idStep = options.idStep ?? 1;
    this.nextOrderId = this.firstId;
    this.nextMovementId = this.firstId;
    this.orders = new OrderTable(this.firstId, this.idStep);
  }

  /** The account changed: its bands are drawn anew with the next quote. */
  unband(account: number): void {
    if (this.accounts.isUnbanded(account)) return;
    this.accounts.setUnbanded(account, true);
    this.unbanded.push(account);
  }

  marketOf(marketId: number): MarketSlot | null {
    const last = this.lastMarket;
    if (last !== null && last.terms.marketId === marketId) return last;
    const slot = this.marketSlots.get(marketId);
    if (slot === NONE) return null;
    this.lastMarket = this.marketAt(slot);
    return this.lastMarket;
  }

  marketAt(slot: number): MarketSlot {
    // Orders and exposures hold slots of markets that exist; markets are never deleted.
    return this.markets[slot] as MarketSlot;
  }

  hasAccount(accountId: number): boolean {
    return this.accounts.slotOf(accountId) !== NONE;
  }
}

export function createState(options: StateOptions = {}): State {
  return new State(options);
}
