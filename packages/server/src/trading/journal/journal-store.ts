// What the sequencer asks of the place where the journal is kept. Two of them exist: PostgreSQL
// (postgres-store.ts), and the faulty twin in memory that seeded runs use (packages/simulator).
// Invariants: one session at a time writes; a commit that was answered is kept, whole, for ever.

import type { State } from "@truetick/engine";
import type { TapeHead } from "../tape/tape.ts";
import type { Batch, PackedEntry } from "./batch.ts";
import type { FilledRows } from "./commit-rows.ts";

/** Where a reader stands in the journal: the last row it has seen. */
export type JournalPlace = {
  readonly seq: number;
  readonly atMs: number;
  readonly hash: Uint8Array;
};

export type Snapshot = { readonly place: JournalPlace; readonly bytes: Uint8Array };

/** How an attempt with a key ended, as it was stored. */
export type StoredAnswer = {
  /** As in a key's entry. */
  readonly payloadHash: string;
  readonly atMs: number;
  readonly seq: number | null;
  /** As JSON has it; null when it was accepted. */
  readonly refusal: unknown;
  /** Packed; null when nothing was written. */
  readonly events: Uint8Array | null;
};

/** The one that writes, from its connection to its end. */
export type JournalSession = {
  /** Of the lease under which it writes; every row carries it. */
  readonly epoch: number;
  /** Resolves once the batch is durable; rejects with CommitFailed. */
  readonly commit: (batch: Batch) => Promise<FilledRows>;
  /**
   * Hands on every row after `from`, in order; answers where the journal ends. Rejects with
   * JournalBroken where a row does not follow, and where `from` itself is not what it was.
   */
  readonly readTail: (
    from: JournalPlace,
    take: (entry: PackedEntry) => void,
  ) => Promise<JournalPlace>;
  /** The newest piece of every market that ever was defined. */
  readonly readTapeHeads: () => Promise<readonly TapeHead[]>;
  /** The newest snapshot that can be trusted, decoded; null when there is none. */
  readonly readSnapshot: () => Promise<(Snapshot & { readonly state: State }) | null>;
  /**
   * What the ledger and the blotter say otherwise than this state at the journal's head; null when
   * nothing. Only of a store that keeps them beside the journal.
   */
  readonly findDisagreement?: (state: State) => Promise<string | null>;
  /** Rejects while the disk is full. */
  readonly tryRoom: () => Promise<void>;
  /** Lets go at once; what is under way is undone or done, as the store likes. */
  readonly close: () => void;
};

export type JournalStore = {
  /** Rejects when the store cannot be reached; with Fenced when the shard has another owner. */
  readonly connect: (onLost: (reason: Error) => void) => Promise<JournalSession>;
  readonly storeSnapshot: (snapshot: Snapshot) => Promise<void>;
  readonly findAnswer: (ownerId: number, keyHash: string) => Promise<StoredAnswer | null>;
  /** At least as many as there are. */
  readonly countKeys: () => Promise<number>;
  /** Hands on the hash of every key that was stored before the call. */
  readonly readKeys: (take: (keyHash: string) => void) => Promise<void>;
};

export type WhyCommitFailed = {
  /** Known: nothing of it is stored. */
  readonly isOutcomeKnown: boolean;
  /** No disk, no memory: it may go away by itself, and trying in vain is not free. */
  readonly isShortOfRoom: boolean;
  /** The rows themselves are refused: what we wrote is wrong, and will be again. */
  readonly isOurFault: boolean;
  /** Known: the shard has another owner by now. Nothing more may be written here, ever. */
  readonly isFenced: boolean;
};

/** The store did not take the batch, or went away before it said whether it did. */
export class CommitFailed extends Error implements WhyCommitFailed {
  override readonly name = "CommitFailed";
  readonly isOutcomeKnown: boolean;
  readonly isShortOfRoom: boolean;
  readonly isOurFault: boolean;
  readonly isFenced: boolean;

  constructor(cause: unknown, why: WhyCommitFailed) {
    super("a commit failed", { cause });
    this.isOutcomeKnown = why.isOutcomeKnown;
    this.isShortOfRoom = why.isShortOfRoom;
    this.isOurFault = why.isOurFault;
    this.isFenced = why.isFenced;
  }
}

/** The shard has another owner: whoever hears this is not the writer any more. */
export class Fenced extends Error {
  override readonly name = "Fenced";
}

export function isFence(error: unknown): boolean {
  return error instanceof Fenced || (error instanceof CommitFailed && error.isFenced);
}

/** A row was changed, dropped or added, or means nothing: what follows cannot be trusted. */
export class JournalBroken extends Error {
  override readonly name = "JournalBroken";
}
