// The price alerts that wait, by market and price: what a tick reaches stands on top. Filled by
// watch-alerts.ts, asked at every row of the tape. A calm tick costs two comparisons, however many
// wait; one that reaches some costs as many steps as it reaches, and their depth.

import { Positions, PriceHeap } from "@truetick/engine";

export type WaitingAlert = {
  readonly id: number;
  readonly userId: number;
  readonly marketId: number;
  /** In points. */
  readonly price: number;
  readonly direction: "above" | "below";
  /** Only rows of the tape after this one reach it. */
  readonly afterSeq: number;
};

type Sides = Readonly<Record<WaitingAlert["direction"], PriceHeap>>;

export class AlertHeaps {
  readonly #positions = new Positions();
  readonly #sides = new Map<number, Sides>();
  readonly #slotOf = new Map<number, number>();
  /** By slot; slots that are free again are used again, so that they stay few. */
  readonly #alerts: (WaitingAlert | null)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#slotOf.size;
  }

  has(alertId: number): boolean {
    return this.#slotOf.has(alertId);
  }

  /** Markets that anybody waits in. */
  markets(): number[] {
    return [...this.#sides].flatMap(([marketId, { above, below }]) =>
      above.size + below.size > 0 ? [marketId] : [],
    );
  }

  add(alert: WaitingAlert): void {
    if (this.#slotOf.has(alert.id)) throw new Error("Invariant: an alert waits once");
    const slot = this.#free.pop() ?? this.#alerts.length;
    this.#alerts[slot] = alert;
    this.#slotOf.set(alert.id, slot);
    this.#sidesOf(alert.marketId)[alert.direction].set(slot, keyOf(alert));
  }

  /** Nothing happens when it waits no more. */
  remove(id: number): void {
    const slot = this.#slotOf.get(id);
    const alert = slot === undefined ? null : this.#alerts[slot];
    if (slot === undefined || !alert) return;
    this.#sidesOf(alert.marketId)[alert.direction].remove(slot);
    this.#alerts[slot] = null;
    this.#slotOf.delete(id);
    this.#free.push(slot);
  }

  /** Takes out whatever this row of the tape reaches, and answers it. */
  take(row: { readonly marketId: number; readonly seq: number; readonly bid: number }) {
    const sides = this.#sides.get(row.marketId);
    if (!sides || !(sides.above.isReached(row.bid) || sides.below.isReached(-row.bid))) return NONE;
    const slots: number[] = [];
    sides.above.collect(row.bid, slots);
    sides.below.collect(-row.bid, slots);
    const taken = slots.flatMap((slot) => {
      const alert = this.#alerts[slot];
      return alert && row.seq > alert.afterSeq ? [alert] : [];
    });
    for (const { id } of taken) this.remove(id);
    return taken;
  }

  #sidesOf(marketId: number): Sides {
    const known = this.#sides.get(marketId);
    if (known) return known;
    const sides = {
      above: new PriceHeap(this.#positions),
      below: new PriceHeap(this.#positions),
    };
    this.#sides.set(marketId, sides);
    return sides;
  }
}

const NONE: readonly WaitingAlert[] = [];

/** Heaps have the least on top: what waits for a fall stands there by its negative. */
function keyOf({ direction, price }: WaitingAlert): number {
  return direction === "above" ? price : -price;
}

/** Whether a bid is at the price or beyond it. */
export function isReached({ direction, price }: WaitingAlert, bid: number): boolean {
  return direction === "above" ? bid >= price : bid <= price;
}
