// What an account stands to lose in a market: its lots and their cost on each side, summed, so
// that its equity is marked from a handful of sums instead of its orders. Derived from the orders;
// never durable. An account is exposed to a market by positions in it, or because it converts
// their currency. One record is one line of memory.
import { assert } from "@truetick/money";
import type { AccountTable } from "./account-table.ts";
import { f64, grownF64, NONE } from "./columns.ts";

/** Places in a record. */
const ACCOUNT = 0;
const MARKET = 1;
const COUNTS = 2;
const LONG_LOTS = 3;
const LONG_COST = 4;
const SHORT_LOTS = 5;
const SHORT_COST = 6;
const NEXT = 7;
const PLACES = 8;

/** Both counts share a place: positions below, conversions above. */
const CONVERSION = 65_536;
const CAPACITY_FIRST = 64;

export class ExposureTable {
  private records = new Float64Array(CAPACITY_FIRST * PLACES);
  private readonly accounts: AccountTable;
  private unused = 0;
  private readonly freed: number[] = [];

  constructor(accounts: AccountTable) {
    this.accounts = accounts;
  }

  /** A blank exposure at the head of the account's list. */
  add(account: number, market: number): number {
    const slot = this.freed.pop() ?? this.unused;
    if (slot === this.unused) {
      this.unused += 1;
      const end = this.unused * PLACES;
      if (end > this.records.length) this.records = grownF64(this.records, end * 2);
    }
    const at = slot * PLACES;
    this.records.fill(0, at, at + PLACES);
    this.records[at + ACCOUNT] = account;
    this.records[at + MARKET] = market;
    this.records[at + NEXT] = this.accounts.firstExposure(account);
    this.accounts.setFirstExposure(account, slot);
    return slot;
  }

  find(account: number, market: number): number {
    let slot = this.accounts.firstExposure(account);
    while (slot !== NONE && this.market(slot) !== market) slot = this.next(slot);
    return slot;
  }

  remove(slot: number): void {
    assert(this.isIdle(slot), "Invariant: only an idle exposure is removed");
    const account = this.account(slot);
    let previous = this.accounts.firstExposure(account);
    if (previous === slot) {
      this.accounts.setFirstExposure(account, this.next(slot));
    } else {
      while (this.next(previous) !== slot) previous = this.next(previous);
      this.records[previous * PLACES + NEXT] = this.next(slot);
    }
    this.freed.push(slot);
  }

  account(slot: number): number {
    return f64(this.records, slot * PLACES + ACCOUNT);
  }

  market(slot: number): number {
    return f64(this.records, slot * PLACES + MARKET);
  }

  /** The next exposure of the same account, or NONE. */
  next(slot: number): number {
    return f64(this.records, slot * PLACES + NEXT);
  }

  longLots(slot: number): number {
    return f64(this.records, slot * PLACES + LONG_LOTS);
  }

  /** Sum of lots x open price. */
  longCost(slot: number): number {
    return f64(this.records, slot * PLACES + LONG_COST);
  }

  shortLots(slot: number): number {
    return f64(this.records, slot * PLACES + SHORT_LOTS);
  }

  shortCost(slot: number): number {
    return f64(this.records, slot * PLACES + SHORT_COST);
  }

  hasPositions(slot: number): boolean {
    return f64(this.records, slot * PLACES + COUNTS) % CONVERSION > 0;
  }

  /** Whether positions in other markets are converted through this one. */
  hasConversions(slot: number): boolean {
    return f64(this.records, slot * PLACES + COUNTS) >= CONVERSION;
  }

  isIdle(slot: number): boolean {
    return f64(this.records, slot * PLACES + COUNTS) === 0;
  }

  /** Adds lots with their cost to one side; negative lots take them away. */
  addLots(slot: number, isSell: boolean, lots: number, openPrice: number): void {
    const at = slot * PLACES + (isSell ? SHORT_LOTS : LONG_LOTS);
    this.records[at] = f64(this.records, at) + lots;
    this.records[at + 1] = f64(this.records, at + 1) + lots * openPrice;
  }

  countPosition(slot: number, change: 1 | -1): void {
    const at = slot * PLACES;
    this.records[at + COUNTS] = f64(this.records, at + COUNTS) + change;
    if (this.hasPositions(slot)) return;
    assert(this.longLots(slot) === 0, "Invariant: no position, no long lots");
    assert(this.shortLots(slot) === 0, "Invariant: no position, no short lots");
    // Sums of costs may keep a rest far behind the last digit; without positions there is none.
    this.records[at + LONG_COST] = 0;
    this.records[at + SHORT_COST] = 0;
  }

  countConversion(slot: number, change: 1 | -1): void {
    const at = slot * PLACES + COUNTS;
    this.records[at] = f64(this.records, at) + change * CONVERSION;
  }

  /** Forgets the positions, before all exposures are made anew. */
  clear(slot: number): void {
    const at = slot * PLACES;
    this.records.fill(0, at + COUNTS, at + NEXT);
  }
}
