// How long an engine waits before it looks again which shards are free: briefly while a shard of
// its seats is on its way to it, so that nobody waits for its next owner, and as always where one
// does not come: an engine in which it is halted keeps it until somebody has looked (0054). Held by
// claim-shards.ts. Time is an argument.

const LOOK_EVERY_MS = 200;
const LOOK_SOON_MS = 25;
/** Longer than a hand-over and than a lease of one that died. */
const SOON_FOR_MS = 10_000;

export class LookPause {
  /** Since when a shard of ours is somebody else's, or nobody's. */
  readonly #missingSince = new Map<number, number>();

  /** In milliseconds; by the steady clock. */
  after(missing: readonly number[], nowMs: number): number {
    for (const shard of this.#missingSince.keys()) {
      if (!missing.includes(shard)) this.#missingSince.delete(shard);
    }
    let pauseMs = LOOK_EVERY_MS;
    for (const shard of missing) {
      const since = this.#missingSince.get(shard) ?? nowMs;
      this.#missingSince.set(shard, since);
      if (nowMs - since < SOON_FOR_MS) pauseMs = LOOK_SOON_MS;
    }
    return pauseMs;
  }
}
