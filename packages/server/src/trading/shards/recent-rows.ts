// The newest rows of a shard as they were told, for the answers that speak of them a moment later.
// Filled by remote-sequencer.ts. Invariants: a row is known by its number; memory is bounded.

import type { Event } from "@truetick/engine";
import type { Committed } from "../sequencer/outcome.ts";

/** More than are committed while an answer is on its way. */
const KEPT = 4_096;

export class RecentRows {
  readonly #rows = new Array<Committed | undefined>(KEPT);

  add(committed: Committed): void {
    this.#rows[committed.seq % KEPT] = committed;
  }

  /** Null: not told here yet, or too long ago. */
  eventsOf(seq: number): readonly Event[] | null {
    const row = this.#rows[seq % KEPT];
    return row?.seq === seq ? row.events : null;
  }
}
