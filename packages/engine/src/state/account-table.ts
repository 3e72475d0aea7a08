// All accounts, each a record of places side by side, numbers and amounts, so that looking at an
// account touches two or three lines of memory and not one per field. Accounts are never deleted.
// Zero stands for "none" in times and counts. The marks are Number copies of booked amounts, for
// speed only.
import { assert, type Money, money, numberOf } from "@truetick/money";
import type { AccountId, AccountLimits, Book } from "../account.ts";
import { f64, grownF64, i64, NONE, slotAt } from "./columns.ts";
import { IdIndex } from "./id-index.ts";

/** Places in a record. What placing an order looks at comes first. */
const FLAGS = 0;
const CASH = 1;
const USED = 2;
const RESERVED = 3;
const CASH_MARK = 4;
const USED_MARK = 5;
const FIRST_EXPOSURE = 6;
const EXPOSURES = 7;
const HOLDING = 8;
const PENDING = 9;
const FIRST_ORDER = 10;
const RESERVED_MARK = 11;
const LEVERAGE_MAX = 12;
const COOL_OFF_UNTIL = 13;
const EXCLUDED_UNTIL = 14;
const ID = 15;
const DAILY_LOSS_MAX = 16;
const DAY_EQUITY = 17;
const DRAWN_AT = 18;
const RESTLESS_UNTIL = 19;
const HELD = 20;
const OWNER = 21;
const EXPOSURES_MAX = 22;
const PLACES = 24;

const IS_DEMO = 1;
const IS_MARGIN_CALLED = 2;
const IS_MOST_LOSING_FIRST = 4;
const IS_UNBANDED = 8;
const HAS_DAILY_LOSS_MAX = 16;

const CAPACITY_FIRST = 64;

export class AccountTable {
  count = 0;
  private capacity = CAPACITY_FIRST;
  /** The records, seen twice: each place is either a number or an amount, never both. */
  private numbers = new Float64Array(CAPACITY_FIRST * PLACES);
  private amounts = new BigInt64Array(this.numbers.buffer);
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
    const at = slot * PLACES;
    this.numbers[at + ID] = account.accountId;
    this.numbers[at + OWNER] = account.ownerId;
    this.numbers[at + FLAGS] = account.book === "demo" ? IS_DEMO : 0;
    this.numbers[at + FIRST_ORDER] = NONE;
    return slot;
  }

  accountId(slot: number): AccountId {
    // Only ids of accounts were written here.
    return f64(this.numbers, slot * PLACES + ID) as AccountId;
  }

  ownerId(slot: number): number {
    return f64(this.numbers, slot * PLACES + OWNER);
  }

  book(slot: number): Book {
    return this.hasFlag(slot, IS_DEMO) ? "demo" : "real";
  }

  isMarginCalled(slot: number): boolean {
    return this.hasFlag(slot, IS_MARGIN_CALLED);
  }

  setMarginCalled(slot: number, isCalled: boolean): void {
    this.setFlag(slot, IS_MARGIN_CALLED, isCalled);
  }

  /** Changed since its bands were drawn; the list is in the state. */
  isUnbanded(slot: number): boolean {
    return this.hasFlag(slot, IS_UNBANDED);
  }

  setUnbanded(slot: number, isUnbanded: boolean): void {
    this.setFlag(slot, IS_UNBANDED, isUnbanded);
  }

  cash(slot: number): Money {
    return money(i64(this.amounts, slot * PLACES + CASH));
  }

  cashMark(slot: number): number {
    return f64(this.numbers, slot * PLACES + CASH_MARK);
  }

  setCash(slot: number, cash: bigint): void {
    this.amounts[slot * PLACES + CASH] = cash;
    this.numbers[slot * PLACES + CASH_MARK] = numberOf(cash);
  }

  used(slot: number): Money {
    return money(i64(this.amounts, slot * PLACES + USED));
  }

  usedMark(slot: number): number {
    return f64(this.numbers, slot * PLACES + USED_MARK);
  }

  setUsed(slot: number, used: bigint): void {
    assert(used >= 0n, "Invariant: used margin is never negative");
    this.amounts[slot * PLACES + USED] = used;
    this.numbers[slot * PLACES + USED_MARK] = numberOf(used);
  }

  reserved(slot: number): Money {
    return money(i64(this.amounts, slot * PLACES + RESERVED));
  }

  reservedMark(slot: number): number {
    return f64(this.numbers, slot * PLACES + RESERVED_MARK);
  }

  setReserved(slot: number, reserved: bigint): void {
    assert(reserved >= 0n, "Invariant: reserved margin is never negative");
    this.amounts[slot * PLACES + RESERVED] = reserved;
    this.numbers[slot * PLACES + RESERVED_MARK] = numberOf(reserved);
  }

  /** Withdrawals under review. */
  held(slot: number): Money {
    return money(i64(this.amounts, slot * PLACES + HELD));
  }

  addHeld(slot: number, amount: bigint): void {
    const held = this.held(slot) + amount;
    assert(held >= 0n, "Invariant: held money is never negative");
    this.amounts[slot * PLACES + HELD] = held;
  }

  /** Equity the daily loss counts from, moved along with deposits and withdrawals. */
  dayEquity(slot: number): Money {
    return money(i64(this.amounts, slot * PLACES + DAY_EQUITY));
  }

  setDayEquity(slot: number, equity: bigint): void {
    this.amounts[slot * PLACES + DAY_EQUITY] = equity;
  }

  holdingCount(slot: number): number {
    return f64(this.numbers, slot * PLACES + HOLDING);
  }

  addHolding(slot: number, count: 1 | -1): void {
    this.numbers[slot * PLACES + HOLDING] = this.holdingCount(slot) + count;
  }

  pendingCount(slot: number): number {
    return f64(this.numbers, slot * PLACES + PENDING);
  }

  addPending(slot: number, count: 1 | -1): void {
    this.numbers[slot * PLACES + PENDING] = this.pendingCount(slot) + count;
  }

  /** Head of the list of orders. */
  firstOrder(slot: number): number {
    return slotAt(this.numbers, slot * PLACES + FIRST_ORDER);
  }

  setFirstOrder(slot: number, order: number): void {
    this.numbers[slot * PLACES + FIRST_ORDER] = order;
  }

  /** Where the block of its exposures begins, how many there are, and how many fit. */
  firstExposure(slot: number): number {
    return slotAt(this.numbers, slot * PLACES + FIRST_EXPOSURE);
  }

  exposureCount(slot: number): number {
    return slotAt(this.numbers, slot * PLACES + EXPOSURES);
  }

  exposureCapacity(slot: number): number {
    return slotAt(this.numbers, slot * PLACES + EXPOSURES_MAX);
  }

  addExposure(slot: number, count: 1 | -1): void {
    this.numbers[slot * PLACES + EXPOSURES] = this.exposureCount(slot) + count;
  }

  setExposures(slot: number, first: number, capacity: number): void {
    this.numbers[slot * PLACES + FIRST_EXPOSURE] = first;
    this.numbers[slot * PLACES + EXPOSURES_MAX] = capacity;
  }

  /** When its bands were last drawn, in ticks, and until when it is looked at on every tick. */
  drawnAtTick(slot: number): number {
    return f64(this.numbers, slot * PLACES + DRAWN_AT);
  }

  restlessUntilTick(slot: number): number {
    return f64(this.numbers, slot * PLACES + RESTLESS_UNTIL);
  }

  setDrawn(slot: number, atTick: number, restlessUntilTick: number): void {
    this.numbers[slot * PLACES + DRAWN_AT] = atTick;
    this.numbers[slot * PLACES + RESTLESS_UNTIL] = restlessUntilTick;
  }

  leverageMax(slot: number): number {
    return f64(this.numbers, slot * PLACES + LEVERAGE_MAX);
  }

  coolOffUntilMs(slot: number): number {
    return f64(this.numbers, slot * PLACES + COOL_OFF_UNTIL);
  }

  selfExcludedUntilMs(slot: number): number {
    return f64(this.numbers, slot * PLACES + EXCLUDED_UNTIL);
  }

  dailyLossMax(slot: number): Money {
    return money(i64(this.amounts, slot * PLACES + DAILY_LOSS_MAX));
  }

  hasDailyLossLimit(slot: number): boolean {
    return this.hasFlag(slot, HAS_DAILY_LOSS_MAX);
  }

  limits(slot: number): AccountLimits {
    return {
      dailyLossMax: this.hasDailyLossLimit(slot) ? this.dailyLossMax(slot) : null,
      coolOffUntilMs: this.coolOffUntilMs(slot) || null,
      selfExcludedUntilMs: this.selfExcludedUntilMs(slot) || null,
      leverageMax: this.leverageMax(slot) || null,
      stopOutOrder: this.hasFlag(slot, IS_MOST_LOSING_FIRST) ? "most-losing" : "most-margin",
    };
  }

  setLimits(slot: number, limits: AccountLimits): void {
    const at = slot * PLACES;
    this.amounts[slot * PLACES + DAILY_LOSS_MAX] = limits.dailyLossMax ?? 0n;
    this.setFlag(slot, HAS_DAILY_LOSS_MAX, limits.dailyLossMax !== null);
    this.numbers[at + COOL_OFF_UNTIL] = limits.coolOffUntilMs ?? 0;
    this.numbers[at + EXCLUDED_UNTIL] = limits.selfExcludedUntilMs ?? 0;
    this.numbers[at + LEVERAGE_MAX] = limits.leverageMax ?? 0;
    this.setFlag(slot, IS_MOST_LOSING_FIRST, limits.stopOutOrder === "most-losing");
  }

  private hasFlag(slot: number, flag: number): boolean {
    return (f64(this.numbers, slot * PLACES + FLAGS) & flag) !== 0;
  }

  private setFlag(slot: number, flag: number, isSet: boolean): void {
    const at = slot * PLACES + FLAGS;
    const others = f64(this.numbers, at) & ~flag;
    this.numbers[at] = others | (isSet ? flag : 0);
  }

  private grow(): void {
    this.capacity *= 2;
    this.numbers = grownF64(this.numbers, this.capacity * PLACES);
    this.amounts = new BigInt64Array(this.numbers.buffer);
  }
}
