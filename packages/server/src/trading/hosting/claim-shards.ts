// Which shards an engine hosts: those of its seats. It looks again and again which seats are free,
// claims one, and hosts the shards that sit there. One that has no seat is a standby and claims the
// first that becomes free; one that has some leaves others the time to claim the next. A shard that
// sits on another engine's seat is handed over; on nobody's, it is hosted on. Used by
// trading-engine.ts. Invariants: what is hosted here is held by a lease of ours, and is let go of
// before it is claimed again; a shard is let go of for a seat only when somebody waits for it, and
// not while it is halted.

import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database.ts";
import { type Lease, type LeaseKeeper, seatLease, shardLease } from "../../platform/lease/lease.ts";
import type { Log } from "../../platform/log.ts";
import type { HeldShard } from "../sequencer/hold-shard.ts";
import type { SequencerFigures, SequencerStatus } from "../sequencer/sequencer.ts";
import { LookPause } from "./look-pause.ts";
import { readSeating, type SeatedShard } from "./seating.ts";

export type HostedShard = {
  readonly status: () => SequencerStatus;
  readonly figures: () => SequencerFigures;
  readonly stop: () => Promise<void>;
};

/** `onOver`: it cannot go on here; unless halted, it is stopped then, and may be claimed again. */
export type HostShard = (
  held: HeldShard,
  shard: number,
  onOver: () => void,
) => Promise<HostedShard>;

type Needs = {
  readonly database: Database;
  readonly leases: LeaseKeeper;
  readonly host: HostShard;
  readonly log: Log;
};

export type ShardClaims = {
  readonly hosted: () => ReadonlyMap<number, HostedShard>;
  readonly stop: () => Promise<void>;
};

/** A second seat is taken only when nobody without one takes it in this time. */
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
  readonly #seats = new Map<number, Lease>();
  /** Since when a seat is seen to be free, by the steady clock. */
  readonly #freeSince = new Map<number, number>();
  readonly #leftAloneUntil = new Map<number, number>();
  readonly #pause = new LookPause();
  isStopped = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async run(): Promise<void> {
    while (!this.isStopped) {
      let missing: readonly number[] = [];
      try {
        // One that is halted stays over until it is stopped: when the lease is lost, or with us.
        for (const shard of [...this.#over]) if (!this.#isHalted(shard)) await this.#letGo(shard);
        const seating = await readSeating(this.#needs.database);
        await this.#takeSeats(seating);
        await this.#handOver(seating);
        missing = await this.#claimSeated(seating);
      } catch (err) {
        this.#needs.log.warn({ err }, "shards could not be looked at; trying on");
      }
      await sleep(this.#pause.after(missing, performance.now()));
    }
  }

  /** First the seats, so that whoever stands by has claimed them when the shards are free. */
  async letGoAll(): Promise<void> {
    await Promise.all([...this.#seats.keys()].map((seat) => this.#leave(seat)));
    await Promise.all([...this.#held.keys()].map((shard) => this.#letGo(shard)));
  }

  async #takeSeats(seating: readonly SeatedShard[]): Promise<void> {
    const nowMs = performance.now();
    const known = new Set(seating.map(({ seat }) => seat));
    const free = new Set(known);
    for (const { shard, seat, isSeatTaken } of seating) {
      if (isSeatTaken || this.#isLeftAlone(shard, nowMs)) free.delete(seat);
    }
    for (const seat of this.#seats.keys()) if (!known.has(seat)) await this.#leave(seat);
    for (const seat of this.#freeSince.keys()) if (!free.has(seat)) this.#freeSince.delete(seat);
    for (const seat of free) {
      const since = this.#freeSince.get(seat) ?? nowMs;
      this.#freeSince.set(seat, since);
      const mayClaim = this.#seats.size === 0 || nowMs - since >= LEFT_TO_OTHERS_MS;
      // What was free then may not be any more: look again before the next.
      if (mayClaim && (await this.#takeSeat(seat))) return;
    }
  }

  async #takeSeat(seat: number): Promise<boolean> {
    const { leases } = this.#needs;
    const lease = await leases.claim(seatLease(seat));
    if (lease === null) return false;
    this.#seats.set(seat, lease);
    leases.onLost(lease, () => {
      if (this.#seats.get(seat) === lease) this.#seats.delete(seat);
    });
    return true;
  }

  async #leave(seat: number): Promise<void> {
    const lease = this.#seats.get(seat);
    this.#seats.delete(seat);
    if (lease) await this.#needs.leases.release(lease);
  }

  /**
   * One after the other: each is away for as short a time as it takes. One that is halted stays:
   * whoever took it over would trade, and nobody has looked yet.
   */
  async #handOver(seating: readonly SeatedShard[]): Promise<void> {
    for (const { shard, seat, isSeatTaken } of seating) {
      const isWanted = isSeatTaken && !this.#seats.has(seat) && this.#held.has(shard);
      if (isWanted && !this.#isHalted(shard)) await this.#letGo(shard);
    }
  }

  #isHalted(shard: number): boolean {
    return this.hosted.get(shard)?.status() === "halted";
  }

  /** Answers which shards of our seats were not here yet. */
  async #claimSeated(seating: readonly SeatedShard[]): Promise<readonly number[]> {
    const missing = seating.filter(
      ({ shard, seat }) => this.#seats.has(seat) && !this.#held.has(shard),
    );
    const nowMs = performance.now();
    const claimable = missing.filter(
      ({ shard, isTaken }) => !isTaken && !this.#isLeftAlone(shard, nowMs),
    );
    await Promise.all(claimable.map((one) => this.#claim(one)));
    return missing.map(({ shard }) => shard);
  }

  #isLeftAlone(shard: number, nowMs: number): boolean {
    return nowMs < (this.#leftAloneUntil.get(shard) ?? 0);
  }

  async #claim({ shard, seat }: SeatedShard): Promise<void> {
    const { leases: keeper, host, log } = this.#needs;
    const lease = await keeper.claim(shardLease(shard));
    if (lease === null) return;
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
      await this.#leave(seat);
    }
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
