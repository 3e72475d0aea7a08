// Sessions on a real database: whose a token is, when it ends, and what a lost database means.

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import { isDatabaseAway } from "../../platform/outage.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDemoUser, findMember } from "../users/user-table.ts";
import { createSessions } from "./sessions.ts";
import { hashToken } from "./token.ts";

let test: TestDatabase;
const clock = createFakeClock();

beforeAll(async () => {
  test = await createTestDatabase();
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
  const sessions = createSessions({ database: test.database, clock });
  const member = await newUser();
  return { sessions, member, token: await sessions.open(member.userId) };
}

describe("a session", () => {
  it("says whose it is, bare or after Bearer", async () => {
    const { sessions, member, token } = await newSession();
    const caller = { userId: member.userId, accountId: member.accountId, isDemo: true };
    expect(await sessions.find(token)).toEqual(caller);
    expect(await sessions.find(`Bearer ${token}`)).toEqual(caller);
    expect(await sessions.find(`bearer  ${token}`)).toEqual(caller);
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

  it("inv30: ends at once where it is revoked, and elsewhere within seconds", async () => {
    const { sessions, token } = await newSession();
    const elsewhere = createSessions({ database: test.database, clock });
    for (const one of [sessions, elsewhere]) expect(await one.find(token)).not.toBeNull();
    await sessions.revoke(token);
    expect(await sessions.find(token)).toBeNull();
    clock.advance(5_000);
    expect(await elsewhere.find(token)).toBeNull();
  });

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
    for (let count = 0; count < 20; count += 1) newer.push(await sessions.open(member.userId));
    expect(await sessions.find(token)).toBeNull();
    expect(await sessions.find(newer[0])).not.toBeNull();
    expect(await sessions.find(other.token)).not.toBeNull();
  });

  it("T19: a database that is away is an error, never a session that is gone", async () => {
    const { token } = await newSession();
    const away = { url: "postgresql://nobody@127.0.0.1:1/none", role: null };
    const { database, close } = openDatabase(away, createLog("silent"));
    const sessions = createSessions({ database, clock });
    const problem = await sessions.find(token).catch((error: unknown) => error);
    expect(isDatabaseAway(problem)).toBe(true);
    await close();
    const closed = await sessions.find(token).catch((error: unknown) => error);
    expect(isDatabaseAway(closed)).toBe(true);
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
