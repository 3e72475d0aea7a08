// Follows the journals for an area above that acts on what was committed: notices, copies. What is
// committed while we look comes from the sequencer's own events; what we have not seen (before a
// start, after a fault) is read from the journal. Invariants: the place in a shard's journal moves
// in the transaction that writes what follows from a row, so that each row counts once, also
// across a crash; rows of one shard are acted on in their order, those of different shards have
// none among each other; the listener only looks and remembers: the engine never waits for us.

import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import { FIRST_SHARD, readShards } from "./journal/read-shards.ts";
import { type JournalWork, ShardFollowing } from "./journal-stretch.ts";
import type { Committed, Sequencer } from "./sequencer/sequencer.ts";

export type { Gathered } from "./journal-stretch.ts";

export type JournalFollower = {
  /** Acts on everything that is committed now, of every shard. */
  readonly catchUp: () => Promise<void>;
  /** Rows of the journals that are committed and not yet acted on; for the metrics. */
  readonly lag: () => number;
  readonly stop: () => Promise<void>;
};

export type FollowerParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "subscribe">;
  readonly log: Log;
};

const LOOK_EVERY_MS = 200;
const RETRY_AFTER_MS = 1_000;

export function followJournal<Step, Written>(
  parts: FollowerParts,
  work: JournalWork<Step, Written>,
): JournalFollower {
  const following = new Following(parts, work);
  return {
    catchUp: () => following.catchUp(),
    lag: () => following.lag(),
    stop: () => following.stop(),
  };
}

class Following<Step, Written> {
  readonly #parts: FollowerParts;
  readonly #work: JournalWork<Step, Written>;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #shards = new Map<number, ShardFollowing<Step, Written>>();
  /** Whether the database has told which shards there are, and nothing has failed since. */
  #isSure = false;
  #quietUntilMs = 0;
  #underWay: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: FollowerParts, work: JournalWork<Step, Written>) {
    this.#parts = parts;
    this.#work = work;
    this.#unsubscribe = parts.sequencer.subscribe((committed) => this.#remember(committed));
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  #shardOf(shard: number): ShardFollowing<Step, Written> {
    const known = this.#shards.get(shard);
    if (known) return known;
    const added = new ShardFollowing(shard, this.#work);
    this.#shards.set(shard, added);
    return added;
  }

  #remember(committed: Committed): void {
    const isFirst = this.#shardOf(committed.shard).remember(committed);
    const isIdle = this.#underWay === null && isFirst;
    if (this.#work.isPrompt && isIdle) setImmediate(() => this.#look());
  }

  #isQuiet(): boolean {
    return this.#isSure && [...this.#shards.values()].every((shard) => shard.isQuiet());
  }

  /** One shard after the other: what one step does is done before the next. */
  async #run(): Promise<void> {
    const known = await readShards(this.#parts.database);
    for (const shard of [FIRST_SHARD, ...known]) this.#shardOf(shard);
    const { database } = this.#parts;
    for (const following of this.#shards.values()) await following.run(database, "committed");
    this.#isSure = true;
  }

  /** Of those that were seen; which there are is known. */
  async #runSeen(): Promise<void> {
    for (const following of this.#shards.values()) {
      if (!following.isQuiet()) await following.run(this.#parts.database, "seen");
    }
  }

  catchUp(): Promise<void> {
    return this.#alone(() => this.#run());
  }

  /** One at a time; whoever asks meanwhile waits for it and for another. */
  async #alone(run: () => Promise<void>): Promise<void> {
    while (this.#underWay !== null) await this.#underWay.catch(() => undefined);
    this.#underWay = run()
      .catch((error) => {
        this.#isSure = false;
        for (const following of this.#shards.values()) following.doubt();
        throw error;
      })
      .finally(() => {
        this.#underWay = null;
      });
    await this.#underWay;
  }

  #look(): void {
    const isBusy = this.#isStopped || this.#underWay !== null;
    if (isBusy || this.#isQuiet() || performance.now() < this.#quietUntilMs) return;
    this.#alone(() => (this.#isSure ? this.#runSeen() : this.#run())).catch((err) => {
      const { name } = this.#work;
      this.#parts.log.warn({ err, name }, "the journal was not followed; it is tried again");
      this.#quietUntilMs = performance.now() + RETRY_AFTER_MS;
    });
  }

  lag(): number {
    let lag = 0;
    for (const following of this.#shards.values()) lag += following.lag();
    return lag;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.catchUp().catch((err) => {
      const { name } = this.#work;
      this.#parts.log.warn({ err, name }, "the rest of the journal waits for the next start");
    });
  }
}
