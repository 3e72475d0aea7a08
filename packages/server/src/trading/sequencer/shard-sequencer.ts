// One shard's sequencer at work: what is decided, collected, committed, answered, lost and found
// again. Made by sequencer.ts, which is its public face. Invariants: decide in memory, collect,
// commit, then tell, in this order; whatever the engine throws stops trading until a restart.

import type { MarketId, Quote } from "@truetick/engine";
import type { Log } from "../../platform/log.ts";
import type { FilledRows } from "../journal/commit-rows.ts";
import { CommitFailed, Fenced, isFence } from "../journal/journal-store.ts";
import { hashState } from "../journal/snapshots.ts";
import type { ShardTape } from "../tape/tape.ts";
import { isTooMuch } from "./admission.ts";
import { CommandWaiter } from "./command-waiter.ts";
import { type Abandoned, CommitQueue, failWaiters, type OpenBatch } from "./commit-queue.ts";
import { Intake } from "./intake.ts";
import type { JournalLink } from "./journal-link.ts";
import type { KeyIdentity, KnownKeys } from "./known-keys.ts";
import type { LiveState, QuoteInput } from "./live-state.ts";
import { openShard, type RecoveredShard, type ShardOptions } from "./open-shard.ts";
import type { CommandKey, Committed, Outcome, SequencerRefusal } from "./outcome.ts";
import { QuoteDoor } from "./quote-door.ts";
import { readWhenDurable } from "./read-waiter.ts";
import type { IncomingQuote, SequencerStatus, UnstampedCommand } from "./sequencer.ts";
import { SnapshotKeeper } from "./snapshot-keeper.ts";
import { stampCommand } from "./stamp-command.ts";
import type { SteadyTime } from "./steady-time.ts";

/**
 * A crash loses at most this much of the tape, and nothing that anyone was filled at. Every storing
 * is a row per market with two links: at one second they would be ten times the quotes themselves.
 */
const TAPE_STORED_EVERY_MS = 5_000;

export class ShardSequencer {
  readonly #log: Log;
  readonly #shard: number;
  readonly #live: LiveState;
  readonly #time: SteadyTime;
  readonly #keys: KnownKeys;
  readonly #tape: ShardTape;
  readonly #link: JournalLink;
  readonly #queue: CommitQueue;
  readonly #intake: Intake;
  readonly #door: QuoteDoor;
  readonly #snapshots: SnapshotKeeper;
  readonly #listeners = new Set<(committed: Committed) => void>();
  readonly #rowListeners = new Set<(rows: Uint8Array<ArrayBuffer>) => void>();
  readonly #stopTimer: () => void;
  readonly #onFenced: () => void;
  #status: SequencerStatus = "trading";
  #isFenced = false;
  #isRecovering = false;
  #isSnapshotSealed = false;
  #recovering: Promise<void> = Promise.resolve();

  static async start(options: ShardOptions): Promise<ShardSequencer> {
    return new ShardSequencer(options, await openShard(options));
  }

  private constructor(options: ShardOptions, { live, time, keys, tape, link }: RecoveredShard) {
    this.#log = options.log;
    this.#shard = options.shard;
    this.#onFenced = options.onFenced ?? (() => undefined);
    this.#live = live;
    this.#time = time;
    this.#keys = keys;
    this.#tape = tape;
    this.#link = link;
    this.#snapshots = new SnapshotKeeper(options);
    this.#queue = new CommitQueue({
      shard: options.shard,
      isGathering: options.isGathering ?? false,
      aheadRows: options.aheadRows,
      seal: (batch) => this.#seal(batch),
      commit: (batch) => link.commit(batch),
      onDurable: (batch, filled) => this.#settle(batch, filled),
      onFailure: (error) => this.#fail(error),
    });
    const parts = { live, tape, time, queue: this.#queue, log: options.log };
    this.#intake = new Intake({ ...parts, sessions: options.sessions }, link.place.seq + 1);
    this.#door = new QuoteDoor({
      ...parts,
      intake: this.#intake,
      status: () => this.#status,
      isRecovering: () => this.#isRecovering,
      isJournalBroken: () => link.isBroken,
      openedAtMs: link.place.atMs,
      onBroken: (error) => this.#halt(error),
    });
    link.watch((reason) => this.#fail(reason));
    if (live.hasTail) this.#takeSnapshot(live.encode());
    void keys.learn().catch((err) => this.#log.warn({ err }, "could not learn the stored keys"));
    this.#stopTimer = options.pace.every(TAPE_STORED_EVERY_MS, () => this.#storeTape());
    this.#queue.resume(link.end);
    options.watchLease?.(() => this.#fence(new Fenced("the lease is lost")));
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
      heldQuotes: this.#door.waiting,
      journalSeq: this.#link.place.seq,
    };
  }

  newestQuote(marketId: MarketId): Quote | null {
    return this.#tape.newest(marketId);
  }

  storedSeq(marketId: MarketId): number {
    return this.#tape.storedSeq(marketId);
  }

  now(): number {
    return this.#time.now();
  }

  subscribe(listener: (committed: Committed) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  followRows(listener: (rows: Uint8Array<ArrayBuffer>) => void): () => void {
    this.#rowListeners.add(listener);
    return () => this.#rowListeners.delete(listener);
  }

  followTape(listener: (quote: IncomingQuote) => void): void {
    this.#intake.followTape(listener);
  }

  followInputs(listener: (input: QuoteInput) => void): void {
    this.#intake.followInputs(listener);
  }

  submit(command: UnstampedCommand, key?: CommandKey): Promise<Outcome> {
    if (key === undefined) return this.#admit(command, null);
    const identity = this.#keys.identify(key);
    const known = this.#keys.recall(identity);
    if (known !== null) return known;
    const refusal = this.#refusalOf(command);
    if (refusal) return Promise.resolve({ isAccepted: false, refusal });
    if (!this.#keys.mayBeStored(identity)) return this.#admit(command, identity);
    const outcome = this.#keys
      .lookUp(identity)
      .then((stored) => stored ?? this.#admit(command, identity));
    const attempt = this.#keys.follow(identity, outcome);
    void outcome.then(() => this.#keys.letGo(identity, attempt));
    return outcome;
  }

  /** What the sequencer itself has against taking this now. */
  #refusalOf({ type }: UnstampedCommand): SequencerRefusal | null {
    if (this.#status === "stopped") return { reason: "UNAVAILABLE", why: "stopping" };
    if (this.#status !== "trading") return { reason: "UNAVAILABLE", why: this.#status };
    const { rows } = this.#queue;
    if (this.#door.waiting > 0 || isTooMuch(type, rows)) {
      return { reason: "OVERLOADED", queuedRows: rows };
    }
    return null;
  }

  #admit(command: UnstampedCommand, key: KeyIdentity | null): Promise<Outcome> {
    const refusal = this.#refusalOf(command);
    if (refusal) return Promise.resolve({ isAccepted: false, refusal });
    try {
      const { outcome, rows } = this.#intake.decide(stampCommand(command, this.#time.now()), key);
      const waiter = new CommandWaiter(outcome, this.#keys, key);
      this.#queue.open.waiters.push(waiter);
      this.#queue.touch(rows);
      return waiter.answer;
    } catch (error) {
      this.#halt(error);
      const refusal = { reason: "UNAVAILABLE", why: "halted" } as const;
      return Promise.resolve({ isAccepted: false, refusal });
    }
  }

  takeQuote(quote: IncomingQuote): boolean {
    return this.#door.take(quote);
  }

  giveQuote(input: QuoteInput): boolean {
    return this.#door.give(input);
  }

  markStale(marketId: MarketId): void {
    this.#door.markStale(marketId);
  }

  /** See Sequencer.read. */
  read<T>(given: () => T): Promise<T> {
    const look = () => {
      // Others write it by now: what is here may be old, and was in part never stored.
      if (this.#isFenced) throw new Fenced("the shard has another owner");
      return given();
    };
    return readWhenDurable(this.#queue, look);
  }

  /** See Sequencer.storeTape. */
  storeTape(marketIds: Iterable<MarketId>): Promise<boolean> {
    if (this.#status !== "trading") return Promise.resolve(false);
    this.#intake.storeTapeOf(marketIds);
    return this.#nextCommit();
  }

  /** Whether what is decided by now was stored. */
  #nextCommit(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#queue.open.waiters.push({ settle: () => resolve(true), fail: () => resolve(false) });
      this.#queue.touch(0);
    });
  }

  #storeTape(): void {
    if (this.#isRecovering || this.#link.isBroken || !this.#tape.hasUnstored()) return;
    this.#intake.storeTape();
    void this.#nextCommit();
  }

  #seal(batch: OpenBatch): void {
    batch.pieces.push(...this.#intake.takeTape(batch));
    try {
      batch.rows.finish(batch);
    } catch (error) {
      this.#halt(error);
    }
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
      if (filled.packed.length > 0) {
        for (const listener of this.#rowListeners) listener(batch.rows.copyJournal());
      }
    }
    for (const input of batch.inputs) this.#live.settleInput(input);
    if (batch.snapshot) this.#takeSnapshot(batch.snapshot);
    for (const { seq, command, events } of batch.entries) {
      this.#publish({ shard: this.#shard, seq, atMs: command.atMs, events });
    }
    if (this.#status === "trading") this.#door.drain();
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
    if (isFence(error)) this.#fence(error);
    // A recovery that is under way tries again by itself.
    if (this.#isRecovering || this.#isFenced) return;
    this.#log.error({ err: error }, "the journal is lost; what was not committed is given up");
    this.#link.drop();
    const abandoned = this.#queue.abandon();
    const isStopped = this.#status === "stopped";
    if (!isStopped) {
      if (error instanceof CommitFailed && error.isOurFault) {
        this.#log.fatal({ err: error }, "the journal refuses what was decided: trading is halted");
        this.#status = "halted";
      }
      if (this.#status !== "halted") this.#status = "recovering";
      this.#isSnapshotSealed = false;
    }
    // Also when stopped: whoever still waits to read sees what is durable.
    this.#rebuild();
    failWaiters(abandoned, error instanceof CommitFailed ? error : {});
    const needsRoom = error instanceof CommitFailed && error.isShortOfRoom;
    if (isStopped) return;
    this.#isRecovering = true;
    this.#recovering = this.#recover(abandoned, needsRoom);
  }

  /** The shard has another owner: nothing is taken, stored or shown here any more, for good. */
  #fence(error: unknown): void {
    if (this.#isFenced) return;
    this.#isFenced = true;
    this.#status = "stopped";
    this.#log.error({ err: error }, "the shard has another owner: this one stops for good");
    this.#stopTimer();
    this.#link.close();
    failWaiters(this.#queue.abandon(), error instanceof CommitFailed ? error : {});
    this.#door.giveUp();
    this.#onFenced();
  }

  async #recover({ underWay, later }: Abandoned, needsRoom: boolean): Promise<void> {
    try {
      const heads = await this.#link.recover(this.#live, {
        needsRoom,
        lost: underWay,
        onFound: (found) => {
          for (const committed of found) this.#publish(committed);
        },
      });
      this.#isRecovering = false;
      if (heads === null || this.#status === "stopped") return;
      const { seq } = this.#link.place;
      this.#intake.rewind(heads, seq + 1);
      const isFound = ({ entries }: OpenBatch) => (entries.at(-1)?.seq ?? Infinity) <= seq;
      // What the database has acted on is not decided again.
      for (const input of inputsOf(underWay.filter(isFound))) this.#intake.mark(input);
      const lost = underWay.filter((batch) => !isFound(batch));
      this.#door.putBack(inputsOf([...lost, ...later]));
    } catch (error) {
      this.#isRecovering = false;
      if (isFence(error)) return this.#fence(error);
      this.#link.giveUp();
      this.#halt(error);
      // They stand on the tape: whoever reads sees them, though nothing is decided on them.
      for (const input of inputsOf([...underWay, ...later])) this.#intake.mark(input);
      return;
    }
    this.#queue.resume(this.#link.end);
    if (this.#status === "halted") {
      this.#door.giveUp();
    } else {
      this.#status = "trading";
      this.#log.info({ seq: this.#link.place.seq }, "trading again");
      this.#door.drain();
    }
  }

  /** An invariant is broken: nothing is taken until somebody has looked and restarted (3c). */
  #halt(error: unknown): void {
    if (this.#isFenced) return;
    this.#status = "halted";
    this.#rebuild();
    this.#door.giveUp();
    const { seq } = this.#link.place;
    const stateHash = hashState(this.#live.encode()).toString("hex");
    this.#log.fatal({ err: error, seq, stateHash }, "an invariant is broken: trading is halted");
  }

  #rebuild(): void {
    try {
      this.#live.rebuild();
    } catch (err) {
      if (this.#status !== "stopped") this.#status = "halted";
      this.#log.fatal({ err }, "the committed state cannot be rebuilt: trading is halted");
    }
  }

  async stop(): Promise<void> {
    if (this.#status === "stopped") return;
    const wasTrading = this.#status === "trading";
    this.#status = "stopped";
    this.#stopTimer();
    if (wasTrading) await this.#finish();
    this.#link.close();
    await this.#recovering;
    await this.#snapshots.finish();
  }

  /** Everything decided is committed, the tape stored, and the next start need not fold. */
  async #finish(): Promise<void> {
    this.#intake.storeTape();
    const isStored = await this.#nextCommit();
    await this.#snapshots.finish();
    // What was given up is still in the state: a snapshot would keep what never happened.
    if (isStored && this.#live.hasTail && !this.#queue.hasUncommitted) {
      this.#takeSnapshot(this.#live.encode());
    }
  }
}

function inputsOf(batches: readonly OpenBatch[]): readonly QuoteInput[] {
  return batches.flatMap(({ inputs }) => inputs);
}
