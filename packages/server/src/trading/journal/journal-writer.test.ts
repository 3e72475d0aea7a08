// A commit is one transaction: whichever of its statements fails, nothing of it is stored, the
// failure says what it is, and the connection goes on (F08).
import { accountId } from "@truetick/engine";
import { CHAIN_GENESIS } from "@truetick/proof";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type HeldShard, holdShard } from "../sequencer/hold-shard.ts";
import type { Batch } from "./batch.ts";
import { CommitRows } from "./commit-rows.ts";
import { CommitFailed } from "./journal-store.ts";
import { JournalWriter } from "./journal-writer.ts";

let test: TestDatabase;
let owner: pg.Client;
let held: HeldShard;
let writer: JournalWriter;
let seq = 0;
let place: Uint8Array = CHAIN_GENESIS;

beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  const address = { url: test.appUrl, role: null };
  held = await holdShard({ address, shard: 0, log: createLog("silent") });
  writer = await JournalWriter.connect({
    address,
    shard: 0,
    lease: held.lease,
    commitTimeoutMs: 5_000,
    onLost: (reason) => {
      throw reason;
    },
  });
});
afterAll(async () => {
  writer.close();
  await held.keeper.stop();
  await owner.end();
  await test.close();
});

/** An account is opened, with a key. */
function batchOf({ account, key }: { account: number; key: number }, behind?: Batch): Batch {
  const rows = new CommitRows(0);
  rows.begin(behind?.rows.hash ?? place, held.lease.epoch);
  const named = { accountId: accountId(account), ownerId: account, book: "demo" } as const;
  const number = seq + (behind ? 2 : 1);
  const entry = {
    seq: number,
    command: { type: "OpenAccount", atMs: 1, ...named },
    events: [{ type: "AccountOpened", atMs: 1, ...named }],
  } as const;
  const hash = String.fromCharCode(key).repeat(16);
  const attempt = { ownerId: 1, keyHash: hash, payloadHash: hash, atMs: 1, seq: number };
  rows.addEntry(entry);
  rows.addKey({ ...attempt, refusal: null });
  rows.finish({ quotes: [], pieces: [] });
  return { rows, entries: [entry], keys: [], quotes: [], pieces: [] };
}

async function commit(batch: Batch): Promise<void> {
  const filled = await writer.commit(batch);
  place = filled.hash;
  seq += 1;
}

async function counts() {
  const answer = await owner.query<Record<string, number>>(
    `select (select count(*) from journal)::int as journal,
            (select count(*) from trading_account)::int as accounts,
            (select count(*) from command_key)::int as keys`,
  );
  return answer.rows[0];
}

async function failureOf(batch: Batch): Promise<CommitFailed> {
  const error = await writer.commit(batch).catch((failure: unknown) => failure);
  if (!(error instanceof CommitFailed)) throw new Error(`not a failed commit: ${error}`);
  return error;
}

beforeEach(async () => {
  await commit(batchOf({ account: seq + 100, key: seq }));
});

it("stores nothing when the last of its statements fails, and goes on", async () => {
  const before = await counts();
  const failure = await failureOf(batchOf({ account: seq + 99, key: 200 }));
  expect(failure).toMatchObject({ isOutcomeKnown: true, isOurFault: true, isShortOfRoom: false });
  expect(await counts()).toEqual(before);
  await commit(batchOf({ account: 1_000, key: 201 }));
  expect(await counts()).toEqual({
    journal: seq,
    accounts: seq,
    keys: seq,
  });
});

it("stores nothing when one in the middle fails", async () => {
  const before = await counts();
  const failure = await failureOf(batchOf({ account: 2_000, key: 0 }));
  expect(failure).toMatchObject({ isOutcomeKnown: true, isOurFault: true });
  expect(await counts()).toEqual(before);
});

it("stores nothing when the first fails: a number of the journal used twice", async () => {
  const before = await counts();
  seq -= 1;
  const failure = await failureOf(batchOf({ account: 3_000, key: 210 }));
  seq += 1;
  expect(failure).toMatchObject({ isOutcomeKnown: true, isOurFault: true });
  expect(await counts()).toEqual(before);
});

it("stores what was sent behind another, in order", async () => {
  const first = batchOf({ account: 6_000, key: 240 });
  const second = batchOf({ account: 6_001, key: 241 }, first);
  const answered: string[] = [];
  await Promise.all([
    commit(first).then(() => answered.push("first")),
    commit(second).then(() => answered.push("second")),
  ]);
  expect(answered).toEqual(["first", "second"]);
  expect(await counts()).toEqual({ journal: seq, accounts: seq, keys: seq });
});

it("stores nothing behind a commit that was not stored", async () => {
  const before = await counts();
  const bad = batchOf({ account: seq + 99, key: 250 });
  const failures = [bad, batchOf({ account: 7_000, key: 251 }, bad)].map(failureOf);
  const [first, second] = await Promise.all(failures);
  expect(first).toMatchObject({ isOutcomeKnown: true, isOurFault: true });
  expect(second).toMatchObject({ isOutcomeKnown: true, isOurFault: false, isFenced: false });
  expect(second?.cause).toMatchObject({ code: "TT002" });
  expect(await counts()).toEqual(before);
  await commit(batchOf({ account: 8_000, key: 252 }));
});

it("does not send rows that were not made to their end", async () => {
  const before = await counts();
  const batch = batchOf({ account: 5_000, key: 230 });
  const key = { ownerId: 0.5, keyHash: "0".repeat(16), payloadHash: "0".repeat(16) };
  expect(() => batch.rows.addKey({ ...key, atMs: 1, seq: null, refusal: null })).toThrow("integer");
  expect(await failureOf(batch)).toMatchObject({ isOutcomeKnown: true, isOurFault: true });
  expect(await counts()).toEqual(before);
});

// The last one: the rest of that batch is stored, and who sees this stops (MissedChange).
it("notices a change that met no order", async () => {
  const batch = batchOf({ account: 4_000, key: 220 });
  batch.rows.buffers.orderChanges.begin().int8(12_345);
  const { orderChanges } = batch.rows.buffers;
  orderChanges.text(null).int8(null).int8(null).int8(null).int8(null).text(null).int8(null);
  orderChanges.int8(null).int8(null).int8(null).int8(null).int8(null).int8(null).int8(null);
  orderChanges
    .int8(null)
    .text(null)
    .int8(null)
    .int8(seq + 1)
    .end();
  const failure = await failureOf(batch);
  expect(failure).toMatchObject({ isOutcomeKnown: false, isOurFault: true });
});
