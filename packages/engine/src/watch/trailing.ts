// Which trailing stops of one market move when the price makes a new best. The firing levels are
// in the triggers; here each order waits, by the best price it has seen, for a better one.
import { f64 } from "../state/columns.ts";
import type { OrderTable } from "../state/order-table.ts";
import { type Positions, PriceHeap } from "./price-heap.ts";
import { TRAILING, type Triggers } from "./triggers.ts";

export class Trailing {
  /** Longs by the highest bid seen, shorts by the lowest ask seen (negated). */
  private readonly longs: PriceHeap;
  private readonly shorts: PriceHeap;
  private readonly orders: OrderTable;
  private readonly triggers: Triggers;

  constructor(orders: OrderTable, triggers: Triggers, positions: Positions) {
    this.orders = orders;
    this.triggers = triggers;
    this.longs = new PriceHeap(positions);
    this.shorts = new PriceHeap(positions);
  }

  /** Takes up the order's trailing level, or leaves off when it has none. */
  set(slot: number): void {
    const { orders } = this;
    const level = f64(orders.trailingLevel, slot);
    const distance = f64(orders.trailingDistance, slot);
    this.triggers.set(slot, TRAILING, level);
    const heap = orders.isSell(slot) ? this.shorts : this.longs;
    if (level === 0) this.leave(slot);
    else heap.set(slot, orders.isSell(slot) ? -(level - distance) : level + distance);
  }

  leave(slot: number): void {
    const heap = this.orders.isSell(slot) ? this.shorts : this.longs;
    if (heap.has(slot)) heap.remove(slot);
  }

  /** Whether this bid is a new high for some long. Prices are integers, hence the one. */
  doLongsMove(bid: number): boolean {
    return this.longs.isReached(bid - 1);
  }

  doShortsMove(ask: number): boolean {
    return this.shorts.isReached(-ask - 1);
  }

  /** Brings every level of one side to at least its distance behind the price. */
  advance(side: "buy" | "sell", price: number): void {
    const { orders } = this;
    const moved: number[] = [];
    if (side === "buy") this.longs.collect(price - 1, moved);
    else this.shorts.collect(-price - 1, moved);
    for (const slot of moved) {
      const distance = f64(orders.trailingDistance, slot);
      orders.trailingLevel[slot] = side === "buy" ? price - distance : price + distance;
      this.set(slot);
    }
  }
}
