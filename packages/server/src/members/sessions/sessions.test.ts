// Sessions on a real database: whose a token is, when it ends, and what a lost database means.

import { randomBytes } from "node:crypto";
import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import { isDatabaseAway } from "../../platform/outage.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDemoUser } from "../users/create-user.ts";
import { findMember } from "../users/user-table.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { hashToken } from "./token.ts";

let test: TestDatabase;
const clock = createFakeClock();
const log = createLog("silent");
const news = createAloneNews();
const opened: Sessions[] = [];
const VISIT = {
  device: "Chrome/Android",
  address: "203.0.113.9",
  language: languageOf(DEFAULT_LANGUAGE),
  method: "demo",
} as const;

/** One more process, as far as sessions know; once it listens. */
async function newProcess(): Promise<Sessions> {
  const address = { url: test.appUrl, role: null };
  const sessions = createSessions({ database: test.database, address, clock, log, news });
  opened.push(sessions);
  await new Promise<void>((resolve) => sessions.onMissed(resolve));
  return sessions;
}

beforeAll(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sessions) => sessions.stop()));
});
afterAll(() => test.close());

async function newUser() {
  const demoSecretHash = randomBytes(32);
  await createDemoUser(test.database, demoSecretHash);
  const member = await findMember(test.database, { demoSecretHash });
  if (!member) throw new Error("Invariant: the user exists");
  return member;
}

async function newSession() {
  const sessions = await newProcess();
  const member = await newUser();
  return { sessions, member, token: await sessions.open(member.userId, VISIT) };
}

describe("a session", () => {
  it("says whose it is, bare or after Bearer", async () => {
    const { sessions, member, token } = await newSession();
    const caller = { userId: member.userId, accountId: member.accountId, isDemo: true };
    expect(await sessions.find(token)).toEqual({ ...caller, sessionId: expect.any(Number) });
    expect(await sessions.find(`Bearer ${token}`)).toMatchObject(caller);
    expect(await sessions.find(`bearer  ${token}`)).toMatchObject(caller);
  });

  it("T18: is stored as a hash of 256 random bits", async () => {
    const { token } = await newSession();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const rows = await sql<{ row: string }>`select user_session::text as row from user_session
      where token_hash = ${hashToken(token)}`.execute(test.database);
    expect(rows.rows).toHaveLength(1);
    expect(JSON.stringify(rows.rows)).not.toContain(token);
  });

  it.each([undefined, "", "Bearer", "Bearer ", "x".repeat(43), "x".repeat(9_000), "' or 1=1 --"])(
    "is none when the header is %s",
    async (authorization) => {
      const { sessions } = await newSession();
      expect(await sessions.find(authorization)).toBeNull();
    },
  );

  it.each([
    [
      "it is old",
      sql`expires_at = clock_timestamp() - interval '1 second',
      created_at = clock_timestamp() - interval '91 days'`,
    ],
    ["nobody used it", sql`last_used_at = clock_timestamp() - interval '31 days'`],
  ])("ends when %s", async (_why, change) => {
    const { sessions, token } = await newSession();
    await sql`update user_session set ${change} where token_hash = ${hashToken(token)}`.execute(
      test.database,
    );
    expect(await sessions.find(token)).toBeNull();
  });

  it.each([
    ["its age", sql`expires_at = clock_timestamp() + interval '5 seconds'`],
    ["idleness", sql`last_used_at = clock_timestamp() - interval '30 days' + interval '5 seconds'`],
  ])("says how long it lives yet, by %s", async (_what, change) => {
    const { sessions, token } = await newSession();
    const id = await idOf(sessions, token);
    const holdsForMs = async () => (await sessions.living([id])).get(id) ?? Number.NaN;
    expect(await holdsForMs()).toBeGreaterThan(29.9 * 86_400_000);
    const row = sql`where token_hash = ${hashToken(token)}`;
    await sql`update user_session set ${change} ${row}`.execute(test.database);
    expect(await holdsForMs()).toBeGreaterThan(3_000);
    expect(await holdsForMs()).toBeLessThanOrEqual(5_000);
    await sql`update user_session set last_used_at = clock_timestamp() - interval '31 days'
      ${row}`.execute(test.database);
    expect(await sessions.living([id])).toEqual(new Map());
  });

  it("is known at once, without a question, until it has to be asked for again", async () => {
    const { sessions, member, token } = await newSession();
    const caller = await sessions.find(token);
    expect(sessions.find(token)).toBe(caller);
    expect(caller).toMatchObject({ userId: member.userId });
    clock.advance(60_000);
    expect(sessions.find(token)).toBeInstanceOf(Promise);
  });

  it("F10: does not notice when our wall clock jumps", async () => {
    const { sessions, token } = await newSession();
    clock.jumpWall(400 * 86_400_000);
    expect(await sessions.find(token)).not.toBeNull();
    clock.advance(60_000);
    expect(await sessions.find(token)).not.toBeNull();
  });

  it("notes that it was used, at most once a minute", async () => {
    const { sessions, token } = await newSession();
    const age = async () => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from clock_timestamp() - last_used_at)::float8 as seconds
        from user_session where token_hash = ${hashToken(token)}`.execute(test.database);
      return rows[0]?.seconds ?? Number.NaN;
    };
    await sql`update user_session set last_used_at = clock_timestamp() - interval '2 hours'
      where token_hash = ${hashToken(token)}`.execute(test.database);
    expect(await age()).toBeGreaterThan(7_000);
    await sessions.find(token);
    expect(await age()).toBeLessThan(60);
  });

  it("gives way to newer ones of the same user, not of another", async () => {
    const { sessions, member, token } = await newSession();
    const other = await newSession();
    const newer: string[] = [];
    for (let count = 0; count < 20; count += 1)
      newer.push(await sessions.open(member.userId, VISIT));
    expect(await sessions.find(token)).toBeNull();
    expect(await sessions.find(newer[0])).not.toBeNull();
    expect(await sessions.find(other.token)).not.toBeNull();
  });

  it("does not give way to those that were logged out", async () => {
    const { sessions, member, token } = await newSession();
    for (let count = 0; count < 20; count += 1) {
      const other = await sessions.find(await sessions.open(member.userId, VISIT));
      await sessions.revoke({ sessionId: other?.sessionId ?? 0 });
    }
    expect(await sessions.find(token)).not.toBeNull();
  });

  it("T19: a database that is away is an error, never a session that is gone", async () => {
    const { token } = await newSession();
    const away = { url: "postgresql://nobody@127.0.0.1:1/none", role: null };
    const { database, close } = openDatabase(away, createLog("silent"));
    const sessions = createSessions({ database, address: away, clock, log, news });
    opened.push(sessions);
    const problemOf = async () => {
      try {
        return await sessions.find(token);
      } catch (error) {
        return error;
      }
    };
    expect(isDatabaseAway(await problemOf())).toBe(true);
    await close();
    expect(isDatabaseAway(await problemOf())).toBe(true);
  });
});

async function idOf(sessions: Sessions, token: string): Promise<number> {
  const caller = await sessions.find(token);
  if (!caller) throw new Error("Invariant: the session holds");
  return caller.sessionId;
}

/** Both ways to hear of it are waited for; the clock that forgets stands still. */
async function hearsOfEnding(sessions: Sessions): Promise<number> {
  const startedAt = performance.now();
  await new Promise<number>((resolve) => sessions.onEnded(resolve));
  return performance.now() - startedAt;
}

/** Cuts the connections that listen, as a restart of the database does. */
async function cutListeners(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'truetick sessions' and datname = current_database()`.execute(
    test.database,
  );
}

describe("inv30: a session that is revoked", () => {
  it("ends here at once and elsewhere within a second", async () => {
    const { sessions, token } = await newSession();
    const elsewhere = await newProcess();
    const id = await idOf(elsewhere, token);
    const heard = Promise.all([hearsOfEnding(sessions), hearsOfEnding(elsewhere)]);
    await sessions.revoke({ sessionId: id });
    expect(await sessions.find(token)).toBeNull();
    for (const tookMs of await heard) expect(tookMs).toBeLessThan(1_000);
    expect(await elsewhere.find(token)).toBeNull();
  });

  it("is told of once, however often it is revoked", async () => {
    const { sessions, token } = await newSession();
    const told: number[] = [];
    sessions.onEnded((id) => told.push(id));
    const id = await idOf(sessions, token);
    await Promise.all([sessions.revoke({ sessionId: id }), sessions.revoke({ sessionId: id })]);
    await sessions.revoke({ sessionId: id });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(told).toEqual([id]);
  });

  it("takes the user's others along when all are revoked, and nobody else's", async () => {
    const { sessions, member, token } = await newSession();
    const second = await sessions.open(member.userId, VISIT);
    const other = await newSession();
    await sessions.revoke({ userId: member.userId });
    expect(await sessions.find(token)).toBeNull();
    expect(await sessions.find(second)).toBeNull();
    expect(await sessions.find(other.token)).not.toBeNull();
  });

  it("is not believed from memory while nobody listens, nor after", async () => {
    const { sessions, token } = await newSession();
    const elsewhere = await newProcess();
    const id = await idOf(elsewhere, token);
    const missed = new Promise<void>((resolve) => elsewhere.onMissed(resolve));
    await cutListeners();
    // What a process that cannot listen would do: nobody is told.
    await sql`update user_session set revoked_at = clock_timestamp() where id = ${id}`.execute(
      test.database,
    );
    await missed;
    expect(await elsewhere.find(token)).toBeNull();
    expect(await elsewhere.living([id])).toEqual(new Map());
    expect(await sessions.find(token)).toBeNull();
  });

  it("is not believed when the answer was under way as it ended", async () => {
    const { sessions, token } = await newSession();
    const id = await idOf(sessions, token);
    clock.advance(60_000);
    const underWay = sessions.find(token);
    expect(underWay).toBeInstanceOf(Promise);
    const revoked = sessions.revoke({ sessionId: id });
    await Promise.all([underWay, revoked]);
    expect(await sessions.find(token)).toBeNull();
  });

  it("gives way loudly: the oldest of too many is told of, too", async () => {
    const { sessions, member, token } = await newSession();
    const id = await idOf(sessions, token);
    const told = new Promise<number>((resolve) => sessions.onEnded(resolve));
    for (let count = 0; count < 20; count += 1) await sessions.open(member.userId, VISIT);
    expect(await told).toBe(id);
  });
});

describe("a demo user", () => {
  it("draws another uid when somebody has the first one", async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const drawn = ["111222333", "111222333", "111222334"];
    const draw = () => drawn.shift() ?? "";
    await createDemoUser(test.database, first, draw);
    await createDemoUser(test.database, second, draw);
    expect(await findMember(test.database, { demoSecretHash: first })).toMatchObject({
      uid: "111222333",
    });
    expect(await findMember(test.database, { demoSecretHash: second })).toMatchObject({
      uid: "111222334",
    });
  });
});
