// Quotes that wait to be decided: while the state is being recovered, and while more is waiting
// for the disk than may. They are decided later, in order, at their own time and price, so that
// every quote of the tape is acted on once. Invariant: bounded; what is dropped is told.

import type { QuoteInput } from "./live-state.ts";

/** Minutes of every market. Beyond it an outage counts as a gap: the next quote decides. */
const HELD_MAX = 200_000;

export class HeldQuotes {
  #inputs: QuoteInput[] = [];

  get count(): number {
    return this.#inputs.length;
  }

  /** Answers the oldest ones when there are too many; they will not be decided. */
  add(input: QuoteInput): readonly QuoteInput[] {
    this.#inputs.push(input);
    return this.#inputs.length > HELD_MAX ? this.#inputs.splice(0, HELD_MAX / 2) : [];
  }

  putBack(inputs: readonly QuoteInput[]): void {
    this.#inputs = [...inputs, ...this.#inputs];
  }

  /** Hands them out in order for as long as `take` answers true. */
  drain(take: (input: QuoteInput) => boolean): void {
    let taken = 0;
    for (const input of this.#inputs) {
      if (!take(input)) break;
      taken += 1;
    }
    this.#inputs.splice(0, taken);
  }

  takeAll(): readonly QuoteInput[] {
    const inputs = this.#inputs;
    this.#inputs = [];
    return inputs;
  }
}
