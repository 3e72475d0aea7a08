// Every stored key is read at a start, however many there are: one that were missed would let an
// old attempt be made again.
import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createPostgresStore } from "./postgres-store.ts";

/** More than one look brings. */
const KEYS = 30_000;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into command_key (owner_id, key_hash, payload_hash, shard, at_ms)
     select 1, md5(n::text)::uuid, md5(n::text)::uuid, 0, 1 from generate_series(1, $1::int) n`,
    [KEYS],
  );
  await owner.end();
});
afterAll(() => test.close());

it("T01: reads every stored key, and each once", async () => {
  const store = createPostgresStore({
    shard: 0,
    lease: { name: "shard/0", epoch: 1 },
    address: { url: test.appUrl, role: null },
    database: test.database,
    log: createLog("silent"),
    commitTimeoutMs: 1_000,
  });
  const keys: string[] = [];
  await store.readKeys((key) => keys.push(Buffer.from(key, "latin1").toString("hex")));
  const stored = Array.from({ length: KEYS }, (_, at) =>
    createHash("md5")
      .update(`${at + 1}`)
      .digest("hex"),
  );
  expect(keys.sort()).toEqual(stored.sort());
});
