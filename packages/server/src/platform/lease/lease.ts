// Who may do what only one process may do at a time: write a shard, work on a seat of shards, speak
// as the feed, run the jobs. A lease is a row of the table `lease`; the keeper (lease-keeper.ts)
// claims and renews it.
// Invariants: time is the database's; every claim raises the epoch; who holds a lease is known by
// its epoch alone, so that whatever carries an older one comes from somebody who was overtaken.

export type Lease = { readonly name: string; readonly epoch: number };

export type LeaseKeeper = {
  /**
   * Null: somebody else has it. Otherwise renewed from here on until released, stopped or lost.
   * Rejects when the database cannot be reached.
   */
  readonly claim: (name: string) => Promise<Lease | null>;
  /** Claims until it succeeds. Rejects only when `signal` is aborted. */
  readonly waitFor: (name: string, signal: AbortSignal) => Promise<Lease>;
  /** Called once, when somebody else has claimed it. Answers how to stop listening. */
  readonly onLost: (lease: Lease, listener: () => void) => () => void;
  /**
   * True while nobody else can have it: it was renewed lately enough by our own steady clock. False
   * means unknown, as after a pause: ask again in a moment, or wait for `onLost`.
   */
  readonly isSure: (lease: Lease) => boolean;
  /** Gives it back, so that the next one need not wait until it expires. */
  readonly release: (lease: Lease) => Promise<void>;
  /** Releases everything. */
  readonly stop: () => Promise<void>;
};

export const FEED_LEASE = "feed";
export const JOBS_LEASE = "jobs";

export function shardLease(shard: number): string {
  return `shard/${shard}`;
}

/** To work on the shards that sit there (migration 0044). */
export function seatLease(seat: number): string {
  return `seat/${seat}`;
}

/** Those that only one build of the engine may hold at a time. */
export function isEngineLease(name: string): boolean {
  return name.startsWith("shard/") || name.startsWith("seat/");
}

/** A lease that is not renewed for this long may be claimed by anybody, unless told otherwise. */
export const LEASE_LASTS_MS = 3_000;
