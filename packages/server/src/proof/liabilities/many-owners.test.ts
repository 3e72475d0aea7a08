// The tree of many owners: the sum is the ledger's, leaves at all ends are proved, others run while
// it is built. FULL=1 takes a hundred thousand owners and says what it cost.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { findLiabilityFault } from "@truetick/proof";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { findLeaf } from "./find-leaf.ts";
import { createLiabilitySalts } from "./liability-salts.ts";
import { publishTree } from "./publish-tree.ts";
import { findTree } from "./read-trees.ts";

const OWNERS = process.env.FULL === "1" ? 100_000 : 3_000;
const POSTINGS_EACH = 5;
const AS_OF_MS = 1_767_650_400_000;
/** Of work between two turns of everybody else. */
const LEAVES_PER_TURN_MAX = 1_000;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await fillLedger(test.ownerUrl);
}, 300_000);
afterAll(() => test.close());

/** Owners with one account each and a few postings, the newest of them after the moment. */
async function fillLedger(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`
    insert into app_user (book, uid, email, invite_code)
      select 'real', (100000000 + n)::text, 'many' || n || '@example.test',
        lpad(n::text, 10, '0') from generate_series(1, ${OWNERS}) n;
    insert into user_account (user_id, book, is_main) select id, 'real', true from app_user;
    insert into trading_account (account_id, shard, owner_id, book, opened_at_ms, journal_seq)
      select id, 0, user_id, 'real', 1, 1 from user_account;
    insert into journal (shard, seq, at_ms, command, events, prev_hash, hash)
      select 0, n, ${AS_OF_MS} + (n - ${POSTINGS_EACH}) * 1000 - 1, '', '', '', ''
      from generate_series(1, ${POSTINGS_EACH} + 1) n;
    insert into ledger_posting (shard, journal_seq, position, movement_id, book, account_id,
        amount, balance, cause, cause_id, at_ms)
      select 0, n, id, n * 10000000 + id, 'real', id, id * 1000, n * id * 1000, 'deposit', id, 1
      from user_account cross join generate_series(1, ${POSTINGS_EACH} + 1) n;
    analyze;`);
  await owner.end();
}

it(`H16: of ${OWNERS} owners is built while others run, and every leaf is found`, async () => {
  const saltsOf = createLiabilitySalts(Buffer.alloc(32, "many"));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let [turns, isBuilding] = [0, true];
  const others = (async () => {
    for (; isBuilding; turns += 1) await setImmediate();
  })();
  const startMs = performance.now();
  const { database } = test;
  expect(await publishTree({ database, clock: systemClock, saltsOf }, AS_OF_MS)).toBe(true);
  const tookMs = performance.now() - startMs;
  isBuilding = false;
  await others;
  delay.disable();
  const longestMs = delay.max / 1e6;
  const day = await findTree(database, null);
  if (!day) throw new Error("Invariant: published");
  const accounts = await database.selectFrom("user_account").select(["id", "user_id"]).execute();
  const owed = accounts.reduce((sum, { id }) => sum + id * BigInt(1_000 * POSTINGS_EACH), 0n);
  const total = BigInt(day.sum.replace(".", ""));
  expect(total).toBe(owed);
  const findMs = performance.now();
  const looked = accounts.filter((_, nth) => nth % Math.floor(OWNERS / 500) === 0);
  for (const { id, user_id } of looked) {
    const uid = String(100_000_000n + user_id);
    const salt = saltsOf(AS_OF_MS).of(user_id);
    const leaf = await findLeaf(database, { asOfMs: AS_OF_MS, leaves: day.leaves, salt, uid });
    if (!leaf) throw new Error(`Invariant: ${uid} is in it`);
    expect(leaf.amount).toBe(id * BigInt(1_000 * POSTINGS_EACH));
    const head = { root: Buffer.from(day.root, "hex"), sum: total, leaves: day.leaves };
    expect(findLiabilityFault({ ...leaf, head, uid })).toBeNull();
  }
  const eachMs = (performance.now() - findMs) / looked.length;
  if (process.env.FULL === "1") {
    const rssMb = Math.round(process.memoryUsage().rss / 1e6);
    console.log(
      `${OWNERS} owners, ${day.leaves} leaves: ${Math.round(tookMs)} ms, longest turn ` +
        `${Math.round(longestMs)} ms, ${rssMb} MB; a leaf is found in ${eachMs.toFixed(2)} ms`,
    );
  }
  expect(turns).toBeGreaterThan(day.leaves / LEAVES_PER_TURN_MAX);
}, 300_000);
