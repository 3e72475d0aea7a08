// Natural group commit: one batch collects while the one before is being committed, without a
// timer; where every commit is told to other processes, for as long again (decision 0041). In a
// crowd the next one is sent ahead, so that the store need not wait for us between two (decision
// 0052). Filled and driven by the sequencer. Invariants: batches are committed in the order in
// which they were opened, none after one that failed; whoever waits hears of it exactly once.

import { CHAIN_GENESIS } from "@truetick/proof";
import type { Batch } from "../journal/batch.ts";
import { CommitRows, type FilledRows } from "../journal/commit-rows.ts";
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
  /** Roughly how many rows it has. */
  size: number;
  /** The state after its last row, when a snapshot is due. */
  snapshot: Uint8Array | null;
};

/** The knee: beyond this, a batch takes longer without carrying more per second. */
const BATCH_ROWS_MAX = 1_500;
/** While nothing is being written, so that the rest is decided while these are. */
const FIRST_BATCH_ROWS_MAX = 600;
/** So many are worth a commit of their own while another is under way. */
const AHEAD_ROWS = 200;
/** The one that is being written, and the one that was sent ahead. */
const UNDER_WAY_MAX = 2;

/** Gathering is for crowds: after fewer commands than this the next commit begins at once. */
const CROWD_COMMANDS = 8;
const GATHER_MAX_MS = 20;
/** So many have come that waiting for more would save nothing. */
const GATHERED_ROWS = 256;

export type CommitQueueOptions = {
  readonly shard: number;
  /** In a crowd, the next commit waits for as long as the last one took. */
  readonly isGathering: boolean;
  /** So many rows are sent ahead; by default as many as are worth a commit. */
  readonly aheadRows?: number | undefined;
  /** The batch is full or about to be written: what belongs to its end is added now. */
  readonly seal: (batch: OpenBatch) => void;
  /**
   * Resolves once it is durable. Only asked for batches that have rows; may be asked again before
   * it has answered, and then what comes behind a commit that fails fails as well.
   */
  readonly commit: (batch: OpenBatch) => Promise<FilledRows>;
  /** Everything in it and before it is durable; those who wait are told next. */
  readonly onDurable: (batch: OpenBatch, filled: FilledRows | null) => void;
  readonly onFailure: (error: unknown) => void;
};

/** What was taken out of the queue: the batches under way, and those that nobody has sent. */
export type Abandoned = {
  readonly underWay: readonly OpenBatch[];
  readonly later: readonly OpenBatch[];
};

type Durable = { readonly batch: OpenBatch; readonly filled: FilledRows | null };

/** Buffers are kept for the next batches: one collects, one is written, one was sent, one waits. */
const SPARE_ROWS_MAX = 4;

export class CommitQueue {
  readonly #options: CommitQueueOptions;
  readonly #spare: CommitRows[] = [];
  readonly #sealed: OpenBatch[] = [];
  #open: OpenBatch;
  /** The first is being written. */
  #underWay: OpenBatch[] = [];
  /** Why the one behind the first is lost, while the first has not been answered. */
  #failureBehind: { readonly error: unknown } | null = null;
  #rows = 0;
  #isPaused = true;
  #isScheduled = false;
  #isTelling = false;
  #epoch = 0;
  /** Until when the open batch gathers. */
  #gathersUntilMs = 0;
  #gathering: NodeJS.Timeout | null = null;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
    this.#open = this.#emptyBatch(CHAIN_GENESIS);
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
    return this.#open.entries.length + this.#underWay.length + this.#sealed.length > 0;
  }

  /** Whether anything was taken of which nobody was told yet: what comes now is told behind it. */
  get hasUntold(): boolean {
    return this.hasUncommitted || this.#open.inputs.length > 0 || this.#isTelling;
  }

  touch(rowsAdded: number): void {
    this.#open.size += rowsAdded;
    this.#rows += rowsAdded;
    const isFirst = this.#underWay.length === 0 && this.#sealed.length === 0;
    if (this.#open.size >= (isFirst ? FIRST_BATCH_ROWS_MAX : BATCH_ROWS_MAX)) this.#seal();
    this.#schedule();
  }

  /** Begins, or goes on after `abandon`: the next row follows this link, under this epoch. */
  resume({ hash, epoch }: { readonly hash: Uint8Array; readonly epoch: number }): void {
    if (hasRows(this.#open)) throw new Error("Invariant: nothing is decided in a pause");
    this.#epoch = epoch;
    this.#open.rows.begin(hash, epoch);
    this.#isPaused = false;
    this.#schedule();
  }

  /** Takes everything that is not durable out of the queue, first the batches under way. */
  abandon(): Abandoned {
    this.#isPaused = true;
    const later = [...this.#sealed, this.#open];
    const underWay = this.#underWay;
    this.#sealed.length = 0;
    this.#open = this.#emptyBatch(CHAIN_GENESIS);
    this.#underWay = [];
    this.#failureBehind = null;
    this.#rows = 0;
    return { underWay, later };
  }

  #seal(): void {
    const sealed = this.#open;
    this.#options.seal(sealed);
    this.#sealed.push(sealed);
    this.#open = this.#emptyBatch(sealed.rows.hash);
  }

  /** After this turn of the event loop, so that all it brings goes into one batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#isPaused || !this.#mayStart) return;
    const waitMs = this.#gatherMs();
    if (waitMs > 0) {
      this.#gathering ??= setTimeout(() => {
        this.#gathering = null;
        this.#gathersUntilMs = 0;
        this.#schedule();
      }, waitMs);
      return;
    }
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (!this.#isPaused && this.#mayStart) this.#proceed([]);
    });
  }

  /**
   * Ahead of an answer only what is worth a commit, and only behind rows of the journal: by their
   * link the store sees that they are there (hold_pen).
   */
  get #mayStart(): boolean {
    const [first] = this.#underWay;
    if (first === undefined) return true;
    if (this.#options.isGathering || this.#underWay.length >= UNDER_WAY_MAX) return false;
    const worthIt = this.#options.aheadRows ?? AHEAD_ROWS;
    const isWorthIt = this.#sealed.length > 0 || this.#open.size >= worthIt;
    return isWorthIt && first.entries.length > 0;
  }

  #gatherMs(): number {
    const isFull = this.#sealed.length > 0 || this.#open.size >= GATHERED_ROWS;
    return isFull ? 0 : this.#gathersUntilMs - performance.now();
  }

  /** Starts the next commit first, so that the database works while those before are told. */
  #proceed(durable: Durable[]): void {
    if (this.#gatherMs() > 0) {
      this.#tell(durable);
      if (!isEmpty(this.#open)) this.#schedule();
      return;
    }
    while (this.#mayStart) {
      const next = this.#next();
      if (next === undefined) break;
      if (hasRows(next)) this.#start(next);
      else durable.push({ batch: next, filled: null });
    }
    this.#tell(durable);
  }

  #next(): OpenBatch | undefined {
    if (this.#sealed.length === 0 && !isEmpty(this.#open)) this.#seal();
    return this.#sealed.shift();
  }

  #start(batch: OpenBatch): void {
    this.#underWay.push(batch);
    const startedAt = performance.now();
    this.#options.commit(batch).then(
      (filled) => {
        // Abandoned meanwhile: whoever did so has dealt with it.
        if (this.#underWay[0] !== batch) return;
        this.#underWay.shift();
        if (this.#failureBehind !== null) {
          const { error } = this.#failureBehind;
          this.#tell([{ batch, filled }]);
          this.#options.onFailure(error);
          return;
        }
        if (this.#options.isGathering && batch.entries.length >= CROWD_COMMANDS) {
          const now = performance.now();
          this.#gathersUntilMs = now + Math.min(now - startedAt, GATHER_MAX_MS);
        }
        this.#proceed([{ batch, filled }]);
      },
      (error) => this.#hearFailure(batch, error),
    );
  }

  /** What is known of a batch says nothing of the one before, which may be on its way to disk. */
  #hearFailure(batch: OpenBatch, error: unknown): void {
    if (this.#underWay[0] === batch) this.#options.onFailure(error);
    else if (this.#underWay.includes(batch)) this.#failureBehind = { error };
  }

  #tell(durable: readonly Durable[]): void {
    this.#isTelling = true;
    try {
      this.#tellAll(durable);
    } finally {
      this.#isTelling = false;
    }
  }

  #tellAll(durable: readonly Durable[]): void {
    for (const [index, { batch, filled }] of durable.entries()) {
      this.#rows -= batch.size;
      try {
        this.#options.onDurable(batch, filled);
      } catch (error) {
        for (const { batch: untold } of durable.slice(index)) {
          for (const waiter of untold.waiters) waiter.fail("outcome-unknown");
        }
        this.#options.onFailure(error);
        return;
      }
      for (const waiter of batch.waiters) waiter.settle();
      this.#keepSpare(batch.rows);
    }
  }

  #keepSpare(rows: CommitRows): void {
    // Emptied now, so that what it held is not kept until it is used again.
    rows.begin(CHAIN_GENESIS, this.#epoch);
    if (this.#spare.length < SPARE_ROWS_MAX) this.#spare.push(rows);
  }

  #emptyBatch(previousHash: Uint8Array): OpenBatch {
    const rows = this.#spare.pop() ?? new CommitRows(this.#options.shard);
    rows.begin(previousHash, this.#epoch);
    return {
      rows,
      entries: [],
      keys: [],
      quotes: [],
      pieces: [],
      waiters: [],
      inputs: [],
      size: 0,
      snapshot: null,
    };
  }
}

/** Tells everybody who waits; of the batches under way, nobody may know whether they are stored. */
export function failWaiters({ underWay, later }: Abandoned, { isOutcomeKnown = false }): void {
  const why = isOutcomeKnown ? "not-stored" : "outcome-unknown";
  for (const { waiters } of underWay) for (const waiter of waiters) waiter.fail(why);
  for (const { waiters } of later) for (const waiter of waiters) waiter.fail("not-stored");
}

function hasRows({ entries, keys, pieces, quotes }: OpenBatch): boolean {
  return entries.length + keys.length + pieces.length + quotes.length > 0;
}

function isEmpty(batch: OpenBatch): boolean {
  return !hasRows(batch) && batch.waiters.length === 0 && batch.inputs.length === 0;
}
