// The price levels of one market at which something fires: stop-losses, take-profits, trailing
// stops and targets of pending orders, in four heaps by the way the price must go. A tick looks at
// four tops. What a tick has closed is retired and leaves the heaps together, at the next tick, so
// that a shock costs one rebuild instead of thousands of removals.
import { f64 } from "../state/columns.ts";
import type { OrderTable } from "../state/order-table.ts";
import { type Positions, PriceHeap } from "./price-heap.ts";

export const STOP_LOSS = 0;
export const TAKE_PROFIT = 1;
export const TRAILING = 2;
export const TARGET = 3;
export type TriggerKind = 0 | 1 | 2 | 3;

const KIND_BITS = 2;
const KINDS = 1 << KIND_BITS;
const RETIRED_MAX = 65_536;

/** An order's trigger of one kind, as heaps know it. */
function entryOf(slot: number, kind: TriggerKind): number {
  return slot * KINDS + kind;
}

export function slotOfEntry(entry: number): number {
  return entry >> KIND_BITS;
}

export function kindOfEntry(entry: number): TriggerKind {
  // A remainder of four is a kind.
  return (entry & (KINDS - 1)) as TriggerKind;
}

export class Triggers {
  /** Fire when the bid is at or below, at or above; when the ask is at or above, at or below. */
  readonly bidFalls: PriceHeap;
  readonly bidRises: PriceHeap;
  readonly askRises: PriceHeap;
  readonly askFalls: PriceHeap;
  private readonly orders: OrderTable;
  private retired: number[] = [];
  private retiredSlots: number[] = [];

  constructor(orders: OrderTable, positions: Positions) {
    this.orders = orders;
    this.bidFalls = new PriceHeap(positions);
    this.bidRises = new PriceHeap(positions);
    this.askRises = new PriceHeap(positions);
    this.askFalls = new PriceHeap(positions);
  }

  /** Sets the level of a live order, or takes it off when the price is 0. */
  set(slot: number, kind: TriggerKind, price: number): void {
    const entry = entryOf(slot, kind);
    const heap = this.heapOf(slot, kind);
    if (price === 0) {
      if (heap.has(entry)) heap.remove(entry);
      return;
    }
    heap.set(entry, this.isFalling(heap) ? -price : price);
  }

  /** Before a pending order changes between limit and stop, its target leaves the old heap. */
  takeOffTarget(slot: number): void {
    this.heapOf(slot, TARGET).remove(entryOf(slot, TARGET));
  }

  /** The target has fired; the order lives on as a position. */
  retireTarget(slot: number): void {
    this.retired.push(entryOf(slot, TARGET));
  }

  /** One order is gone, by itself: its triggers leave at once and its slot is free. */
  removeOrder(slot: number): void {
    // A target that fired may still be in its heap; then the slot waits for the next purge.
    if (this.retired.length > 0) {
      this.retireOrder(slot);
      return;
    }
    const { orders } = this;
    if (f64(orders.openPrice, slot) === 0) this.set(slot, TARGET, 0);
    else {
      if (f64(orders.stopLoss, slot) !== 0) this.set(slot, STOP_LOSS, 0);
      if (f64(orders.takeProfit, slot) !== 0) this.set(slot, TAKE_PROFIT, 0);
      if (f64(orders.trailingLevel, slot) !== 0) this.set(slot, TRAILING, 0);
    }
    orders.free(slot);
  }

  /** One of many orders is gone: their triggers leave together, and then their slots are free. */
  retireOrder(slot: number): void {
    const { orders, retired } = this;
    if (f64(orders.openPrice, slot) === 0) retired.push(entryOf(slot, TARGET));
    else {
      if (f64(orders.stopLoss, slot) !== 0) retired.push(entryOf(slot, STOP_LOSS));
      if (f64(orders.takeProfit, slot) !== 0) retired.push(entryOf(slot, TAKE_PROFIT));
      if (f64(orders.trailingLevel, slot) !== 0) retired.push(entryOf(slot, TRAILING));
    }
    this.retiredSlots.push(slot);
    if (retired.length > RETIRED_MAX || this.retiredSlots.length > RETIRED_MAX) this.purge();
  }

  /** Whether the order behind an entry still waits for it. */
  isWaiting(entry: number): boolean {
    const slot = slotOfEntry(entry);
    return kindOfEntry(entry) === TARGET
      ? this.orders.isPending(slot)
      : this.orders.isHolding(slot);
  }

  /** Appends what fires at this quote and still waits. */
  collect(bid: number, ask: number, found: number[]): void {
    const from = found.length;
    this.bidFalls.collect(-bid, found);
    this.bidRises.collect(bid, found);
    this.askRises.collect(ask, found);
    this.askFalls.collect(-ask, found);
    if (found.length === from || this.retired.length === 0) return;
    let kept = from;
    for (let at = from; at < found.length; at += 1) {
      const entry = found[at] as number;
      if (!this.isWaiting(entry)) continue;
      found[kept] = entry;
      kept += 1;
    }
    found.length = kept;
  }

  isReached(bid: number, ask: number): boolean {
    return (
      this.bidFalls.isReached(-bid) ||
      this.bidRises.isReached(bid) ||
      this.askRises.isReached(ask) ||
      this.askFalls.isReached(-ask)
    );
  }

  /** Takes the retired out of the heaps and frees their slots. */
  purge(): void {
    if (this.retired.length > 0) {
      for (const heap of [this.bidFalls, this.bidRises, this.askRises, this.askFalls]) {
        const gone = this.retired.filter((entry) => {
          return this.heapOf(slotOfEntry(entry), kindOfEntry(entry)) === heap;
        });
        if (gone.length > 0) heap.removeMany(gone);
      }
      this.retired = [];
    }
    if (this.retiredSlots.length > 0) {
      for (const slot of this.retiredSlots) this.orders.free(slot);
      this.retiredSlots = [];
    }
  }

  private isFalling(heap: PriceHeap): boolean {
    return heap === this.bidFalls || heap === this.askFalls;
  }

  private heapOf(slot: number, kind: TriggerKind): PriceHeap {
    const isSell = this.orders.isSell(slot);
    if (kind === TAKE_PROFIT) return isSell ? this.askFalls : this.bidRises;
    if (kind !== TARGET) return isSell ? this.askRises : this.bidFalls;
    if (this.orders.isStopKind(slot)) return isSell ? this.bidFalls : this.askRises;
    return isSell ? this.bidRises : this.askFalls;
  }
}
