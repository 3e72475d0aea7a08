// Which shards an engine hosts: it looks again and again which of them are free, claims one, and
// has it hosted. One that has none is a standby and claims the first that becomes free; one that
// has some leaves others the time to claim the next. Used by trading-engine.ts. Invariant: what is
// hosted here is held by a lease of ours, and is let go of before it is claimed again.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type LeaseKeeper, shardLease } from "../../platform/lease/lease.ts";
import type { Log } from "../../platform/log.ts";
import type { HeldShard } from "../sequencer/hold-shard.ts";
import type { SequencerFigures, SequencerStatus } from "../sequencer/sequencer.ts";

export type HostedShard = {
  readonly status: () => SequencerStatus;
  readonly figures: () => SequencerFigures;
  readonly stop: () => Promise<void>;
};

/** `onOver`: it cannot go on here; it is stopped then, and may be claimed again. */
export type HostShard = (
  held: HeldShard,
  shard: number,
  onOver: () => void,
) => Promise<HostedShard>;

type Needs = {
  readonly database: Database;
  readonly leases: LeaseKeeper;
  /** How many there are. */
  readonly shards: number;
  readonly host: HostShard;
  readonly log: Log;
};

export type ShardClaims = {
  readonly hosted: () => ReadonlyMap<number, HostedShard>;
  readonly stop: () => Promise<void>;
};

const LOOK_EVERY_MS = 200;
/** A second shard is taken only when nobody without one takes it in this time. */
const LEFT_TO_OTHERS_MS = 1_500;
/** What could not be hosted here is left to others for a while, then tried again. */
const LEFT_ALONE_MS = 2_000;

export function claimShards(needs: Needs): ShardClaims {
  const claimer = new Claimer(needs);
  const running = claimer.run();
  return {
    hosted: () => claimer.hosted,
    stop: async () => {
      claimer.isStopped = true;
      await running;
      await claimer.letGoAll();
    },
  };
}

class Claimer {
  readonly hosted = new Map<number, HostedShard>();
  readonly #needs: Needs;
  readonly #held = new Map<number, HeldShard>();
  readonly #over = new Set<number>();
  /** Since when a shard is seen to be free, by the steady clock. */
  readonly #freeSince = new Map<number, number>();
  readonly #leftAloneUntil = new Map<number, number>();
  isStopped = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        for (const shard of [...this.#over]) await this.#letGo(shard);
        await this.#claimNext();
      } catch (err) {
        this.#needs.log.warn({ err }, "shards could not be looked at; trying on");
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  async letGoAll(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((shard) => this.#letGo(shard)));
  }

  async #claimNext(): Promise<void> {
    const free = await readFree(this.#needs);
    const nowMs = performance.now();
    for (const shard of this.#freeSince.keys()) {
      if (!free.includes(shard)) this.#freeSince.delete(shard);
    }
    for (const shard of free) {
      const since = this.#freeSince.get(shard) ?? nowMs;
      this.#freeSince.set(shard, since);
      if (!this.#mayClaim(shard, nowMs - since)) continue;
      // What was free then may not be any more: look again first.
      if (await this.#claim(shard)) return;
    }
  }

  #mayClaim(shard: number, freeMs: number): boolean {
    if (this.#held.has(shard)) return false;
    if (performance.now() < (this.#leftAloneUntil.get(shard) ?? 0)) return false;
    return this.#held.size === 0 || freeMs >= LEFT_TO_OTHERS_MS;
  }

  async #claim(shard: number): Promise<boolean> {
    const { leases: keeper, host, log } = this.#needs;
    const lease = await keeper.claim(shardLease(shard));
    if (lease === null) return false;
    const held = { lease, keeper };
    this.#held.set(shard, held);
    const onOver = () => {
      if (this.#held.get(shard) === held) this.#over.add(shard);
    };
    keeper.onLost(lease, onOver);
    try {
      this.hosted.set(shard, await host(held, shard, onOver));
      log.info({ shard, epoch: lease.epoch }, "this engine owns a shard");
    } catch (err) {
      log.error({ err, shard }, "a shard could not be hosted");
      this.#leftAloneUntil.set(shard, performance.now() + LEFT_ALONE_MS);
      onOver();
    }
    return true;
  }

  async #letGo(shard: number): Promise<void> {
    const { leases, log } = this.#needs;
    const held = this.#held.get(shard);
    const hosted = this.hosted.get(shard);
    this.hosted.delete(shard);
    this.#over.delete(shard);
    try {
      await hosted?.stop();
    } catch (err) {
      log.error({ err, shard }, "a shard did not stop as it should");
    }
    if (held) await leases.release(held.lease);
    this.#held.delete(shard);
    log.warn({ shard }, "this engine has let go of a shard");
  }
}

function namesOf(shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => shardLease(shard));
}

/** As claim_lease sees it, without claiming. Lower ones first: shard 0 makes the quotes. */
async function readFree({ database, shards }: Needs): Promise<readonly number[]> {
  const names = namesOf(shards);
  const { rows } = await sql<{ name: string }>`
    select name from lease where name = any(${names}::text[])
      and owner is not null and expires_at > clock_timestamp()
      and is_connected(backend_pid, backend_start)`.execute(database);
  const taken = new Set(rows.map(({ name }) => name));
  return names.flatMap((name, shard) => (taken.has(name) ? [] : [shard]));
}
