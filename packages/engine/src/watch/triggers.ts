// The price levels of one market at which something fires: stop-losses, take-profits, trailing
// stops and targets of pending orders, in four heaps by the way the price must go. A tick looks at
// four tops. What has closed is retired at once and leaves the heaps together, at the next tick,
// so that a shock costs one rebuild instead of thousands of removals.
import { f64 } from "../state/columns.ts";
import type { OrderTable } from "../state/order-table.ts";
import { type Positions, PriceHeap } from "./price-heap.ts";

export const STOP_LOSS = 0;
export const TAKE_PROFIT = 1;
export const TRAILING = 2;
export const TARGET = 3;
export type TriggerKind = 0 | 1 | 2 | 3;

const KINDS = 4;
/** Slots are reused soon, so that the table stays small between the ticks of a quiet market. */
const RETIRED_MAX = 4_096;

/** An order's trigger of one kind, as heaps know it. */
function entryOf(slot: number, kind: TriggerKind): number {
  return slot * KINDS + kind;
}

export function slotOfEntry(entry: number): number {
  return (entry - (entry % KINDS)) / KINDS;
}

export function kindOfEntry(entry: number): TriggerKind {
  // A remainder of four is a kind.
  return (entry % KINDS) as TriggerKind;
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

  /** The order is gone; its slot is freed when its triggers have left. */
  retireOrder(slot: number): void {
    if (f64(this.orders.openPrice, slot) === 0) {
      this.retired.push(entryOf(slot, TARGET));
    } else {
      if (f64(this.orders.stopLoss, slot) !== 0) this.retired.push(entryOf(slot, STOP_LOSS));
      if (f64(this.orders.takeProfit, slot) !== 0) this.retired.push(entryOf(slot, TAKE_PROFIT));
      if (f64(this.orders.trailingLevel, slot) !== 0) this.retired.push(entryOf(slot, TRAILING));
    }
    this.retiredSlots.push(slot);
    if (this.retired.length > RETIRED_MAX || this.retiredSlots.length > RETIRED_MAX) this.purge();
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
