// All live orders, one column per field, one slot per order. Slots of closed orders are reused
// once no index mentions them. Zero stands for "none" in prices and times.
import { assert } from "@truetick/money";
import type { OrderId } from "../order.ts";
import { f64, grownF64, grownI32, grownI64, grownU8, i32, NONE, u8 } from "./columns.ts";

const IS_SELL = 1;
const IS_HOLDING = 2;
const IS_PENDING = 4;
const IS_STOP_KIND = 8;

const CAPACITY_FIRST = 64;
const PAGE_SIZE = 4096;
/** Four thousand million ids; further apart they are not of one shard. */
const PAGES_APART_MAX = 1_000_000;

export class OrderTable {
  readonly firstId: number;
  readonly idStep: number;
  capacity = CAPACITY_FIRST;
  count = 0;
  orderId = new Float64Array(CAPACITY_FIRST);
  flags = new Uint8Array(CAPACITY_FIRST);
  account = new Int32Array(CAPACITY_FIRST);
  market = new Int32Array(CAPACITY_FIRST);
  lots = new Float64Array(CAPACITY_FIRST);
  leverage = new Int32Array(CAPACITY_FIRST);
  askedPrice = new Float64Array(CAPACITY_FIRST);
  openPrice = new Float64Array(CAPACITY_FIRST);
  stopLoss = new Float64Array(CAPACITY_FIRST);
  takeProfit = new Float64Array(CAPACITY_FIRST);
  trailingDistance = new Float64Array(CAPACITY_FIRST);
  trailingLevel = new Float64Array(CAPACITY_FIRST);
  margin = new BigInt64Array(CAPACITY_FIRST);
  fee = new BigInt64Array(CAPACITY_FIRST);
  expiresAtMs = new Float64Array(CAPACITY_FIRST);
  placedAtMs = new Float64Array(CAPACITY_FIRST);
  openedAtMs = new Float64Array(CAPACITY_FIRST);
  openSeq = new Float64Array(CAPACITY_FIRST);
  termsVersion = new Int32Array(CAPACITY_FIRST);
  nextInAccount = new Int32Array(CAPACITY_FIRST).fill(NONE);
  previousInAccount = new Int32Array(CAPACITY_FIRST).fill(NONE);
  /** Slots from here on were never used; freed ones wait in the list. */
  private unused = 0;
  private readonly freed: number[] = [];
  /** Ids are dense, so slots are found through pages of ids instead of a hash. */
  private pages: (Int32Array | undefined)[] = [];
  /** The number of the first of them: of an account alone, ids may begin anywhere. */
  private firstPage = 0;

  constructor(firstId: number, idStep: number) {
    this.firstId = firstId;
    this.idStep = idStep;
  }

  /** The slot of a live order, or NONE. */
  slotOf(orderId: number): number {
    const index = this.indexOf(orderId);
    const pageNumber = Math.floor(index / PAGE_SIZE);
    if (pageNumber < this.firstPage) return NONE;
    const page = this.pages[pageNumber - this.firstPage];
    return page === undefined ? NONE : (page[index - pageNumber * PAGE_SIZE] ?? NONE);
  }

  isSell(slot: number): boolean {
    return (u8(this.flags, slot) & IS_SELL) !== 0;
  }

  isHolding(slot: number): boolean {
    return (u8(this.flags, slot) & IS_HOLDING) !== 0;
  }

  isPending(slot: number): boolean {
    return (u8(this.flags, slot) & IS_PENDING) !== 0;
  }

  isStopKind(slot: number): boolean {
    return (u8(this.flags, slot) & IS_STOP_KIND) !== 0;
  }

  setHolding(slot: number): void {
    this.flags[slot] = (u8(this.flags, slot) & ~IS_PENDING) | IS_HOLDING;
  }

  setPendingKind(slot: number, isStop: boolean): void {
    const others = u8(this.flags, slot) & ~IS_STOP_KIND;
    this.flags[slot] = others | (isStop ? IS_STOP_KIND : 0);
  }

  /** A slot with its identity set; the caller fills in the other columns. */
  add(order: { orderId: OrderId; isSell: boolean; isPending: boolean }): number {
    const slot = this.freed.pop() ?? this.unused;
    if (slot === this.unused) {
      if (slot === this.capacity) this.grow();
      this.unused += 1;
    }
    this.orderId[slot] = order.orderId;
    this.flags[slot] = (order.isSell ? IS_SELL : 0) | (order.isPending ? IS_PENDING : IS_HOLDING);
    this.count += 1;
    this.setSlot(order.orderId, slot);
    return slot;
  }

  /** The order is gone; its slot stays taken until `free`, while indexes may mention it. */
  retire(slot: number): void {
    const orderId = f64(this.orderId, slot);
    assert(this.slotOf(orderId) === slot, "Invariant: an order retires once");
    this.flags[slot] = u8(this.flags, slot) & ~(IS_HOLDING | IS_PENDING);
    this.count -= 1;
    this.setSlot(orderId, NONE);
  }

  free(slot: number): void {
    this.orderId[slot] = 0;
    this.flags[slot] = 0;
    this.freed.push(slot);
  }

  /** Every slot that may hold a live order lies below this. */
  get slotsEnd(): number {
    return this.unused;
  }

  isLive(slot: number): boolean {
    return (u8(this.flags, slot) & (IS_HOLDING | IS_PENDING)) !== 0;
  }

  /** Dividing takes a while, and one step is the usual one. */
  private indexOf(orderId: number): number {
    const apart = orderId - this.firstId;
    return this.idStep === 1 ? apart : apart / this.idStep;
  }

  private setSlot(orderId: number, slot: number): void {
    const index = this.indexOf(orderId);
    assert(Number.isInteger(index) && index >= 0, "Invariant: order ids follow the id step");
    const pageNumber = Math.floor(index / PAGE_SIZE);
    const at = this.reachPage(pageNumber);
    let page = this.pages[at];
    if (page === undefined) {
      page = new Int32Array(PAGE_SIZE + 1).fill(NONE, 0, PAGE_SIZE);
      page[PAGE_SIZE] = 0;
      this.pages[at] = page;
    }
    page[index - pageNumber * PAGE_SIZE] = slot;
    const live = i32(page, PAGE_SIZE) + (slot === NONE ? -1 : 1);
    page[PAGE_SIZE] = live;
    // The newest page stays: it will be needed for the very next order.
    if (live === 0 && at < this.pages.length - 1) this.pages[at] = undefined;
  }

  /** Where the page is, with room for it and for all between it and the others. */
  private reachPage(pageNumber: number): number {
    if (this.pages.length === 0) this.firstPage = pageNumber;
    const before = this.firstPage - pageNumber;
    const after = -before - this.pages.length;
    const isNear = before < PAGES_APART_MAX && after < PAGES_APART_MAX;
    assert(isNear, "Invariant: order ids of one state are near each other");
    if (before > 0) {
      this.pages = [...new Array<undefined>(before).fill(undefined), ...this.pages];
      this.firstPage = pageNumber;
    }
    const at = pageNumber - this.firstPage;
    while (this.pages.length <= at) this.pages.push(undefined);
    return at;
  }

  private grow(): void {
    const capacity = this.capacity * 2;
    this.orderId = grownF64(this.orderId, capacity);
    this.flags = grownU8(this.flags, capacity);
    this.account = grownI32(this.account, capacity);
    this.market = grownI32(this.market, capacity);
    this.lots = grownF64(this.lots, capacity);
    this.leverage = grownI32(this.leverage, capacity);
    this.askedPrice = grownF64(this.askedPrice, capacity);
    this.openPrice = grownF64(this.openPrice, capacity);
    this.stopLoss = grownF64(this.stopLoss, capacity);
    this.takeProfit = grownF64(this.takeProfit, capacity);
    this.trailingDistance = grownF64(this.trailingDistance, capacity);
    this.trailingLevel = grownF64(this.trailingLevel, capacity);
    this.margin = grownI64(this.margin, capacity);
    this.fee = grownI64(this.fee, capacity);
    this.expiresAtMs = grownF64(this.expiresAtMs, capacity);
    this.placedAtMs = grownF64(this.placedAtMs, capacity);
    this.openedAtMs = grownF64(this.openedAtMs, capacity);
    this.openSeq = grownF64(this.openSeq, capacity);
    this.termsVersion = grownI32(this.termsVersion, capacity);
    this.nextInAccount = grownI32(this.nextInAccount, capacity);
    this.previousInAccount = grownI32(this.previousInAccount, capacity);
    this.capacity = capacity;
  }
}
