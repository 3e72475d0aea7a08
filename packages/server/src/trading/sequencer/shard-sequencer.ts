// One shard's sequencer at work: what is decided, collected, committed, answered, lost and found
// again. Made by sequencer.ts, which is its public face. Invariants: decide in memory, collect,
// commit, then tell, in this order; whatever the engine throws stops trading until a restart.

import type { Command, MarketId, Quote } from "@truetick/engine";
import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { FilledRows } from "../journal/commit-rows.ts";
import { CommitFailed } from "../journal/journal-writer.ts";
import { readTapeHeads } from "../journal/read-journal.ts";
import { hashState } from "../journal/snapshots.ts";
import { Tape, type TapeHead } from "../tape/tape.ts";
import { isTooMuch, mustHoldQuotes } from "./admission.ts";
import { CommitQueue, type OpenBatch } from "./commit-queue.ts";
import { HeldQuotes } from "./held-quotes.ts";
import { Intake } from "./intake.ts";
import { JournalLink } from "./journal-link.ts";
import { type KeyIdentity, KnownKeys } from "./known-keys.ts";
import { LiveState, type QuoteInput } from "./live-state.ts";
import type { CommandKey, Committed, Outcome, SequencerRefusal } from "./outcome.ts";
import { JOURNAL_START, recoverState } from "./recovery.ts";
import type { IncomingQuote, SequencerStatus, UnstampedCommand } from "./sequencer.ts";
import { SnapshotKeeper } from "./snapshot-keeper.ts";
import { SteadyTime } from "./steady-time.ts";

export type ShardOptions = {
  readonly shard: number;
  readonly address: DatabaseAddress;
  /** For what the writer's own connection is not for: keys, snapshots. */
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly commitTimeoutMs: number;
};

/** A crash loses at most this much of the tape, and nothing that anyone was answered. */
const TAPE_STORED_EVERY_MS = 1_000;

export class ShardSequencer {
  readonly #options: ShardOptions;
  readonly #log: Log;
  readonly #live: LiveState;
  readonly #time: SteadyTime;
  readonly #keys: KnownKeys;
  readonly #queue: CommitQueue;
  readonly #held = new HeldQuotes();
  readonly #listeners = new Set<(committed: Committed) => void>();
  readonly #link: JournalLink;
  readonly #snapshots: SnapshotKeeper;
  #tape = new Tape([]);
  #intake: Intake;
  #timer: NodeJS.Timeout | null = null;
  #status: SequencerStatus = "recovering";
  #isSnapshotSealed = false;
  #recovering: Promise<void> = Promise.resolve();

  constructor(options: ShardOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#live = new LiveState(options.shard);
    this.#time = new SteadyTime(options.clock);
    this.#keys = new KnownKeys(options);
    this.#snapshots = new SnapshotKeeper(options);
    this.#link = new JournalLink(
      { ...options, onLost: (reason) => this.#fail(reason) },
      JOURNAL_START,
    );
    this.#queue = new CommitQueue({
      seal: (batch) => this.#seal(batch),
      commit: (batch) => this.#link.commit(batch),
      onDurable: (batch, filled) => this.#settle(batch, filled),
      onFailure: (error) => this.#fail(error),
    });
    this.#intake = new Intake(this.#parts(), 1);
  }

  async start(): Promise<void> {
    const { log, shard } = this.#options;
    try {
      const { client } = await this.#link.connect();
      const place = await recoverState({ client, live: this.#live, shard, log });
      const heads = await readTapeHeads(client);
      await this.#keys.prepare();
      this.#link.begin(place);
      this.#time.reach(place.atMs);
      this.#tape = new Tape(heads);
      for (const head of heads) this.#live.mark(inputOf(head));
      for (const head of heads) this.#time.reach(head.newest.atMs);
      this.#intake = new Intake(this.#parts(), place.seq + 1);
    } catch (error) {
      this.#link.close();
      throw error;
    }
    if (this.#live.hasTail) this.#takeSnapshot(this.#live.encode());
    void this.#keys.learn().catch((err) => log.warn({ err }, "could not learn the stored keys"));
    this.#timer = setInterval(() => this.#storeTape(), TAPE_STORED_EVERY_MS);
    this.#timer.unref();
    this.#status = "trading";
    this.#queue.resume();
  }

  get status(): SequencerStatus {
    return this.#status;
  }

  get live(): LiveState {
    return this.#live;
  }

  figures(): { queuedRows: number; heldQuotes: number; journalSeq: number } {
    return {
      queuedRows: this.#queue.rows,
      heldQuotes: this.#held.count,
      journalSeq: this.#link.place.seq,
    };
  }

  newestQuote(marketId: MarketId): Quote | null {
    return this.#tape.newest(marketId);
  }

  now(): number {
    return this.#time.now();
  }

  subscribe(listener: (committed: Committed) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  submit(command: UnstampedCommand, key?: CommandKey): Promise<Outcome> {
    if (key === undefined) return this.#admit(command, null);
    const identity = this.#keys.identify(key);
    const known = this.#keys.recall(identity);
    if (known !== null) return known;
    const refusal = this.#refusalOf(command);
    if (refusal) return Promise.resolve({ isAccepted: false, refusal });
    const outcome = this.#keys.mayBeStored(identity)
      ? this.#keys.lookUp(identity).then((stored) => stored ?? this.#admit(command, identity))
      : this.#admit(command, identity);
    return this.#keys.follow(identity, outcome);
  }

  /** What the sequencer itself has against taking this now. */
  #refusalOf({ type }: UnstampedCommand): SequencerRefusal | null {
    if (this.#status === "stopped") return { reason: "UNAVAILABLE", why: "stopping" };
    if (this.#status !== "trading") return { reason: "UNAVAILABLE", why: this.#status };
    const { rows } = this.#queue;
    if (this.#held.count > 0 || isTooMuch(type, rows)) {
      return { reason: "OVERLOADED", queuedRows: rows };
    }
    return null;
  }

  #admit(command: UnstampedCommand, key: KeyIdentity | null): Promise<Outcome> {
    const refusal = this.#refusalOf(command);
    if (refusal) return Promise.resolve({ isAccepted: false, refusal });
    // The spread of a union is not known to be one of its members again.
    const stamped = { ...command, atMs: this.#time.now() } as Command;
    try {
      const { outcome, rows } = this.#intake.decide(stamped, key);
      return new Promise((resolve) => {
        this.#queue.open.waiters.push({
          settle: () => resolve(outcome),
          fail: (why) => resolve({ isAccepted: false, refusal: { reason: "UNAVAILABLE", why } }),
        });
        this.#queue.touch(rows);
      });
    } catch (error) {
      this.#halt(error);
      return Promise.resolve(UNAVAILABLE_HALTED);
    }
  }

  takeQuote({ marketId, seq, bid, ask, atMs }: IncomingQuote): boolean {
    const quote = { seq, bid, ask, atMs: this.#time.stamp(atMs) };
    if (this.#status === "stopped" || !this.#tape.accepts(marketId, quote)) return false;
    return this.#takeInput({ type: "TakeQuote", marketId, ...quote });
  }

  markStale(marketId: MarketId): void {
    if (this.#status === "stopped") return;
    this.#takeInput({ type: "MarkStale", marketId, atMs: this.#time.now() });
  }

  #takeInput(input: QuoteInput): boolean {
    const mustWait = this.#held.count > 0 || mustHoldQuotes(this.#queue.rows);
    if (this.#status === "trading" && !mustWait) {
      try {
        return this.#intake.decideInput(input);
      } catch (error) {
        this.#halt(error);
        return false;
      }
    }
    if (!this.#live.knowsMarket(input.marketId)) return false;
    this.#intake.write(input);
    if (this.#status === "halted") this.#live.mark(input);
    else this.#hold(input);
    return true;
  }

  #hold(input: QuoteInput): void {
    const dropped = this.#held.add(input);
    if (dropped.length === 0) return;
    this.#log.error({ count: dropped.length }, "held quotes were dropped: the next ones decide");
    for (const old of dropped) this.#live.mark(old);
  }

  #drainHeld(): void {
    if (this.#held.count === 0) return;
    try {
      this.#held.drain((input) => {
        if (mustHoldQuotes(this.#queue.rows)) return false;
        this.#intake.decideHeld(input);
        return true;
      });
    } catch (error) {
      this.#halt(error);
    }
  }

  /** See Sequencer.read. */
  read<T>(look: () => T): Promise<T> {
    if (!this.#queue.hasUncommitted) return attempt(look);
    try {
      const seen = look();
      return new Promise((resolve, reject) => {
        this.#queue.open.waiters.push({
          settle: () => resolve(seen),
          // What was seen is gone; what is there now is durable.
          fail: () => attempt(look).then(resolve, reject),
        });
        this.#queue.touch(0);
      });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #parts(): { live: LiveState; tape: Tape; queue: CommitQueue } {
    return { live: this.#live, tape: this.#tape, queue: this.#queue };
  }

  #storeTape(): void {
    if (this.#status === "recovering" || !this.#tape.hasUnstored()) return;
    this.#intake.storeTape();
    this.#queue.open.waiters.push(NOBODY);
    this.#queue.touch(0);
  }

  #seal(batch: OpenBatch): void {
    batch.pieces.push(...this.#intake.takeTape(batch));
    if (this.#isSnapshotSealed || this.#snapshots.isBusy || !this.#live.isSnapshotDue) return;
    if (this.#status !== "trading") return;
    // Nothing decided later is in the state yet: this batch ends where the state stands.
    batch.snapshot = this.#live.encode();
    this.#isSnapshotSealed = true;
  }

  #settle(batch: OpenBatch, filled: FilledRows | null): void {
    if (filled) {
      this.#link.advance(filled);
      // Halted, the state was rebuilt without what was still on its way.
      if (this.#status === "halted") for (const entry of filled.packed) this.#live.fold(entry);
      else this.#live.keep(filled.packed);
      this.#tape.markStored(batch.pieces);
    }
    for (const input of batch.inputs) this.#live.settleInput(input);
    if (batch.snapshot) this.#takeSnapshot(batch.snapshot);
    for (const { seq, command, events } of batch.entries) {
      this.#publish({ seq, atMs: command.atMs, events });
    }
    if (this.#status === "trading") this.#drainHeld();
  }

  #publish(committed: Committed): void {
    for (const listener of this.#listeners) {
      try {
        listener(committed);
      } catch (err) {
        this.#log.error({ err, seq: committed.seq }, "a listener of the journal broke");
      }
    }
  }

  /** The state at the newest durable row: recovery begins here from now on. */
  #takeSnapshot(bytes: Uint8Array): void {
    this.#live.rebase(bytes);
    this.#isSnapshotSealed = false;
    this.#snapshots.store({ place: this.#link.place, bytes });
  }

  /** A commit failed or the connection is gone: what is not durable never happened. */
  #fail(error: unknown): void {
    if (this.#status === "recovering") return;
    this.#log.error({ err: error }, "the journal is lost; what was not committed is given up");
    this.#link.drop();
    const { underWay, later } = this.#queue.abandon();
    const isStopped = this.#status === "stopped";
    if (!isStopped) {
      const isOurFault = error instanceof CommitFailed && error.isOurFault;
      this.#status = isOurFault || this.#status === "halted" ? "halted" : "recovering";
      this.#held.putBack(later.flatMap(({ inputs }) => inputs));
      this.#isSnapshotSealed = false;
      this.#rebuild();
    }
    const isKnown = error instanceof CommitFailed && error.isOutcomeKnown;
    for (const waiter of underWay?.waiters ?? []) {
      waiter.fail(isKnown ? "not-stored" : "outcome-unknown");
    }
    for (const { waiters } of later) for (const waiter of waiters) waiter.fail("not-stored");
    if (!isStopped) this.#recovering = this.#recover(underWay);
  }

  async #recover(lost: OpenBatch | null): Promise<void> {
    try {
      const heads = await this.#link.recover(this.#live, (found) => {
        for (const committed of found) this.#publish(committed);
      });
      if (heads === null || this.#status === "stopped") return;
      const { seq } = this.#link.place;
      const isFound = (lost?.entries.at(-1)?.seq ?? Number.POSITIVE_INFINITY) <= seq;
      // What the database has acted on is not decided again.
      if (isFound) for (const input of lost?.inputs ?? []) this.#live.mark(input);
      else this.#held.putBack(lost?.inputs ?? []);
      this.#intake.rewind(heads, seq + 1);
    } catch (error) {
      this.#halt(error);
      return;
    }
    if (this.#status === "halted") {
      for (const input of this.#held.takeAll()) this.#live.mark(input);
    } else {
      this.#status = "trading";
      this.#log.info({ seq: this.#link.place.seq }, "trading again");
      this.#drainHeld();
    }
    this.#queue.resume();
  }

  /** An invariant is broken: nothing is taken until somebody has looked and restarted (3c). */
  #halt(error: unknown): void {
    this.#status = "halted";
    this.#rebuild();
    for (const input of this.#held.takeAll()) this.#live.mark(input);
    const { seq } = this.#link.place;
    const stateHash = hashState(this.#live.encode()).toString("hex");
    this.#log.fatal({ err: error, seq, stateHash }, "an invariant is broken: trading is halted");
  }

  #rebuild(): void {
    try {
      this.#live.rebuild();
    } catch (err) {
      this.#status = "halted";
      this.#log.fatal({ err }, "the committed state cannot be rebuilt: trading is halted");
    }
  }

  async stop(): Promise<void> {
    if (this.#status === "stopped") return;
    const wasTrading = this.#status === "trading";
    this.#status = "stopped";
    if (this.#timer) clearInterval(this.#timer);
    if (wasTrading) await this.#finish();
    this.#link.close();
    await this.#recovering;
    await this.#snapshots.finish();
  }

  /** Everything decided is committed, the tape stored, and the next start need not fold. */
  async #finish(): Promise<void> {
    this.#intake.storeTape();
    await new Promise<void>((resolve) => {
      this.#queue.open.waiters.push({ settle: resolve, fail: () => resolve() });
      this.#queue.touch(0);
    });
    await this.#snapshots.finish();
    if (this.#live.hasTail && !this.#queue.hasUncommitted) {
      this.#takeSnapshot(this.#live.encode());
    }
  }
}

const UNAVAILABLE_HALTED: Outcome = {
  isAccepted: false,
  refusal: { reason: "UNAVAILABLE", why: "halted" },
};

const NOBODY = { settle: () => undefined, fail: () => undefined };

function inputOf({ marketId, newest }: TapeHead): QuoteInput {
  return { type: "TakeQuote", marketId, ...newest };
}

function attempt<T>(look: () => T): Promise<T> {
  try {
    return Promise.resolve(look());
  } catch (error) {
    return Promise.reject(error);
  }
}
