// How shards sit (migration 0044): evenly, as few of them moved as can be, and each somewhere.

import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { settleShards } from "./shard-count.ts";

let test: TestDatabase;
let owner: pg.Client;
beforeEach(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

const setSeats = (seats: number) => owner.query("select set_seats($1)", [seats]);

/** By shard. */
async function seats(): Promise<number[]> {
  const { rows } = await sql<{ seat: number }>`
    select seat from shard_seat order by shard`.execute(test.database);
  return rows.map(({ seat }) => seat);
}

describe("shards", () => {
  it("have a seat each, until somebody says otherwise", async () => {
    await settleShards(test.database, 4);
    expect(await seats()).toEqual([0, 1, 2, 3]);
    await setSeats(2);
    await settleShards(test.database, 4);
    expect(await seats()).toEqual([0, 1, 1, 0]);
  });

  it("that are new sit where there is room", async () => {
    await settleShards(test.database, 4);
    await setSeats(2);
    await settleShards(test.database, 6);
    expect(await seats()).toEqual([0, 1, 1, 0, 1, 0]);
  });

  it("are spread evenly, move as little as can be, and shard 0 never does", async () => {
    const shards = 12;
    await settleShards(test.database, shards);
    for (const count of [2, 4, 3, 5, 1, 12, 7]) {
      const before = await seats();
      await setSeats(count);
      const after = await seats();
      const sizes = Array.from({ length: count }, (_, seat) => sizeOf(after, seat));
      expect(after[0]).toBe(0);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(shards);
      const moved = after.filter((seat, shard) => seat !== before[shard]).length;
      expect(moved).toBe(leastMoves(before, sizes));
    }
  });

  it("cannot have more seats than there are of them, or none", async () => {
    await settleShards(test.database, 2);
    await expect(setSeats(3)).rejects.toThrow(/^3 seats are none: there are 2 shards/);
    await expect(setSeats(0)).rejects.toThrow(/^0 seats are none/);
    expect(await seats()).toEqual([0, 1]);
  });

  it("are not moved by the application", async () => {
    await settleShards(test.database, 2);
    const moving = sql`update shard_seat set seat = 0`.execute(test.database);
    await expect(moving).rejects.toThrow(/permission denied/);
    await expect(sql`select set_seats(1)`.execute(test.database)).rejects.toThrow(
      /permission denied/,
    );
  });
});

function sizeOf(seating: readonly number[], seat: number): number {
  return seating.filter((one) => one === seat).length;
}

/** What sat where fewer may sit now; the larger seats are those that were larger before. */
function leastMoves(before: readonly number[], sizes: readonly number[]): number {
  const kept = sizes.map((_, seat) => sizeOf(before, seat)).sort((left, right) => right - left);
  const room = sizes.toSorted((left, right) => right - left);
  const staying = kept.map((size, at) => Math.min(size, room[at] ?? 0));
  return before.length - staying.reduce((sum, size) => sum + size, 0);
}
