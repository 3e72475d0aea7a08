// What an account stands to lose in a market: its lots and their cost on each side, summed, so
// that its equity is marked from a handful of sums instead of its orders. Also the band of prices
// in which its margin level cannot cross a threshold. Derived from the orders; never durable.
// An account is exposed to a market by positions in it, or because it converts their currency.
import { assert } from "@truetick/money";
import type { AccountTable } from "./account-table.ts";
import { grownF64, grownI32, i32, NONE } from "./columns.ts";

const CAPACITY_FIRST = 64;

export class ExposureTable {
  capacity = CAPACITY_FIRST;
  account = new Int32Array(CAPACITY_FIRST);
  market = new Int32Array(CAPACITY_FIRST);
  longLots = new Float64Array(CAPACITY_FIRST);
  /** Sum of lots x open price. */
  longCost = new Float64Array(CAPACITY_FIRST);
  shortLots = new Float64Array(CAPACITY_FIRST);
  shortCost = new Float64Array(CAPACITY_FIRST);
  holdingCount = new Int32Array(CAPACITY_FIRST);
  /** Positions in other markets that are converted through this one. */
  conversionCount = new Int32Array(CAPACITY_FIRST);
  nextInAccount = new Int32Array(CAPACITY_FIRST).fill(NONE);
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
      if (slot === this.capacity) this.grow();
      this.unused += 1;
    }
    this.account[slot] = account;
    this.market[slot] = market;
    this.longLots[slot] = 0;
    this.longCost[slot] = 0;
    this.shortLots[slot] = 0;
    this.shortCost[slot] = 0;
    this.holdingCount[slot] = 0;
    this.conversionCount[slot] = 0;
    this.nextInAccount[slot] = this.accounts.firstExposure(account);
    this.accounts.setFirstExposure(account, slot);
    return slot;
  }

  find(account: number, market: number): number {
    let slot = this.accounts.firstExposure(account);
    while (slot !== NONE && i32(this.market, slot) !== market) slot = i32(this.nextInAccount, slot);
    return slot;
  }

  isIdle(slot: number): boolean {
    return i32(this.holdingCount, slot) === 0 && i32(this.conversionCount, slot) === 0;
  }

  remove(slot: number): void {
    assert(this.isIdle(slot), "Invariant: only an idle exposure is removed");
    const account = i32(this.account, slot);
    const next = i32(this.nextInAccount, slot);
    let previous = this.accounts.firstExposure(account);
    if (previous === slot) {
      this.accounts.setFirstExposure(account, next);
    } else {
      while (i32(this.nextInAccount, previous) !== slot)
        previous = i32(this.nextInAccount, previous);
      this.nextInAccount[previous] = next;
    }
    this.freed.push(slot);
  }

  private grow(): void {
    const capacity = this.capacity * 2;
    this.account = grownI32(this.account, capacity);
    this.market = grownI32(this.market, capacity);
    this.longLots = grownF64(this.longLots, capacity);
    this.longCost = grownF64(this.longCost, capacity);
    this.shortLots = grownF64(this.shortLots, capacity);
    this.shortCost = grownF64(this.shortCost, capacity);
    this.holdingCount = grownI32(this.holdingCount, capacity);
    this.conversionCount = grownI32(this.conversionCount, capacity);
    this.nextInAccount = grownI32(this.nextInAccount, capacity);
    this.capacity = capacity;
  }
}
