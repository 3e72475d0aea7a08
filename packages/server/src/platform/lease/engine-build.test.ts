// Two builds of the engine never own shards at the same time (F24, H21), and nobody works with
// fewer shards than there are.

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createLog } from "../log.ts";
import { StartRefusal } from "../start-refusal.ts";
import { FEED_LEASE, type LeaseKeeper } from "./lease.ts";
import { createLeaseKeeper } from "./lease-keeper.ts";
import { settleShards } from "./shard-count.ts";

let test: TestDatabase;
let keepers: LeaseKeeper[];
beforeEach(async () => {
  test = await createTestDatabase();
  keepers = [];
});
afterEach(async () => {
  await Promise.all(keepers.map((keeper) => keeper.stop()));
  await test.close();
});

function keeperOf(build?: string): LeaseKeeper {
  const keeper = createLeaseKeeper({
    address: { url: test.appUrl, role: null },
    owner: `engine of ${build}`,
    ...(build !== undefined && { build }),
    log: createLog("silent"),
  });
  keepers.push(keeper);
  return keeper;
}

describe("F24: a shard", () => {
  it("is claimed beside owners of the same build", async () => {
    expect(await keeperOf("1").claim("shard/0")).not.toBeNull();
    expect(await keeperOf("1").claim("shard/1")).not.toBeNull();
  });

  it("is not claimed while another build owns any, and is when all of those are gone", async () => {
    const [first, second] = [keeperOf("1"), keeperOf("1")];
    const zero = await first.claim("shard/0");
    const one = await second.claim("shard/1");
    const next = keeperOf("2");
    if (!zero || !one) throw new Error("Invariant: the old build owns both");
    await first.release(zero);
    expect(await next.claim("shard/0")).toBeNull();
    expect(await keeperOf().claim("shard/0")).toBeNull();
    await second.release(one);
    expect(await next.claim("shard/0")).toMatchObject({ epoch: zero.epoch + 1 });
    expect(await next.claim("shard/1")).not.toBeNull();
    expect(await second.claim("shard/1")).toBeNull();
  });

  it("of an owner that only sleeps is fenced before another build goes on", async () => {
    const asleep = keeperOf("1");
    const lease = await asleep.claim("shard/1");
    // As after a pause: nothing was renewed for longer than the lease lasts.
    await sql`update lease set expires_at = clock_timestamp() - interval '1 second'
      where name = 'shard/1'`.execute(test.database);
    expect(await keeperOf("2").claim("shard/0")).not.toBeNull();
    const { rows } = await sql<{ epoch: bigint; owner: string | null }>`
      select epoch, owner from lease where name = 'shard/1'`.execute(test.database);
    expect(rows).toEqual([{ epoch: BigInt((lease?.epoch ?? 0) + 1), owner: null }]);
  });

  it("is claimed by one of two builds that come at the same moment", async () => {
    const claims = ["1", "2"].map((build, shard) => keeperOf(build).claim(`shard/${shard}`));
    const claimed = (await Promise.all(claims)).filter((lease) => lease !== null);
    expect(claimed).toHaveLength(1);
  });

  it("has nothing to do with the feed and the jobs", async () => {
    await keeperOf("1").claim("shard/0");
    expect(await keeperOf("2").claim(FEED_LEASE)).not.toBeNull();
  });
});

describe("the number of shards", () => {
  it("may grow and does not shrink", async () => {
    await settleShards(test.database, 1);
    await settleShards(test.database, 3);
    await settleShards(test.database, 3);
    await expect(settleShards(test.database, 2)).rejects.toThrow(
      /^SHARDS=2 is too few: the accounts of this database are spread over 3 shards\.$/,
    );
    const alone = settleShards(test.database, 1);
    await expect(alone).rejects.toThrow(/Set ROLES and SHARDS=3\.$/);
    await expect(alone).rejects.toBeInstanceOf(StartRefusal);
  });
});
