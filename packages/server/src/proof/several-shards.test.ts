// Two shards in one database: every journal has its log under one checkpoint; receipts and archives
// of accounts on either verify and replay; what is owed, statements and the verifier are about all
// of them, and a row that was changed is named with its journal (H02, H03, H05, H16, T86).

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { accountId } from "@truetick/engine";
import { lots, money } from "@truetick/money";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bus } from "../platform/bus/bus.ts";
import { createMemoryBus } from "../platform/bus/memory-bus.ts";
import { isRefused, type TraderContext } from "../platform/handler.ts";
import { createLog } from "../platform/log.ts";
import { brokenInvariants } from "../testing/broken-invariants.ts";
import type { RemoteSequencer } from "../trading/shards/remote-sequencer.ts";
import { accept, EURUSD, keyOf, marketOrder, place } from "../trading/testing/bare-exchange.ts";
import { openShardFloor, type ShardFloor } from "../trading/testing/shard-floor.ts";
import { createLiabilitySalts } from "./liabilities/liability-salts.ts";
import { publishTree } from "./liabilities/publish-tree.ts";
import { readOwnOwed } from "./liabilities/read-owed.ts";
import { cutOf, findTree } from "./liabilities/read-trees.ts";
import { keepLogs } from "./log/keep-logs.ts";
import { connectKeeper } from "./log/keeper-client.ts";
import { deriveSaltKey, openKey } from "./log/proof-keys.ts";
import { createProofLog, type ProofLog, sizeIn } from "./log/proof-log.ts";
import { createReceiptHandlers } from "./receipts/receipts.routes.ts";
import { findDue, findEndedDay, readStatements } from "./statement-mail/read-statements.ts";
import { type RecordVerdict, verifyRecord } from "./verifier/verify-record.ts";

const SEAL_KEY = Buffer.alloc(32, 11);
const SALT_KEY = deriveSaltKey(SEAL_KEY);
const ISSUER = { build: "test", mode: "SIMULATED", origin: "http://localhost" } as const;
const PEOPLE = 6;
const DEPOSIT = 5_000_000_000n;
const CUT_DATE = 20_260_106;
const VERIFY = join(import.meta.dirname, "../../../verify/src/command-line/verify.ts");
const run = promisify(execFile);

type Person = { readonly userId: number; readonly accountId: number; readonly shard: number };

const folder = mkdtempSync(join(tmpdir(), "truetick-shards-"));
let bus: Bus;
let floor: ShardFloor;
let gateway: RemoteSequencer;
let log: ProofLog;
let people: readonly Person[];

beforeAll(async () => {
  bus = createMemoryBus(createLog("silent"));
  floor = await openShardFloor(bus, 2);
  gateway = await floor.gateway();
  const { database } = floor.test;
  const nowMs = floor.clock.now();
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs });
  log = createProofLog({ database, signer, saltKey: SALT_KEY });
  people = await openPeople();
  await live();
}, 60_000);
afterAll(async () => {
  await gateway.storeTape([EURUSD]);
  const broken = await brokenInvariants(floor.test.ownerUrl);
  await floor.close();
  await bus.stop();
  rmSync(folder, { recursive: true, force: true });
  // The money that the test gave to everybody has no deposit behind it.
  expect(broken).toEqual({ inv27: PEOPLE });
});

async function openPeople(): Promise<readonly Person[]> {
  const { database } = floor.test;
  await sql`
    with person as (
      insert into app_user (book, uid, email, invite_code)
      select 'real', (100000000 + n)::text, 'shard' || n || '@example.test', lpad(n::text, 10, '0')
      from generate_series(1, ${PEOPLE}) n returning id
    )
    insert into user_account (user_id, book, is_main) select id, 'real', true from person`.execute(
    database,
  );
  const { rows } = await sql<{ id: bigint; user_id: bigint }>`
    select id, user_id from user_account order by id`.execute(database);
  for (const { id, user_id } of rows) {
    const own = { accountId: accountId(Number(id)), ownerId: Number(user_id) };
    await accept(gateway, { type: "OpenAccount", ...own, book: "real" });
    await accept(gateway, {
      type: "Credit",
      accountId: own.accountId,
      cause: "deposit",
      causeId: Number(id),
      amount: money(DEPOSIT),
    });
  }
  const { rows: homes } = await sql<{ account_id: bigint; owner_id: bigint; shard: number }>`
    select account_id, owner_id, shard from trading_account order by account_id`.execute(database);
  return homes.map(({ account_id, owner_id, shard }) => {
    return { userId: Number(owner_id), accountId: Number(account_id), shard };
  });
}

/** Everybody buys, is refused something, and closes a part; a day passes; some buy again. */
async function live(): Promise<void> {
  for (const [nth, person] of people.entries()) {
    floor.clock.advance(1_000);
    floor.quote(EURUSD, 110_000 + nth, 110_010 + nth);
    await untilHeard();
    const own = accountId(person.accountId);
    const orderId = await place(gateway, marketOrder(own, { lots: lots(2_000) }));
    const large = marketOrder(own, { lots: lots(1_000_000) });
    await gateway.submit(large, keyOf(person.userId, `large-${nth}`));
    await accept(gateway, {
      type: "CloseOrder",
      accountId: own,
      orderId,
      lots: lots(500),
      reason: "user",
    });
  }
  floor.clock.advance(1_000);
  await accept(gateway, { type: "StartDay", cutDate: CUT_DATE });
  for (const { accountId: id } of people.slice(0, 4)) {
    floor.clock.advance(1_000);
    await place(gateway, marketOrder(accountId(id)));
  }
}

async function untilHeard(): Promise<void> {
  const wanted = floor.engine(0).newestQuote(EURUSD)?.seq;
  while (floor.engine(1).newestQuote(EURUSD)?.seq !== wanted) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** `onTapeSeen`: called when the keeper has just found the tape stored. */
async function checkpoint(onTapeSeen = async (): Promise<void> => undefined): Promise<void> {
  await gateway.storeTape([EURUSD]);
  const address = { url: floor.test.appUrl, role: null };
  const client = await connectKeeper(address, () => undefined);
  const query: typeof client.query = async (text, values) => {
    const found = await client.query(text, values);
    if (text.includes("tape_quote")) await onTapeSeen();
    // Passed on as it came.
    return found as never;
  };
  const nowMs = () => floor.clock.now();
  const watched = { ...client, query };
  await keepLogs({ client: watched, signer: log.signer, saltKey: SALT_KEY, ...ISSUER, nowMs });
  await client.close();
}

/** Without the paperwork of deposits: the test gave the money by itself. */
async function findFaults(): Promise<RecordVerdict["faults"]> {
  const { faults } = await verifyRecord({
    address: { url: floor.test.appUrl, role: null },
    saltKey: SALT_KEY,
    heads: {
      journalSeq: (shard) => floor.engine(shard).figures().journalSeq,
      tapeSeq: (id) => floor.engine(0).newestQuote(id as typeof EURUSD)?.seq ?? 0,
    },
    seen: new Map(),
    pause: async () => undefined,
  });
  return faults.filter(({ log: name }) => name !== "inv27");
}

function contextOf({ userId, accountId: id }: Person): TraderContext {
  const nothing = { requestId: "", address: "", device: "", cookies: "", attempt: null };
  const caller = { userId, accountId: accountId(id) } as TraderContext["caller"];
  return { ...nothing, language: "en" as never, caller };
}

const onShard = (shard: number) => people.filter((person) => person.shard === shard);

describe("two shards", () => {
  it("have a log each, under one checkpoint, and share no row", async () => {
    expect(onShard(0).length).toBeGreaterThan(0);
    expect(onShard(1).length).toBeGreaterThan(0);
    await checkpoint();
    const newest = await log.newest();
    const logs = newest?.checkpoint.logs ?? [];
    expect(logs.map(({ log: name }) => name)).toEqual([
      "audit",
      "journal/0",
      "journal/1",
      "refusal",
      "tape",
    ]);
    const { rows } = await sql<{ shard: number; rows: bigint }>`
      select shard, count(*) as rows from journal group by shard order by shard`.execute(
      floor.test.database,
    );
    expect(logs.slice(1, 3).map(({ size }) => size)).toEqual(rows.map((row) => Number(row.rows)));
    expect(logs[3]?.size).toBe(PEOPLE);
  });

  it("are signed up to where they stood before the tape was looked at", async () => {
    const sizeNow = async () => {
      const { rows } = await sql<{ rows: bigint }>`
        select count(*) as rows from journal where shard = 1`.execute(floor.test.database);
      return Number(rows[0]?.rows);
    };
    const before = await sizeNow();
    const [person] = onShard(1);
    await checkpoint(async () => {
      floor.clock.advance(1_000);
      floor.quote(EURUSD, 110_100, 110_110);
      await untilHeard();
      await place(gateway, marketOrder(accountId(person?.accountId ?? 0)));
    });
    expect(await sizeNow()).toBe(before + 1);
    const newest = await log.newest();
    expect(newest && sizeIn(newest.checkpoint, "journal/1")).toBe(before);
  });

  it("H02, H03: receipts and archives of accounts on either verify and replay", async () => {
    const { database } = floor.test;
    const { clock } = floor;
    const handlers = createReceiptHandlers({
      ...{ database, log, issuer: ISSUER, everyMs: 60_000 },
      clock,
    } as Parameters<typeof createReceiptHandlers>[0]);
    const files: string[] = [];
    for (const person of [onShard(0)[0], onShard(1)[0]]) {
      if (!person) throw new Error("Invariant: somebody lives there");
      const context = contextOf(person);
      const listed = await handlers.listReceipts({}, context);
      const { data } = listed as unknown as { data: readonly { id: string }[] };
      const start = person.shard === 0 ? /^journal-\d/ : /^journal\.1-\d/;
      expect(data.every(({ id }) => start.test(id))).toBe(true);
      const one = await handlers.getReceipt({ id: data[0]?.id ?? "" }, context);
      expect(isRefused(one)).toBe(false);
      for (const call of ["downloadReceipts", "downloadArchive"] as const) {
        const answer = await handlers[call]({}, context);
        const { rows } = answer as unknown as { rows: AsyncIterable<string> };
        let text = "";
        for await (const line of rows) text += line;
        const file = join(folder, `${call}-${person.shard}.ndjson`);
        writeFileSync(file, text);
        files.push(file);
      }
    }
    const stranger = onShard(0)[0];
    const foreign = await handlers.listReceipts({}, contextOf(onShard(1)[0] as Person));
    const [their] = (foreign as unknown as { data: readonly { id: string }[] }).data;
    const refused = await handlers.getReceipt(
      { id: their?.id ?? "" },
      contextOf(stranger as Person),
    );
    expect(isRefused(refused)).toBe(true);
    const tsx = join(import.meta.dirname, "../../../../node_modules/.bin/tsx");
    const { stdout } = await run(tsx, [VERIFY, ...files, "--replay"]).catch((failed) => failed);
    expect(stdout).not.toContain("WRONG");
    expect(stdout.match(/ good: /g)).toHaveLength(files.length);
  }, 60_000);

  it("H16: what is owed is counted over both, as of one moment", async () => {
    const { database } = floor.test;
    const saltsOf = createLiabilitySalts(Buffer.alloc(32, "two"));
    floor.clock.advance(2_000);
    const asOfMs = Math.floor(floor.clock.now() / 1_000) * 1_000;
    expect(await publishTree({ database, clock: floor.clock, saltsOf }, asOfMs)).toBe(true);
    const day = await findTree(database, null);
    if (!day) throw new Error("Invariant: published");
    expect(day.otherJournals).toEqual([{ shard: 1, journalSeq: expect.any(Number) }]);
    const { rows } = await sql<{ sum: string }>`
      select sum(amount)::text as sum from ledger_posting where account_id is not null`.execute(
      database,
    );
    expect(day.sum.replace(".", "")).toBe(rows[0]?.sum);
    let total = 0n;
    for (const { userId } of people) {
      total += (await readOwnOwed(database, BigInt(userId), cutOf(day))).cash;
    }
    expect(total.toString()).toBe(rows[0]?.sum);
  });

  it("H05: a statement is due to everybody, from the rows of where they live", async () => {
    const { database } = floor.test;
    const day = await findEndedDay(database);
    expect(day).toMatchObject({ cutDate: CUT_DATE });
    expect(day?.rows.map(({ shard }) => shard)).toEqual([0, 1]);
    if (!day) throw new Error("Invariant: a day has ended");
    const due = await readStatements(database, day, await findDue(database, day, 0));
    expect(due.map(({ userId }) => userId)).toEqual(people.map(({ userId }) => userId));
    for (const { opening, closing, totals, userId } of due) {
      const sum = totals.reduce((before, { amount }) => before + amount, 0n);
      expect({ userId, closing }).toEqual({ userId, closing: BigInt(opening) + sum });
      expect(totals).toContainEqual({ cause: "deposit", amount: DEPOSIT });
    }
  });

  it("T86: are verified to the last row, and a changed row is named with its journal", async () => {
    await checkpoint();
    expect(await findFaults()).toEqual([]);
    const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
    await owner.connect();
    const change = (by: number) =>
      owner.query(
        `set session_replication_role = replica;
         update ledger_posting set amount = amount + (${by}) where shard = 1 and journal_seq =
           (select min(journal_seq) from ledger_posting where shard = 1);
         update journal set at_ms = at_ms + (${by}) where shard = 1 and seq = 3`,
      );
    try {
      await change(1);
      const faults = await findFaults();
      expect(faults).toContainEqual(
        expect.objectContaining({ log: "journal/1", seq: 3, what: "chain" }),
      );
      expect(faults).toContainEqual(expect.objectContaining({ log: "ledger", what: "changed" }));
      expect(faults.some(({ log: name }) => name === "journal/0")).toBe(false);
      await change(-1);
      expect(await findFaults()).toEqual([]);
    } finally {
      await owner.end();
    }
  }, 60_000);
});
