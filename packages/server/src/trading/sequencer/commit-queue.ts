// Natural group commit: one batch collects while the one before is being committed, without a
// timer. Filled and driven by the sequencer. Invariants: batches are committed one at a time, in
// the order in which they were opened; whoever waits in a batch hears of it exactly once.

import type { Batch } from "../journal/batch.ts";
import type { FilledRows } from "../journal/commit-rows.ts";
import type { QuoteInput } from "./live-state.ts";

export type WhyFailed = "outcome-unknown" | "not-stored";

export type Waiter = {
  readonly settle: () => void;
  readonly fail: (why: WhyFailed) => void;
};

export type OpenBatch = Batch & {
  readonly waiters: Waiter[];
  /** Quotes taken since it was opened; they are decided anew when it is lost. */
  readonly inputs: QuoteInput[];
  rows: number;
  /** The state after its last row, when a snapshot is due. */
  snapshot: Uint8Array | null;
};

/** The knee: beyond this, a batch takes longer without carrying more per second. */
const BATCH_ROWS_MAX = 1_500;

export type CommitQueueOptions = {
  /** The batch is full or about to be written: what belongs to its end is added now. */
  readonly seal: (batch: OpenBatch) => void;
  /** Resolves once it is durable. Only asked for batches that have rows. */
  readonly commit: (batch: OpenBatch) => Promise<FilledRows>;
  /** Everything in it and before it is durable; those who wait are told next. */
  readonly onDurable: (batch: OpenBatch, filled: FilledRows | null) => void;
  readonly onFailure: (error: unknown) => void;
};

export class CommitQueue {
  readonly #options: CommitQueueOptions;
  readonly #sealed: OpenBatch[] = [];
  #open = emptyBatch();
  #underWay: OpenBatch | null = null;
  #rows = 0;
  #isPaused = true;
  #isScheduled = false;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
  }

  /** The batch that collects. Call `touch` after adding to it. */
  get open(): OpenBatch {
    return this.#open;
  }

  /** Rows decided and not yet durable. */
  get rows(): number {
    return this.#rows;
  }

  /** Whether anything was decided that is not yet durable. */
  get hasUncommitted(): boolean {
    return this.#open.entries.length > 0 || this.#underWay !== null || this.#sealed.length > 0;
  }

  touch(rowsAdded: number): void {
    this.#open.rows += rowsAdded;
    this.#rows += rowsAdded;
    if (this.#open.rows >= BATCH_ROWS_MAX) this.#seal();
    this.#schedule();
  }

  resume(): void {
    this.#isPaused = false;
    this.#schedule();
  }

  /** Takes everything that is not durable out of the queue, first the batch under way. */
  abandon(): { readonly underWay: OpenBatch | null; readonly later: readonly OpenBatch[] } {
    this.#isPaused = true;
    const later = [...this.#sealed, this.#open];
    const underWay = this.#underWay;
    this.#sealed.length = 0;
    this.#open = emptyBatch();
    this.#underWay = null;
    this.#rows = 0;
    return { underWay, later };
  }

  #seal(): void {
    this.#options.seal(this.#open);
    this.#sealed.push(this.#open);
    this.#open = emptyBatch();
  }

  /** After this turn of the event loop, so that all it brings goes into one batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#isPaused || this.#underWay) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    while (!this.#isPaused && this.#underWay === null) {
      if (this.#sealed.length === 0 && !isEmpty(this.#open)) this.#seal();
      const batch = this.#sealed.shift();
      if (!batch) return;
      this.#underWay = batch;
      let filled: FilledRows | null = null;
      try {
        if (hasRows(batch)) filled = await this.#options.commit(batch);
      } catch (error) {
        // Abandoned meanwhile: whoever did so has dealt with it.
        if (this.#underWay === batch) this.#options.onFailure(error);
        return;
      }
      if (this.#underWay !== batch) return;
      this.#underWay = null;
      this.#rows -= batch.rows;
      if (!this.#tell(batch, filled)) return;
    }
  }

  #tell(batch: OpenBatch, filled: FilledRows | null): boolean {
    try {
      this.#options.onDurable(batch, filled);
    } catch (error) {
      for (const waiter of batch.waiters) waiter.fail("outcome-unknown");
      this.#options.onFailure(error);
      return false;
    }
    for (const waiter of batch.waiters) waiter.settle();
    return true;
  }
}

function emptyBatch(): OpenBatch {
  return {
    entries: [],
    keys: [],
    quotes: [],
    pieces: [],
    waiters: [],
    inputs: [],
    rows: 0,
    snapshot: null,
  };
}

function hasRows({ entries, keys, pieces, quotes }: OpenBatch): boolean {
  return entries.length + keys.length + pieces.length + quotes.length > 0;
}

function isEmpty(batch: OpenBatch): boolean {
  return !hasRows(batch) && batch.waiters.length === 0 && batch.inputs.length === 0;
}
