// What the sequencer answers. Called by whoever submits commands: order calls, the cashier, jobs.
// Invariant: an answer other than OVERLOADED and UNAVAILABLE is durable: it was committed before
// it was given, and the same key gets it again for ever (T01).

import type { Event, MarketId, Refusal } from "@truetick/engine";

/** Names one attempt of one owner, so that repeating it changes nothing. */
export type CommandKey = {
  readonly ownerId: number;
  /** As the client sent it; any text. */
  readonly key: string;
  /** Everything the client asked for, in one spelling: the same key with another is refused. */
  readonly payload: string;
  /**
   * Not to be decided before this quote is known where it is decided: what follows from a fill on
   * another shard must not be filled at an earlier row of the tape (inv39).
   */
  readonly after?: QuotePlace;
};

export type QuotePlace = { readonly marketId: MarketId; readonly seq: number };

/** Names commands that nobody gave a key, on their way between processes. No user has it. */
export const HOUSE_OWNER = 0;

/** "No" by the sequencer itself. Nothing happened, but for an outcome that is not known. */
export type SequencerRefusal =
  /** Too much is waiting for the disk. Nothing happened; ask again later. */
  | { readonly reason: "OVERLOADED"; readonly queuedRows: number }
  /**
   * "outcome-unknown": taken, but the database went away before it said whether it has it. Ask
   * again with the same key. Otherwise nothing happened.
   */
  | {
      readonly reason: "UNAVAILABLE";
      readonly why: "outcome-unknown" | "not-stored" | "recovering" | "halted" | "stopping";
    }
  /** This key came with another payload before. */
  | { readonly reason: "KEY_REUSED" };

export type AcceptedOutcome = {
  readonly isAccepted: true;
  /** Number of the journal row; null when there was nothing to write. */
  readonly seq: number | null;
  readonly atMs: number;
  /** What happened, with every number. Answers are made of these and of nothing else (T01). */
  readonly events: readonly Event[];
};

export type RefusedOutcome = {
  readonly isAccepted: false;
  readonly refusal: Refusal | SequencerRefusal;
};

export type Outcome = AcceptedOutcome | RefusedOutcome;

/** One journal row, as listeners get it after its commit, in order and once. */
export type Committed = {
  /** Whose journal: rows are numbered by shard. */
  readonly shard: number;
  readonly seq: number;
  readonly atMs: number;
  readonly events: readonly Event[];
};
