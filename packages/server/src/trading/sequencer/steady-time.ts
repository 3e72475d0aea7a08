// The time that is stamped on commands and quotes: the wall clock, but it never goes back (F10).
// When the wall clock jumps back, time goes on at the steady clock's pace from where it was, so
// that what is old grows old; when the wall clock has caught up, it leads again.

import type { Clock } from "../../platform/clock.ts";

export class SteadyTime {
  readonly #clock: Clock;
  #lastMs = 0;
  /** The wall clock minus the steady one, when the wall clock was last to be believed. */
  #aheadMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#raise(this.#look().nowMs);
  }

  /** When something came in by the wall clock; at the latest now. */
  stamp(atMs: number): number {
    return this.#raise(this.momentOf(atMs));
  }

  /** The same before what was stamped meanwhile moves it on: when it was. */
  momentOf(atMs: number): number {
    const { wallMs, nowMs } = this.#look();
    return Math.min(atMs, wallMs) + nowMs - wallMs;
  }

  /** Whether a moment by the wall clock is longer ago than this. */
  isPast(atMs: number, ageMaxMs: number): boolean {
    return this.#look().wallMs - atMs > ageMaxMs;
  }

  /** How long ago a moment of the wall clock was. */
  ageOf(atMs: number): number {
    return Math.floor(this.#clock.now()) - atMs;
  }

  /** A moment that has been: nothing is stamped before it. */
  reach(atMs: number): number {
    this.#aheadMs = Math.max(this.#aheadMs, atMs - this.#clock.monotonic());
    return this.#raise(atMs);
  }

  #look(): { wallMs: number; nowMs: number } {
    const wallMs = Math.floor(this.#clock.now());
    const steadyMs = this.#clock.monotonic();
    if (wallMs >= this.#lastMs) this.#aheadMs = wallMs - steadyMs;
    // Rounded, since a difference and a sum of fractions need not come out whole again.
    return { wallMs, nowMs: Math.round(this.#aheadMs + steadyMs) };
  }

  #raise(atMs: number): number {
    this.#lastMs = Math.max(this.#lastMs, atMs);
    return this.#lastMs;
  }
}
