// The newest minutes of one market in flat arrays: a tick costs a few comparisons and makes no
// garbage. Fed by every quote of the tape in order, read by the candle book. Holds a little more
// than the longest trading day; what is older is in the table. Invariant: a slot belongs to the
// minute that is written in it, and to no other.

import type { Bar, Side } from "./bar.ts";
import type { MinuteBars } from "./pack-minutes.ts";

const MINUTE_MS = 60_000;
/** 25 hours and a half. */
const RING_MINUTES = 1_536;
/** Open, high, low, close of bid, ask, and their sum. */
const PRICES = 12;
const OFFSETS: Readonly<Record<Side, number>> = { bid: 0, ask: 4, mid: 8 };

export class MinuteRing {
  readonly #minutes = new Float64Array(RING_MINUTES).fill(-1);
  readonly #prices = new Float64Array(RING_MINUTES * PRICES);
  readonly #ticks = new Int32Array(RING_MINUTES);
  readonly #seqs = new Float64Array(RING_MINUTES);
  /** The newest minute that has a quote, counted from 1970; -1 before the first. */
  lastMinute = -1;
  /** The first that ever had one here, also when it is here no more; -1 before it. */
  earliestMinute = -1;

  add(atMs: number, bid: number, ask: number, seq: number): void {
    const minute = Math.floor(atMs / MINUTE_MS);
    const slot = minute % RING_MINUTES;
    const at = slot * PRICES;
    if (this.#minutes[slot] !== minute) this.#open(minute, slot, bid, ask);
    const prices = this.#prices;
    const sum = bid + ask;
    // Indexes are within bounds by construction: absent values cannot occur.
    if (bid > (prices[at + 1] as number)) prices[at + 1] = bid;
    if (bid < (prices[at + 2] as number)) prices[at + 2] = bid;
    prices[at + 3] = bid;
    if (ask > (prices[at + 5] as number)) prices[at + 5] = ask;
    if (ask < (prices[at + 6] as number)) prices[at + 6] = ask;
    prices[at + 7] = ask;
    if (sum > (prices[at + 9] as number)) prices[at + 9] = sum;
    if (sum < (prices[at + 10] as number)) prices[at + 10] = sum;
    prices[at + 11] = sum;
    this.#ticks[slot] = (this.#ticks[slot] as number) + 1;
    this.#seqs[slot] = seq;
  }

  #open(minute: number, slot: number, bid: number, ask: number): void {
    this.#minutes[slot] = minute;
    this.#ticks[slot] = 0;
    const at = slot * PRICES;
    this.#prices.fill(bid, at, at + 4);
    this.#prices.fill(ask, at + 4, at + 8);
    this.#prices.fill(bid + ask, at + 8, at + PRICES);
    if (minute > this.lastMinute) this.lastMinute = minute;
    if (this.earliestMinute < 0) this.earliestMinute = minute;
  }

  /** A minute as it was stored. */
  put({ minute, prices, ticks }: MinuteBars, seq: number): void {
    const slot = minute % RING_MINUTES;
    if (minute <= (this.#minutes[slot] as number)) return;
    this.#minutes[slot] = minute;
    this.#prices.set(prices, slot * PRICES);
    this.#ticks[slot] = ticks;
    this.#seqs[slot] = seq;
    if (minute > this.lastMinute) this.lastMinute = minute;
  }

  clear(): void {
    this.#minutes.fill(-1);
    this.lastMinute = -1;
    this.earliestMinute = -1;
  }

  /** The oldest minute that may still be here. */
  get firstMinute(): number {
    return this.lastMinute - RING_MINUTES + 1;
  }

  has(minute: number): boolean {
    return minute >= 0 && this.#minutes[minute % RING_MINUTES] === minute;
  }

  /** One bar over the minutes from (included) to (excluded) that have a quote. */
  join(from: number, to: number, side: Side): Bar | null {
    const prices = this.#prices;
    const offset = OFFSETS[side];
    let bar: { open: number; high: number; low: number; close: number } | null = null;
    let ticks = 0;
    let first = 0;
    const start = Math.max(from, this.firstMinute, 0);
    for (let minute = start; minute < Math.min(to, this.lastMinute + 1); minute += 1) {
      const slot = minute % RING_MINUTES;
      if (this.#minutes[slot] !== minute) continue;
      const at = slot * PRICES + offset;
      const [open, high, low, close] = [
        prices[at] as number,
        prices[at + 1] as number,
        prices[at + 2] as number,
        prices[at + 3] as number,
      ];
      if (bar) {
        if (high > bar.high) bar.high = high;
        if (low < bar.low) bar.low = low;
        bar.close = close;
      } else {
        bar = { open, high, low, close };
        first = minute;
      }
      ticks += this.#ticks[slot] as number;
    }
    return bar && { atMs: first * MINUTE_MS, ...bar, ticks, isGenerated: false };
  }

  /** The minutes of a stretch that have a quote, for storing them. */
  read(from: number, to: number): { minutes: MinuteBars[]; lastSeq: number } {
    const minutes: MinuteBars[] = [];
    let lastSeq = 0;
    for (let minute = Math.max(0, from); minute < to; minute += 1) {
      if (!this.has(minute)) continue;
      const slot = minute % RING_MINUTES;
      const prices = [...this.#prices.subarray(slot * PRICES, (slot + 1) * PRICES)];
      minutes.push({ minute, prices, ticks: this.#ticks[slot] as number });
      lastSeq = this.#seqs[slot] as number;
    }
    return { minutes, lastSeq };
  }
}
