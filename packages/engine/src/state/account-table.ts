// All accounts, one column per field. Accounts are never deleted. Zero stands for "none" in times
// and counts, NO_LIMIT in money. The marks are Number copies of booked amounts, for speed only.
import { assert, numberOf } from "@truetick/money";
import type { AccountId, AccountLimits, Book } from "../account.ts";
import { grownF64, grownI32, grownI64, grownU8, i64, NONE, u8 } from "./columns.ts";
import { IdIndex } from "./id-index.ts";

const IS_DEMO = 1;
const IS_MARGIN_CALLED = 2;
const IS_MOST_LOSING_FIRST = 4;

const CAPACITY_FIRST = 64;
const NO_LIMIT = -1n;

export class AccountTable {
  capacity = CAPACITY_FIRST;
  count = 0;
  accountId = new Float64Array(CAPACITY_FIRST);
  ownerId = new Float64Array(CAPACITY_FIRST);
  flags = new Uint8Array(CAPACITY_FIRST);
  cash = new BigInt64Array(CAPACITY_FIRST);
  used = new BigInt64Array(CAPACITY_FIRST);
  reserved = new BigInt64Array(CAPACITY_FIRST);
  held = new BigInt64Array(CAPACITY_FIRST);
  cashMark = new Float64Array(CAPACITY_FIRST);
  usedMark = new Float64Array(CAPACITY_FIRST);
  dailyLossMax = new BigInt64Array(CAPACITY_FIRST).fill(NO_LIMIT);
  /** Equity the daily loss counts from, moved along with deposits and withdrawals. */
  dayEquity = new BigInt64Array(CAPACITY_FIRST);
  coolOffUntilMs = new Float64Array(CAPACITY_FIRST);
  selfExcludedUntilMs = new Float64Array(CAPACITY_FIRST);
  leverageMax = new Int32Array(CAPACITY_FIRST);
  firstOrder = new Int32Array(CAPACITY_FIRST).fill(NONE);
  firstExposure = new Int32Array(CAPACITY_FIRST).fill(NONE);
  holdingCount = new Int32Array(CAPACITY_FIRST);
  pendingCount = new Int32Array(CAPACITY_FIRST);
  /** Changed since its bands were drawn; the list is in the state. */
  isUnbanded = new Uint8Array(CAPACITY_FIRST);
  private readonly slots = new IdIndex();
  /** The account asked for last: deciding and applying ask for the same one again and again. */
  private lastId = 0;
  private lastSlot = NONE;

  slotOf(accountId: number): number {
    if (accountId === this.lastId) return this.lastSlot;
    const slot = this.slots.get(accountId);
    if (slot === NONE) return NONE;
    this.lastId = accountId;
    this.lastSlot = slot;
    return slot;
  }

  add(account: { accountId: AccountId; ownerId: number; book: Book }): number {
    assert(this.slots.get(account.accountId) === NONE, "Invariant: an account is opened once");
    if (this.count === this.capacity) this.grow();
    const slot = this.count;
    this.count += 1;
    this.slots.add(account.accountId, slot);
    this.accountId[slot] = account.accountId;
    this.ownerId[slot] = account.ownerId;
    this.flags[slot] = account.book === "demo" ? IS_DEMO : 0;
    this.leverageMax[slot] = 0;
    this.holdingCount[slot] = 0;
    this.pendingCount[slot] = 0;
    this.dailyLossMax[slot] = NO_LIMIT;
    return slot;
  }

  book(slot: number): Book {
    return (u8(this.flags, slot) & IS_DEMO) !== 0 ? "demo" : "real";
  }

  isMarginCalled(slot: number): boolean {
    return (u8(this.flags, slot) & IS_MARGIN_CALLED) !== 0;
  }

  setMarginCalled(slot: number, isCalled: boolean): void {
    const others = u8(this.flags, slot) & ~IS_MARGIN_CALLED;
    this.flags[slot] = others | (isCalled ? IS_MARGIN_CALLED : 0);
  }

  setCash(slot: number, cash: bigint): void {
    this.cash[slot] = cash;
    this.cashMark[slot] = numberOf(cash);
  }

  setUsed(slot: number, used: bigint): void {
    assert(used >= 0n, "Invariant: used margin is never negative");
    this.used[slot] = used;
    this.usedMark[slot] = numberOf(used);
  }

  setReserved(slot: number, reserved: bigint): void {
    assert(reserved >= 0n, "Invariant: reserved margin is never negative");
    this.reserved[slot] = reserved;
  }

  limits(slot: number): AccountLimits {
    const lossMax = i64(this.dailyLossMax, slot);
    return {
      dailyLossMax: lossMax === NO_LIMIT ? null : (lossMax as AccountLimits["dailyLossMax"]),
      coolOffUntilMs: this.coolOffUntilMs[slot] || null,
      selfExcludedUntilMs: this.selfExcludedUntilMs[slot] || null,
      leverageMax: this.leverageMax[slot] || null,
      stopOutOrder:
        (u8(this.flags, slot) & IS_MOST_LOSING_FIRST) !== 0 ? "most-losing" : "most-margin",
    };
  }

  hasDailyLossLimit(slot: number): boolean {
    return i64(this.dailyLossMax, slot) !== NO_LIMIT;
  }

  setLimits(slot: number, limits: AccountLimits): void {
    this.dailyLossMax[slot] = limits.dailyLossMax ?? NO_LIMIT;
    this.coolOffUntilMs[slot] = limits.coolOffUntilMs ?? 0;
    this.selfExcludedUntilMs[slot] = limits.selfExcludedUntilMs ?? 0;
    this.leverageMax[slot] = limits.leverageMax ?? 0;
    const others = u8(this.flags, slot) & ~IS_MOST_LOSING_FIRST;
    this.flags[slot] = others | (limits.stopOutOrder === "most-losing" ? IS_MOST_LOSING_FIRST : 0);
  }

  private grow(): void {
    const capacity = this.capacity * 2;
    this.accountId = grownF64(this.accountId, capacity);
    this.ownerId = grownF64(this.ownerId, capacity);
    this.flags = grownU8(this.flags, capacity);
    this.isUnbanded = grownU8(this.isUnbanded, capacity);
    this.cash = grownI64(this.cash, capacity);
    this.used = grownI64(this.used, capacity);
    this.reserved = grownI64(this.reserved, capacity);
    this.held = grownI64(this.held, capacity);
    this.cashMark = grownF64(this.cashMark, capacity);
    this.usedMark = grownF64(this.usedMark, capacity);
    this.dailyLossMax = grownI64(this.dailyLossMax, capacity);
    this.dayEquity = grownI64(this.dayEquity, capacity);
    this.coolOffUntilMs = grownF64(this.coolOffUntilMs, capacity);
    this.selfExcludedUntilMs = grownF64(this.selfExcludedUntilMs, capacity);
    this.leverageMax = grownI32(this.leverageMax, capacity);
    this.firstOrder = grownI32(this.firstOrder, capacity);
    this.firstExposure = grownI32(this.firstExposure, capacity);
    this.holdingCount = grownI32(this.holdingCount, capacity);
    this.pendingCount = grownI32(this.pendingCount, capacity);
    this.capacity = capacity;
  }
}
