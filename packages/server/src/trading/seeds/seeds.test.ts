// Seeds promised and shown on a real database and a clock the test moves (H14): early enough, late
// enough, and never changed.

import { createHash } from "node:crypto";
import { languageOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { commitSeed } from "@truetick/proof/seed";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { daySeed } from "../feed/simulator/day-seed.ts";
import { DAY_MS, FIRST_DAY } from "../feed/simulator/time-grid.ts";
import { publishSeeds } from "./publish-seeds.ts";
import { createSeedHandlers } from "./seeds.routes.ts";

const MASTER = createHash("sha256").update("a master seed for tests").digest();
/** Ahead of the database's own clock, so that promises can be early. */
const TODAY = Math.floor(Date.now() / DAY_MS) + 30;
const clock = createFakeClock(TODAY * DAY_MS + 12 * 3_600_000);

let storage: TestDatabase;
beforeAll(async () => {
  storage = await createTestDatabase();
});
afterAll(() => storage?.close());

const publish = (master: Uint8Array = MASTER) =>
  publishSeeds({ database: storage.database, master, clock });

async function list(page?: string) {
  const context = {
    language: languageOf("en"),
    requestId: "test",
    address: "127.0.0.1",
    device: "",
    cookies: "",
    caller: null,
    attempt: null,
  };
  const fields = page === undefined ? {} : { page };
  const answer = await createSeedHandlers(storage.database).listSeeds(fields, context);
  if (isRefused(answer)) throw new Error(answer.reason);
  return CALLS.listSeeds.output.parse(answer);
}

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

describe("the seeds of simulated days (H14)", () => {
  it("are promised a week ahead and shown when their day is over, all the way back", async () => {
    await publish();
    const { data, total } = await list();
    expect(total).toBe(TODAY + 7 - FIRST_DAY + 1);
    expect(data.map(({ Day }) => Day)).toEqual(
      Array.from({ length: 20 }, (_, i) => dateOf(TODAY + 7 - i)),
    );
    for (const [i, row] of data.entries()) {
      const day = TODAY + 7 - i;
      const seed = daySeed(MASTER, day);
      expect(row.Commitment).toBe(commitSeed(seed));
      expect(row.Seed).toBe(day >= TODAY ? null : Buffer.from(seed).toString("hex"));
      expect(row.RevealedAt === null).toBe(day >= TODAY);
      expect(row.CommittedBefore).toBe(1);
    }
    const oldest = await list(String(Math.ceil(total / 20)));
    expect(oldest.data.at(-1)).toMatchObject({ Day: dateOf(FIRST_DAY), CommittedBefore: 0 });
    expect(oldest.data.at(-1)?.Seed).not.toBeNull();
  });

  it("of a day are shown a few minutes after its end, and not before", async () => {
    const seedOfToday = async () =>
      (await list()).data.find(({ Day }) => Day === dateOf(TODAY))?.Seed ?? null;
    clock.advance((TODAY + 1) * DAY_MS - clock.now() + 299_999);
    await publish();
    expect(await seedOfToday()).toBeNull();
    clock.advance(1);
    await publish();
    expect(await seedOfToday()).toBe(Buffer.from(daySeed(MASTER, TODAY)).toString("hex"));
  });

  it("published again change nothing", async () => {
    const before = await list();
    await publish();
    expect(await list()).toEqual(before);
  });

  it("of a server that was given another seed stand beside what was promised first", async () => {
    await publish(createHash("sha256").update("another").digest());
    const { data } = await list();
    const rows = data.filter(({ Day }) => Day === dateOf(TODAY + 2));
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ Commitment }) => Commitment)).size).toBe(2);
  });

  it("cannot be taken back, nor shown without a promise (H07)", async () => {
    const { database } = storage;
    for (const table of ["seed_commitment", "seed_reveal"]) {
      await expect(sql`delete from ${sql.table(table)}`.execute(database)).rejects.toThrow();
      await expect(
        sql`update ${sql.table(table)} set day = day + 1`.execute(database),
      ).rejects.toThrow();
    }
    const seed = "0".repeat(64);
    const row = { day: dateOf(TODAY), commitment: seed, seed };
    await expect(database.insertInto("seed_reveal").values(row).execute()).rejects.toThrow();
  });
});
