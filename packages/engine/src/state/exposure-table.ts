// What an account stands to lose in a market: its lots and their cost on each side, summed, so
// that its equity is marked from a handful of sums instead of its orders. Derived from the orders;
// never durable. An account is exposed to a market by positions in it, or because it converts
// their currency. One record is one line of memory; the links between records lie apart, so that
// walking from one to the next does not wait for the record's own line.
import { assert } from "@truetick/money";
import type { AccountTable } from "./account-table.ts";
import { f64, grownF64, grownI32, i32, NONE, slotAt } from "./columns.ts";

/** Places in a record. */
const ACCOUNT = 0;
const MARKET = 1;
const POSITIONS = 2;
const CONVERSIONS = 3;
const LONG_LOTS = 4;
const LONG_COST = 5;
const SHORT_LOTS = 6;
const SHORT_COST = 7;
const PLACES = 8;

const CAPACITY_FIRST = 64;

export class ExposureTable {
  private records = new Float64Array(CAPACITY_FIRST * PLACES);
  /** The next exposure of the same account. */
  private links = new Int32Array(CAPACITY_FIRST);
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
      if (slot === this.links.length) this.grow();
    }
    this.records[slot * PLACES + ACCOUNT] = account;
    this.records[slot * PLACES + MARKET] = market;
    this.clear(slot);
    this.links[slot] = this.accounts.firstExposure(account);
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
      this.links[previous] = this.next(slot);
    }
    this.freed.push(slot);
  }

  account(slot: number): number {
    return slotAt(this.records, slot * PLACES + ACCOUNT);
  }

  market(slot: number): number {
    return slotAt(this.records, slot * PLACES + MARKET);
  }

  /** The next exposure of the same account, or NONE. */
  next(slot: number): number {
    return i32(this.links, slot);
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
    return f64(this.records, slot * PLACES + POSITIONS) > 0;
  }

  /** Whether positions in other markets are converted through this one. */
  hasConversions(slot: number): boolean {
    return f64(this.records, slot * PLACES + CONVERSIONS) > 0;
  }

  isIdle(slot: number): boolean {
    return !this.hasPositions(slot) && !this.hasConversions(slot);
  }

  /** Adds lots with their cost to one side; negative lots take them away. */
  addLots(slot: number, isSell: boolean, lots: number, openPrice: number): void {
    const at = slot * PLACES + (isSell ? SHORT_LOTS : LONG_LOTS);
    this.records[at] = f64(this.records, at) + lots;
    this.records[at + 1] = f64(this.records, at + 1) + lots * openPrice;
  }

  countPosition(slot: number, change: 1 | -1): void {
    const at = slot * PLACES;
    this.records[at + POSITIONS] = f64(this.records, at + POSITIONS) + change;
    if (this.hasPositions(slot)) return;
    assert(this.longLots(slot) === 0, "Invariant: no position, no long lots");
    assert(this.shortLots(slot) === 0, "Invariant: no position, no short lots");
    // Sums of costs may keep a rest far behind the last digit; without positions there is none.
    this.records[at + LONG_COST] = 0;
    this.records[at + SHORT_COST] = 0;
  }

  countConversion(slot: number, change: 1 | -1): void {
    const at = slot * PLACES + CONVERSIONS;
    this.records[at] = f64(this.records, at) + change;
  }

  /** Forgets the positions, before all exposures are made anew. */
  clear(slot: number): void {
    const end = (slot + 1) * PLACES;
    for (let at = slot * PLACES + POSITIONS; at < end; at += 1) this.records[at] = 0;
  }

  private grow(): void {
    const capacity = this.links.length * 2;
    this.records = grownF64(this.records, capacity * PLACES);
    this.links = grownI32(this.links, capacity);
  }
}
