// The time that is stamped on commands and quotes: the wall clock, but it never goes back (F10).
// When the wall clock jumps back, time stands still until it has caught up.

import type { Clock } from "../../platform/clock.ts";

export class SteadyTime {
  readonly #clock: Pick<Clock, "now">;
  #lastMs = 0;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  now(): number {
    this.#lastMs = Math.max(this.#lastMs, Math.floor(this.#clock.now()));
    return this.#lastMs;
  }

  /** When something came in; at the latest now. */
  stamp(atMs: number): number {
    return this.reach(Math.min(atMs, Math.floor(this.#clock.now())));
  }

  /** A moment that has been: nothing is stamped before it. */
  reach(atMs: number): number {
    this.#lastMs = Math.max(this.#lastMs, atMs);
    return this.#lastMs;
  }
}
