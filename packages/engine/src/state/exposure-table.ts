// What an account stands to lose in a market: its lots and their cost on each side, summed, so
// that its equity is marked from a handful of sums instead of its orders. Derived from the orders;
// never durable. An account is exposed to a market by positions in it, or because it converts
// their currency. One record is one line of memory, and those of an account lie side by side in a
// block of its own, so that marking it reads on and on instead of here and there.
import { assert } from "@truetick/money";
import type { AccountTable } from "./account-table.ts";
import { f64, grownF64, NONE, slotAt } from "./columns.ts";

/** Places in a record. Marking an account reads them by itself, which is most of what it does. */
const ACCOUNT = 0;
export const MARKET = 1;
const POSITIONS = 2;
const CONVERSIONS = 3;
export const LONG_LOTS = 4;
export const LONG_COST = 5;
export const SHORT_LOTS = 6;
export const SHORT_COST = 7;
export const PLACES = 8;

const CAPACITY_FIRST = 64;
/** Blocks double when they are full. */
const BLOCK_FIRST = 2;

export class ExposureTable {
  records = new Float64Array(CAPACITY_FIRST * PLACES);
  private readonly accounts: AccountTable;
  private unused = 0;
  /** Blocks that were left, by their size. */
  private readonly freed = new Map<number, number[]>();

  constructor(accounts: AccountTable) {
    this.accounts = accounts;
  }

  /** The exposures of an account are the slots from here to before `end`. */
  first(account: number): number {
    return this.accounts.firstExposure(account);
  }

  end(account: number): number {
    return this.accounts.firstExposure(account) + this.accounts.exposureCount(account);
  }

  isFull(account: number): boolean {
    return this.accounts.exposureCount(account) === this.accounts.exposureCapacity(account);
  }

  /** Moves the account to a larger block; its exposures keep their order. */
  enlarge(account: number): void {
    const { accounts } = this;
    const size = accounts.exposureCapacity(account);
    const from = accounts.firstExposure(account);
    const sizeAfter = size === 0 ? BLOCK_FIRST : size * 2;
    const to = this.takeBlock(sizeAfter);
    for (let at = 0; at < size; at += 1) this.copy(from + at, to + at);
    if (size > 0) this.freedOf(size).push(from);
    accounts.setExposures(account, to, sizeAfter);
  }

  /** A blank exposure behind the account's others; there must be room. */
  add(account: number, market: number): number {
    assert(!this.isFull(account), "Invariant: an exposure is added where there is room");
    const slot = this.end(account);
    this.accounts.addExposure(account, 1);
    this.records[slot * PLACES + ACCOUNT] = account;
    this.records[slot * PLACES + MARKET] = market;
    this.clear(slot);
    return slot;
  }

  find(account: number, market: number): number {
    const end = this.end(account);
    for (let slot = this.first(account); slot < end; slot += 1) {
      if (this.market(slot) === market) return slot;
    }
    return NONE;
  }

  /** The account's last exposure takes the place of this one; answers which slot is free now. */
  remove(slot: number): number {
    assert(this.isIdle(slot), "Invariant: only an idle exposure is removed");
    const account = this.account(slot);
    const last = this.end(account) - 1;
    if (slot !== last) this.copy(last, slot);
    this.accounts.addExposure(account, -1);
    return last;
  }

  account(slot: number): number {
    return slotAt(this.records, slot * PLACES + ACCOUNT);
  }

  market(slot: number): number {
    return slotAt(this.records, slot * PLACES + MARKET);
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

  /** By hand: for so few numbers the built-in way takes longer to begin. */
  private copy(from: number, to: number): void {
    for (let place = 0; place < PLACES; place += 1) {
      this.records[to * PLACES + place] = f64(this.records, from * PLACES + place);
    }
  }

  private takeBlock(size: number): number {
    const freed = this.freedOf(size).pop();
    if (freed !== undefined) return freed;
    const block = this.unused;
    this.unused += size;
    let capacity = this.records.length;
    while (capacity < this.unused * PLACES) capacity *= 2;
    if (capacity > this.records.length) this.records = grownF64(this.records, capacity);
    return block;
  }

  private freedOf(size: number): number[] {
    const freed = this.freed.get(size) ?? [];
    if (freed.length === 0) this.freed.set(size, freed);
    return freed;
  }
}
