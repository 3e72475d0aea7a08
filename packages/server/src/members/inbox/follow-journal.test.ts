// The follower of the journal: every row is told once, whatever breaks and whenever the program
// dies; what was not seen is read; an old installation begins at its end; and ten thousand
// stop-outs at once are told in one go, without keeping anybody waiting.

import { randomBytes } from "node:crypto";
import { type Event, encodeEvents } from "@truetick/engine";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import { readMigrations } from "../../platform/migrations.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { Committed } from "../../trading/sequencer/sequencer.ts";
import { followJournal } from "./follow-journal.ts";
import { createInbox, type Inbox } from "./inbox.ts";

const PEOPLE = 10_000;
const clock = createFakeClock();
const log = createLog("silent");

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await sql`
    with person as (
      insert into app_user (book, uid, demo_secret_hash)
      select 'demo', (100000000 + n)::text, sha256(n::text::bytea)
      from generate_series(1, ${PEOPLE}) n returning id
    )
    insert into trading_account (account_id, shard, owner_id, book, opened_at_ms, journal_seq)
    select id, 0, id, 'demo', 0, 1 from person`.execute(test.database);
});
afterAll(() => test.close());
beforeEach(async () => {
  const owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  await owner.query(
    `set session_replication_role = replica;
     delete from journal; delete from notice; delete from notice_cursor; delete from stop_out`,
  );
  await owner.end();
});

const OF_LEVEL = { book: "demo", equity: 90_000_000n, used: 100_000_000n, level: 9_000n } as const;

/** Row `seq` of a journal in which it is somebody else's turn in every row. */
function rowOf(seq: number, accounts = [1 + (seq % PEOPLE)]): Committed {
  const atMs = clock.now();
  const events = accounts.map((accountId) => ({
    type: "MarginCalled",
    atMs,
    accountId,
    ...OF_LEVEL,
  }));
  // Events as the engine makes them, without the brands of its numbers.
  return { shard: 0, seq, atMs, events: events as unknown as Event[] };
}

async function store(...rows: readonly Committed[]): Promise<void> {
  const values = rows.map(({ seq, atMs, events }) => ({
    shard: 0,
    seq: BigInt(seq),
    at_ms: BigInt(atMs),
    command: Buffer.alloc(0),
    events: Buffer.from(encodeEvents(events)),
    prev_hash: Buffer.alloc(32),
    hash: randomBytes(32),
  }));
  await test.database.insertInto("journal").values(values).execute();
}

/** A life of the program: its own memory, the same database. */
function live(overrides: Partial<Inbox> = {}) {
  const listeners = new Set<(committed: Committed) => void>();
  const inbox = createInbox({
    database: test.database,
    messenger: { send: refuseToSend, sendIn: async () => undefined, canSend: () => true },
    directory: () => null,
    clock,
    log,
    news: createAloneNews(),
  });
  const follower = followJournal({
    database: test.database,
    sequencer: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    inbox: { ...inbox, ...overrides },
    log,
  });
  const commit = async (...rows: readonly Committed[]) => {
    await store(...rows);
    for (const row of rows) for (const listener of listeners) listener(row);
  };
  return { follower, commit, inbox, listeners };
}

const refuseToSend = () => Promise.reject(new Error("nothing is sent outside of a transaction"));

async function told(): Promise<string[]> {
  const rows = await test.database
    .selectFrom("notice")
    .select(["source_id", "user_id"])
    .orderBy("id")
    .execute();
  return rows.map(({ source_id }) => source_id);
}

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `0/${at + 1}/0`);

describe("every row of the journal is told once", () => {
  it("F02: in every life of the program, wherever the one before died", async () => {
    let isDying = 0;
    const dying = (real: Inbox): Partial<Inbox> => ({
      leaveIn: async (trx: Database, drafts) => {
        isDying += 1;
        if (isDying % 3 === 1) throw new Error("killed before the notices");
        const left = await real.leaveIn(trx, drafts);
        if (isDying % 3 === 2) throw new Error("killed after them, before the commit");
        return left;
      },
    });
    const rows = Array.from({ length: 12 }, (_, at) => rowOf(at + 1));
    for (const [at, row] of rows.entries()) {
      const life = live();
      const doomed = live(dying(life.inbox));
      await doomed.commit(row);
      await doomed.follower.catchUp().catch(() => undefined);
      await doomed.follower.stop();
      if (at % 4 === 3) await life.follower.catchUp();
      await life.follower.stop();
    }
    expect(await told()).toEqual(idsOf(12));
  });

  it("by two servers at one database", async () => {
    const [first, second] = [live(), live()];
    for (let seq = 1; seq <= 8; seq += 1) {
      const row = rowOf(seq);
      await store(row);
      for (const { listeners } of [first, second]) for (const hear of listeners) hear(row);
      await Promise.all([first.follower.catchUp(), second.follower.catchUp()]);
    }
    expect(await told()).toEqual(idsOf(8));
    await Promise.all([first.follower.stop(), second.follower.stop()]);
  });

  it("also those that it did not see, and those between", async () => {
    await store(...Array.from({ length: 450 }, (_, at) => rowOf(at + 1)));
    const { follower, commit, listeners } = live();
    await commit(rowOf(451));
    await store(rowOf(452));
    for (const hear of listeners) hear(rowOf(453));
    await store(rowOf(453));
    await follower.catchUp();
    expect(await told()).toEqual(idsOf(453));
    expect(follower.lag()).toBe(0);
    await follower.stop();
  });

  it("to the owner of the account, and to nobody when that is no person (T76)", async () => {
    const { follower, commit } = live();
    await commit(rowOf(1, [7, 123_456_789]));
    await follower.catchUp();
    const rows = await test.database.selectFrom("notice").select("user_id").execute();
    expect(rows).toEqual([{ user_id: 7n }]);
    await follower.stop();
  });
});

describe("the engine", () => {
  it("never hears of what breaks here", async () => {
    const { follower, commit } = live({ leaveIn: () => Promise.reject(new Error("broken")) });
    await expect(commit(rowOf(1), rowOf(2))).resolves.toBeUndefined();
    await expect(follower.catchUp()).rejects.toThrow("broken");
    expect(follower.lag()).toBe(2);
    await follower.stop();
    expect(await told()).toEqual([]);
  });

  it("what is committed while it looks waits for its next look", async () => {
    let next = 2;
    const { follower, commit } = live({
      announce: async () => {
        const row = rowOf(next);
        next += 1;
        if (next < 10) await commit(row);
      },
    });
    await store(rowOf(1));
    await follower.catchUp();
    expect(next).toBe(3);
    await follower.stop();
  });

  it("rows without news are neither written down nor read again", async () => {
    const { follower, commit } = live();
    await follower.catchUp();
    const quiet = (seq: number): Committed => ({ shard: 0, seq, atMs: clock.now(), events: [] });
    await commit(...Array.from({ length: 50 }, (_, at) => quiet(at + 1)));
    expect(follower.lag()).toBe(0);
    await commit(rowOf(51));
    await follower.catchUp();
    expect(await told()).toEqual(["0/51/0"]);
    await follower.stop();
  });
});

/** All at once, as in a gap: each with its evidence and two closings. */
function avalanche(seq: number): Committed {
  const atMs = clock.now();
  const events: object[] = [];
  for (let accountId = 1; accountId <= PEOPLE; accountId += 1) {
    events.push({ type: "StoppedOut", atMs, accountId, ...OF_LEVEL, cash: 1n, quotes: [] });
    for (const profit of [-5_000_000n, -2_500_000n]) {
      events.push({ type: "OrderClosed", reason: "stop-out", atMs, accountId, profit });
    }
  }
  return { shard: 0, seq, atMs, events: events as Event[] };
}

describe("an avalanche", () => {
  it("F21: ten thousand stop-outs in one row are told, and others have their turns", async () => {
    const { follower, listeners } = live();
    await follower.catchUp();
    const row = avalanche(1);
    const startedAt = performance.now();
    for (const hear of listeners) hear(row);
    const listeningMs = performance.now() - startedAt;
    let longestMs = 0;
    let lastAt = performance.now();
    const turns = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastAt);
      lastAt = performance.now();
    }, 1);
    await follower.catchUp();
    clearInterval(turns);
    const { count } = await test.database
      .selectFrom("notice")
      .select((eb) => eb.fn.countAll<bigint>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(PEOPLE);
    const [one] = await test.database
      .selectFrom("notice")
      .select("facts")
      .where("user_id", "=", 77n)
      .execute();
    expect(one?.facts).toMatchObject({ kind: "stopOut", closed: 2, profit: "-7.500000" });
    // Far above what they take, also on a machine that is busy with everything else.
    expect(listeningMs).toBeLessThan(200);
    expect(longestMs).toBeLessThan(2_000);
    await follower.stop();
  }, 60_000);
});

describe("an old installation", () => {
  it("begins at the end of its journal: what happened before is no news", async () => {
    const [notices] = (await readMigrations("packages/server/migrations")).filter(
      ({ name }) => name === "notices",
    );
    const begin = /insert into notice_cursor[^;]*;/.exec(notices?.sql ?? "")?.[0] ?? "";
    await store(rowOf(1), rowOf(2), rowOf(3));
    await sql.raw(begin).execute(test.database);
    const { follower, commit } = live();
    await follower.catchUp();
    expect(await told()).toEqual([]);
    await commit(rowOf(4));
    await follower.catchUp();
    expect(await told()).toEqual(["0/4/0"]);
    await follower.stop();
  });
});

describe("inv42", () => {
  it("finds a stop-out that nobody was told of, and one that somebody else was", async () => {
    const { follower, commit } = live();
    await commit(rowOf(1));
    const evidence = { book: "demo", cash: 0n, equity: 0n, used: 1n, level: 0n, quotes: "[]" };
    const { book, cash, equity, used, level, quotes } = evidence;
    const stop_out = { account_id: 5n, seq: 2n, at: BigInt(clock.now()) };
    await sql`insert into stop_out
      (shard, journal_seq, account_id, book, at_ms, cash, equity, used, level, quotes)
      values (0, ${stop_out.seq}, ${stop_out.account_id}, ${book}, ${stop_out.at}, ${cash},
        ${equity}, ${used}, ${level}, ${quotes}::jsonb)`.execute(test.database);
    const event = { type: "StoppedOut", atMs: clock.now(), accountId: 5, ...OF_LEVEL };
    const evidenceEvent = { ...event, cash: 0n, quotes: [] } as unknown as Event;
    await commit({ shard: 0, seq: 2, atMs: clock.now(), events: [evidenceEvent] });
    await follower.catchUp();
    const broken = async () => (await brokenInvariants(test.ownerUrl)).inv42 ?? 0;
    expect(await broken()).toBe(0);
    await test.database.deleteFrom("notice").where("user_id", "=", 5n).execute();
    expect(await broken()).toBe(1);
    await test.database
      .insertInto("notice")
      .values({
        user_id: 6n,
        kind: "stopOut",
        facts: "{}",
        source: "stop-out",
        source_id: "0/2/5",
        created_at: new Date(clock.now()),
      })
      .execute();
    expect(await broken()).toBe(2);
    await follower.stop();
  });
});
