// Owning a shard: the lease under which its writer commits, and the keeper that renews it. Whoever
// plays the engine's role among others brings both; a process that is alone claims its shard here.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "../../platform/database.ts";
import { type Lease, type LeaseKeeper, shardLease } from "../../platform/lease/lease.ts";
import { createLeaseKeeper } from "../../platform/lease/lease-keeper.ts";
import type { Log } from "../../platform/log.ts";

export type HeldShard = { readonly lease: Lease; readonly keeper: LeaseKeeper };

type HoldOptions = {
  readonly address: DatabaseAddress;
  readonly shard: number;
  readonly log: Log;
};

const CLAIM_WAIT_MAX_MS = 10_000;
const CLAIM_AGAIN_AFTER_MS = 50;
const OWNER_BYTES = 4;

/**
 * A process that was killed is gone from the database in a moment, and its shard is free; one that
 * is only silent keeps it until its lease expires. Rejects when neither happens.
 */
export async function holdShard({ address, shard, log }: HoldOptions): Promise<HeldShard> {
  const owner = `${hostname()}/${process.pid}/${randomBytes(OWNER_BYTES).toString("hex")}`;
  const keeper = createLeaseKeeper({ address, owner, log });
  const startedAt = performance.now();
  try {
    for (;;) {
      const lease = await keeper.claim(shardLease(shard));
      if (lease) return { lease, keeper };
      if (performance.now() - startedAt > CLAIM_WAIT_MAX_MS) {
        throw new Error(`another process writes shard ${shard} of this database`);
      }
      await sleep(CLAIM_AGAIN_AFTER_MS);
    }
  } catch (error) {
    await keeper.stop();
    throw error;
  }
}
