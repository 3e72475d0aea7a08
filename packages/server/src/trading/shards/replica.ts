// A copy of one shard's committed state in a process that does not write it: built from the
// database, kept current by what the owner tells on the bus, gaps filled from the journal. Read by
// remote-sequencer.ts. Invariants: only committed rows are ever in it, in order and without a gap;
// whatever the bus loses, doubles or delays costs time only; no row is kept once it is applied.

import { apply, type MarketId, type State } from "@truetick/engine";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { emptyState, eventOf, type QuoteInput } from "../sequencer/live-state.ts";
import type { Committed } from "../sequencer/outcome.ts";
import type { SequencerFigures, SequencerStatus } from "../sequencer/sequencer.ts";
import type { TapeStream } from "../tape/tape-stream.ts";
import { eventsOf, loadState, ROWS_PER_READ, readRows, UnreadableRow } from "./load-state.ts";
import { newsSubject } from "./subjects.ts";
import { decodeNews, type ShardNews } from "./wire.ts";

export type ReplicaOptions = {
  readonly bus: Bus;
  readonly database: Database;
  readonly address: DatabaseAddress;
  readonly shard: number;
  readonly tape: Pick<TapeStream, "newest">;
  readonly log: Log;
  /** Every row beyond the one it began with, in order and once. */
  readonly onCommitted: (committed: Committed) => void;
  /** It was built from the database, at the start or anew. */
  readonly onLoaded: (replica: Replica) => void;
  /** Somebody else owns the shard now. */
  readonly onOwner: () => void;
  /** A row is not in this build's words: the replica stands still, and is halted. */
  readonly onUnreadable?: (shard: number) => void;
};

/** An owner speaks four times a second; silent for this long, it is gone or cannot be heard. */
const OWNER_HEARD_WITHIN_MS = 1_500;
/** News that come while rows are read; with more, the journal is read once more. */
const NEWS_KEPT_MAX = 1_000;
/** A row that was answered is told in this time, or its message is lost. */
const TOLD_WITHIN_MS = 20;
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1_000;
const REACHED_WITHIN_MS = 10_000;

type Waiter = {
  readonly seq: number;
  readonly resolve: () => void;
  readonly giveUp: () => void;
};
type OwnerSaid = Pick<ShardNews, "epoch" | "status" | "head" | "queuedRows" | "heldQuotes">;

export class Replica {
  readonly shard: number;
  readonly #options: ReplicaOptions;
  readonly #waiters = new Set<Waiter>();
  readonly #stops: (() => void)[];
  #state: State;
  #head = 0;
  /** The newest row that listeners know; built anew, it does not tell them again. */
  #told = 0;
  #kept: ShardNews[] = [];
  /** Being built or filled from the database; news are kept meanwhile. */
  #isReading = true;
  #isForked = false;
  #broken: Error | null = null;
  #isStopped = false;
  #owner: OwnerSaid | null = null;
  #heardAt = Number.NEGATIVE_INFINITY;

  static async open(options: ReplicaOptions): Promise<Replica> {
    const replica = new Replica(options);
    // Whatever is committed from here on is either heard or in the tables that are read next.
    await options.bus.flush().catch(() => undefined);
    try {
      await replica.#load();
    } catch (error) {
      replica.stop();
      throw error;
    }
    replica.#told = replica.#head;
    await replica.#fill();
    return replica;
  }

  private constructor(options: ReplicaOptions) {
    this.#options = options;
    this.shard = options.shard;
    this.#state = emptyState(options.shard);
    this.#stops = [
      options.bus.subscribe(newsSubject(options.shard), ({ bytes }) => this.#hear(bytes)),
      options.bus.onBack(() => this.refresh()),
    ];
  }

  get state(): State {
    return this.#state;
  }

  /** The newest row that is in the state. */
  get head(): number {
    return this.#head;
  }

  /** Of the newest owner that was heard; 0 before the first. */
  get epoch(): number {
    return this.#owner?.epoch ?? 0;
  }

  get isOwnerHeard(): boolean {
    return performance.now() - this.#heardAt < OWNER_HEARD_WITHIN_MS;
  }

  status(): SequencerStatus {
    if (this.#broken) return "halted";
    if (!this.isOwnerHeard || this.#owner === null) return "recovering";
    const { status } = this.#owner;
    return status === "stopped" ? "recovering" : status;
  }

  figures(): SequencerFigures {
    const { queuedRows, heldQuotes } = this.#owner ?? { queuedRows: 0, heldQuotes: 0 };
    return { queuedRows, heldQuotes, journalSeq: this.#head };
  }

  /** Resolves when the state has that row. Rejects when it cannot be had. */
  reach(seq: number): Promise<void> {
    if (this.#broken) return Promise.reject(this.#broken);
    if (this.#head >= seq && !this.#isForked) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const overdue = setTimeout(() => this.refresh(), TOLD_WITHIN_MS);
      const end = (finish: () => void) => {
        clearTimeout(overdue);
        clearTimeout(late);
        this.#waiters.delete(waiter);
        finish();
      };
      const giveUp = () => end(() => reject(this.#broken ?? awayError(this.shard, seq)));
      const late = setTimeout(giveUp, REACHED_WITHIN_MS);
      const waiter: Waiter = { seq, resolve: () => end(resolve), giveUp };
      this.#waiters.add(waiter);
    });
  }

  /** Marks to a quote; nothing is decided here. */
  mark(input: QuoteInput): void {
    if (this.#state.marketOf(input.marketId) !== null) apply(this.#state, eventOf(input));
  }

  /** Marks every market to the tape's newest quote. */
  markNewest(): void {
    for (const { terms } of this.#state.markets) this.#markNewest(terms.marketId);
  }

  #markNewest(marketId: MarketId): void {
    const newest = this.#options.tape.newest(marketId);
    if (newest) this.mark({ type: "TakeQuote", marketId, ...newest });
  }

  /** Quotes in the state are not on the tape that goes on: it is built anew. */
  rebuild(): void {
    this.#isForked = true;
    this.refresh();
  }

  /** Rows may be missing: reads what the journal has. */
  refresh(): void {
    if (this.#isReading || this.#isStopped || this.#broken) return;
    this.#isReading = true;
    void this.#fill();
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
    for (const waiter of this.#waiters) waiter.giveUp();
  }

  #hear(bytes: Uint8Array): void {
    const news = decodeNews(bytes);
    this.#heed(news);
    if (this.#broken) return;
    if (!this.#isReading) {
      // What cannot be read of the message is looked for in the journal.
      if (!this.#learnOrNot(news)) this.refresh();
      return;
    }
    if (this.#kept.length === NEWS_KEPT_MAX) this.#kept.shift();
    this.#kept.push(news);
  }

  #heed(news: ShardNews): void {
    // Its rows are committed whoever it is; the owner is who has the newest lease.
    if (news.epoch < this.epoch) return;
    const isAnother = news.epoch > this.epoch;
    this.#owner = news;
    this.#heardAt = performance.now();
    if (isAnother) this.#options.onOwner();
  }

  /** False: a row is missing before the end of what was told. */
  #learn({ firstSeq, rows, head }: ShardNews): boolean {
    if (firstSeq > this.#head + 1) return head <= this.#head;
    for (let at = this.#head + 1 - firstSeq; at < rows.length; at += 1) {
      const row = rows[at];
      if (row === undefined) break;
      const seq = firstSeq + at;
      const events = eventsOf(row.events, { shard: this.shard, seq });
      this.#apply({ shard: this.shard, seq, atMs: row.atMs, events });
    }
    this.#tellWaiters();
    return head <= this.#head;
  }

  #learnOrNot(news: ShardNews): boolean {
    try {
      return this.#learn(news);
    } catch (error) {
      if (error instanceof UnreadableRow) return false;
      throw error;
    }
  }

  #apply(committed: Committed): void {
    const { seq, events } = committed;
    try {
      for (const event of events) apply(this.#state, event);
    } catch (error) {
      this.#break(error);
    }
    this.#head = seq;
    // A market that is defined now may have been quoted before.
    for (const event of events) {
      if (event.type === "MarketDefined") this.#markNewest(event.terms.marketId);
    }
    if (seq > this.#told) this.#tell(committed);
  }

  #tell(committed: Committed): void {
    this.#told = committed.seq;
    this.#options.onCommitted(committed);
  }

  #break(cause: unknown): never {
    this.#broken = new Error(`the copy of shard ${this.shard} is broken`, { cause });
    this.#options.log.fatal({ err: cause, shard: this.shard }, "a copy of a shard is broken");
    throw this.#broken;
  }

  #standStill(err: UnreadableRow): void {
    this.#broken = err;
    this.#options.log.fatal({ err, shard: this.shard }, "a row is not in this build's words");
    for (const waiter of this.#waiters) waiter.giveUp();
    this.#options.onUnreadable?.(this.shard);
  }

  async #load(): Promise<void> {
    const { state, head } = await loadState(this.#options);
    this.#state = state;
    this.#head = head;
    this.markNewest();
    this.#options.onLoaded(this);
  }

  async #loadAnew(): Promise<void> {
    // Said once more while it loads, what is loaded may be forked again.
    this.#isForked = false;
    try {
      await this.#load();
    } catch (error) {
      this.#isForked = true;
      throw error;
    }
  }

  /** Built anew, the state has rows that listeners do not know yet. */
  async #tellFound(): Promise<void> {
    while (this.#told < this.#head && !this.#isStopped) {
      const range = { shard: this.shard, after: this.#told, upTo: this.#head };
      const rows = await readRows(this.#options.database, range);
      for (const row of rows) {
        if (row.seq !== this.#told + 1) this.#break(new Error(`row ${row.seq} does not follow`));
        this.#tell({ shard: this.shard, ...row });
      }
      if (rows.length === 0) this.#break(new Error(`row ${this.#told + 1} is not there`));
    }
  }

  /** Reads until nothing that was told is missing; trying until it succeeds. */
  async #fill(): Promise<void> {
    for (let waitMs = RETRY_FIRST_MS; !this.#isStopped && !this.#broken; ) {
      try {
        if (this.#isForked) await this.#loadAnew();
        await this.#tellFound();
        if (await this.#readOn()) break;
        waitMs = RETRY_FIRST_MS;
      } catch (err) {
        if (this.#broken) return;
        if (err instanceof UnreadableRow) return this.#standStill(err);
        this.#options.log.warn({ err, shard: this.shard }, "cannot read the journal");
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        waitMs = Math.min(2 * waitMs, RETRY_MAX_MS);
      }
    }
    this.#isReading = false;
    this.#tellWaiters();
  }

  /** Answers whether the state now has all that was told meanwhile. */
  async #readOn(): Promise<boolean> {
    const { database } = this.#options;
    const range = { shard: this.shard, after: this.#head, upTo: this.#readableTo() };
    const rows = await readRows(database, range);
    for (const row of rows) {
      if (row.seq !== this.#head + 1) this.#break(new Error(`row ${row.seq} does not follow`));
      this.#apply({ shard: this.shard, ...row });
    }
    this.#tellWaiters();
    if (rows.length === ROWS_PER_READ) return false;
    const kept = this.#kept;
    this.#kept = [];
    let isWhole = true;
    for (const news of kept) isWhole = this.#learn(news) && isWhole;
    return isWhole && !this.#isForked;
  }

  /** No owner that is heard has written what is beyond this, and nobody was answered from it. */
  #readableTo(): number {
    if (!this.isOwnerHeard || this.#owner === null) return Number.MAX_SAFE_INTEGER;
    let seq = this.#owner.head;
    for (const waiter of this.#waiters) seq = Math.max(seq, waiter.seq);
    return seq;
  }

  #tellWaiters(): void {
    for (const waiter of this.#waiters) {
      if (waiter.seq <= this.#head) waiter.resolve();
    }
  }
}

/** With the code of what is away, not broken: callers say "try again". */
function awayError(shard: number, seq: number): Error {
  return Object.assign(new Error(`row ${seq} of shard ${shard} cannot be had`), {
    code: "ETIMEDOUT",
  });
}
