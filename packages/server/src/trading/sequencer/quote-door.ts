// Where quotes come in: on the tape, and through the engine at once or, while that cannot be, a
// little later. Used by the sequencer. Invariants: every quote of the tape is decided once and in
// order, but for those of a halt, of an outage beyond all bounds, and those that are too old to be
// dealt at when they are given, which are only marked to.

import type { MarketId, TakeQuote } from "@truetick/engine";
import type { Log } from "../../platform/log.ts";
import type { ShardTape } from "../tape/tape.ts";
import { mustHoldQuotes } from "./admission.ts";
import type { CommitQueue } from "./commit-queue.ts";
import { HeldQuotes } from "./held-quotes.ts";
import type { Intake } from "./intake.ts";
import type { LiveState, QuoteInput } from "./live-state.ts";
import type { IncomingQuote, SequencerStatus } from "./sequencer.ts";
import type { SteadyTime } from "./steady-time.ts";

export type QuoteDoorOptions = {
  readonly tape: ShardTape;
  readonly live: LiveState;
  readonly intake: Intake;
  readonly queue: CommitQueue;
  readonly time: SteadyTime;
  readonly log: Log;
  readonly status: () => SequencerStatus;
  readonly isRecovering: () => boolean;
  /** Nothing can be stored: a quote that was told would be gone after the next start. */
  readonly isJournalBroken: () => boolean;
  /** What stands on the tape up to this moment was decided before the start, or never will be. */
  readonly openedAtMs: number;
  /** The engine broke on a quote. */
  readonly onBroken: (error: unknown) => void;
};

type Stamp = { readonly atMs: number; readonly quotedAtMs?: number };
/** Empty: it is decided at the time at which it stands on the tape. */
type GivenStamp = Partial<Stamp> & { readonly toldAtMs?: number };

/** Less is the usual wait for one's turn. */
const LATE_AFTER_MS = 1_000;

export class QuoteDoor {
  readonly #with: QuoteDoorOptions;
  readonly #held = new HeldQuotes();
  /** Markets with a quote whose consequences may not be stored yet. */
  readonly #unsettled = new Set<MarketId>();

  constructor(options: QuoteDoorOptions) {
    this.#with = options;
  }

  /** Quotes that are on the tape and not yet decided. */
  get waiting(): number {
    return this.#held.count;
  }

  take({ marketId, seq, bid, ask, atMs }: IncomingQuote): boolean {
    const { tape, status, isJournalBroken } = this.#with;
    if (status() === "stopped" || isJournalBroken()) return false;
    const quote = { seq, bid, ask, ...this.#stampOf(marketId, atMs) };
    if (!tape.accepts(marketId, quote)) return false;
    return this.#take({ type: "TakeQuote", marketId, ...quote });
  }

  /**
   * A quote that stands on the tape already, under a number that others know: only what it causes
   * here is decided. False: it does not follow the one before.
   */
  give(input: QuoteInput): boolean {
    const { tape, live, time, status, openedAtMs, isJournalBroken } = this.#with;
    if (status() === "stopped") return false;
    if (isJournalBroken()) {
      live.mark(input);
      return true;
    }
    const { marketId } = input;
    if (input.type === "TakeQuote" && !tape.accepts(marketId, input)) return false;
    const reachedMs = time.reach(input.atMs);
    if (input.atMs <= openedAtMs || !live.knowsMarket(marketId)) return this.#mark(input);
    if (input.type === "MarkStale") return this.#take({ ...input, atMs: reachedMs });
    const isTooOld = time.ageOf(input.quotedAtMs ?? input.atMs) > this.#ageMaxMs(marketId);
    if (isTooOld && this.#mayPass(marketId)) return this.#pass(input);
    return this.#take({ ...input, ...stampOfGiven(input, isTooOld ? time.now() : reachedMs) });
  }

  #ageMaxMs(marketId: MarketId): number {
    return this.#with.live.state.marketOf(marketId)?.terms.priceAgeMaxMs ?? Infinity;
  }

  /**
   * What is too old to be dealt at is only marked to, at no moment: decided at now it would close
   * markets and lapse orders ahead of younger quotes that follow it. Not while an earlier one of
   * its market may have to be decided anew: behind what was marked to it would count for nothing.
   */
  #mayPass(marketId: MarketId): boolean {
    const { queue, status } = this.#with;
    if (!queue.hasUntold) this.#unsettled.clear();
    return status() === "trading" && this.#held.count === 0 && !this.#unsettled.has(marketId);
  }

  #pass(input: QuoteInput): boolean {
    try {
      return this.#mark(input);
    } catch (error) {
      this.#with.onBroken(error);
      return false;
    }
  }

  #mark(input: QuoteInput): boolean {
    this.#with.intake.announce(input);
    this.#with.intake.mark(input);
    return true;
  }

  /**
   * A quote that is old when it comes says so: the engine marks to it and does nothing else. One
   * that is late says so too: it grows stale by when it was made, not by when it came.
   */
  #stampOf(marketId: MarketId, atMs: number): Stamp {
    const { time } = this.#with;
    const ageMs = time.ageOf(atMs);
    if (ageMs > this.#ageMaxMs(marketId)) {
      const nowMs = time.now();
      return { atMs: nowMs, quotedAtMs: nowMs - ageMs };
    }
    const madeAtMs = time.momentOf(atMs);
    const stampMs = time.stamp(atMs);
    return stampMs - madeAtMs > LATE_AFTER_MS
      ? { atMs: stampMs, quotedAtMs: madeAtMs }
      : { atMs: stampMs };
  }

  markStale(marketId: MarketId): void {
    const { time, status } = this.#with;
    if (status() !== "stopped") this.#take({ type: "MarkStale", marketId, atMs: time.now() });
  }

  #take(input: QuoteInput): boolean {
    const { live, intake, queue, status, isRecovering } = this.#with;
    const mustWait = this.#held.count > 0 || mustHoldQuotes(queue.rows);
    if (status() === "trading" && !mustWait) {
      try {
        const isTaken = intake.decideInput(input);
        this.#noteUnsettled(input);
        return isTaken;
      } catch (error) {
        this.#with.onBroken(error);
        return false;
      }
    }
    if (!live.knowsMarket(input.marketId)) return false;
    intake.announce(input);
    if (status() === "halted" && !isRecovering()) intake.mark(input);
    else this.#hold(input);
    return true;
  }

  #noteUnsettled({ marketId }: QuoteInput): void {
    if (this.#with.queue.hasUntold) this.#unsettled.add(marketId);
  }

  #hold(input: QuoteInput): void {
    const dropped = this.#held.add(input);
    if (dropped.length === 0) return;
    this.#with.log.error({ count: dropped.length }, "held quotes are dropped: the next decide");
    for (const old of dropped) this.#with.intake.mark(old);
  }

  /** What was decided on these is lost: they are decided anew, before those that wait. */
  putBack(inputs: readonly QuoteInput[]): void {
    this.#held.putBack(inputs);
  }

  /** Decides what waits, for as long as the queue has room. */
  drain(): void {
    const { intake, queue } = this.#with;
    if (this.#held.count === 0) return;
    try {
      this.#held.drain((input) => {
        if (mustHoldQuotes(queue.rows)) return false;
        intake.decideHeld(input);
        this.#noteUnsettled(input);
        return true;
      });
    } catch (error) {
      this.#with.onBroken(error);
    }
  }

  /**
   * Nothing will be decided any more: readers get the newest prices all the same, but for those of
   * which nobody was told and that can never be stored.
   */
  giveUp(): void {
    const inputs = this.#held.takeAll();
    if (this.#with.isJournalBroken()) return;
    for (const input of inputs) this.#with.intake.mark(input);
  }
}

/** It stands on the tape at its own time; nothing here is decided before what was. */
function stampOfGiven({ atMs, quotedAtMs = atMs }: TakeQuote, stampMs: number): GivenStamp {
  if (stampMs === atMs) return {};
  return { atMs: stampMs, quotedAtMs, toldAtMs: atMs };
}
