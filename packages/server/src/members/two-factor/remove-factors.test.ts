// A member who has lost the phone and the recovery codes: two people of the desk take app, codes
// and passkeys away, never one alone nor the member's own hand, with the consequences of a reset of
// the password (T16, T87). Over HTTP, as people do it.

import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PUBLIC_ORIGIN } from "../../gateway/testing/open-gateway.ts";
import { callSocket } from "../../gateway/testing/socket-caller.ts";
import { traderOf } from "../../testing/floor-asker.ts";
import {
  FLOOR_SECRETS,
  type Operator,
  openTradingFloor,
  type Reply,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { createAttemptWindows } from "../attempts/attempt-windows.ts";
import { holdSession, insertPasskey } from "../passkeys/passkey-table.ts";
import {
  addPasskey,
  openMember,
  PASSWORD,
  stepUpByPassword,
  turnOnApp,
} from "../testing/open-member.ts";
import { createCodeTries } from "./code-tries.ts";
import { findTotp, turnOnTotp } from "./two-factor-table.ts";

const SUBMIT = "/v1/api/desk/proposal/submit";
const APPROVE = "/v1/api/desk/proposal/approve";
const SHOW = "/v1/api/desk/proposal/show";
const MOBILE = "+85261234567";

let floor: TradingFloor;
let owner: pg.Client;
let maker: Operator;
let checker: Operator;
let member: Trader;
let email: string;
let names = 0;

beforeAll(async () => {
  floor = await openTradingFloor();
  owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
  [maker, checker] = [await floor.openStaff(["compliance"]), await floor.openStaff(["compliance"])];
});
afterAll(async () => {
  await owner.end();
  await floor.close();
});
beforeEach(async () => {
  member = await openMember(floor);
  names += 1;
  email = `lost-${names}@example.test`;
  const mobile = `${MOBILE.slice(0, -2)}${names + 10}`;
  await sql`update app_user set email = ${email}, mobile = ${mobile}, language = 'en'
    where id = ${member.userId}`.execute(floor.test.database);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const propose = (by: Operator, user_id: string = member.userId) =>
  by.post(SUBMIT, {
    kind: "second_factor",
    payload: JSON.stringify({ user_id }),
    reason: "lost the phone, seen by video",
  });

const logIn = (auth_code = "") =>
  floor.ask("/api/user/loginForU", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", lang: "en" },
    body: new URLSearchParams({
      ...{ account: email, password: PASSWORD, login_type: "email", auth_code },
    }).toString(),
  });

const agree = ({ id, hash }: { readonly id: string; readonly hash: string }) =>
  checker.post(APPROVE, { id, hash });

async function remove(): Promise<string> {
  const { data } = await propose(maker);
  expect(await agree(data)).toMatchObject({ code: 1, data: { status: "applied" } });
  return data.id;
}

async function readFrozenUntil(): Promise<number> {
  const { rows } = await sql<{ until: Date | null }>`
    select withdrawals_frozen_until as until from app_user
    where id = ${member.userId}`.execute(floor.test.database);
  return rows[0]?.until?.getTime() ?? 0;
}

describe("a member who has lost the second factor", () => {
  it("logs in by the password alone once two people agree, and not before", async () => {
    await stepUpByPassword(member);
    await addPasskey(member);
    const { recoveryCodes } = await turnOnApp(floor, member);
    expect((await logIn()).reason).toBe("SECOND_FACTOR_NEEDED");
    const { data } = await propose(maker);
    const seen = await checker.get(SHOW, { id: data.id });
    const { removed, ...of } = JSON.parse(seen.data.payload);
    const { uid } = (await member.get("/api/user/info")).data;
    expect(of).toEqual({ user_id: member.userId, uid });
    expect(removed).toEqual({
      app_since: expect.stringMatching(/^2\d{3}-.*\.\d{3}Z$/),
      passkeys: [expect.stringMatching(/^\d+$/)],
    });
    expect(JSON.parse(seen.data.current)).toEqual({ ...of, ...removed });
    expect((await logIn()).reason).toBe("SECOND_FACTOR_NEEDED");
    await agree(data);
    const own = await logIn();
    expect(own.data.user).toMatchObject({ has_two_factor: 0, has_passkey: 0 });
    const { rows } = await sql`select from recovery_code
      where user_id = ${member.userId}`.execute(floor.test.database);
    expect([rows, recoveryCodes.length]).toEqual([[], 10]);
  });

  it("T16: loses every session and socket with it", async () => {
    await turnOnApp(floor, member);
    const socket = await callSocket(floor.gateway(), { headers: { origin: PUBLIC_ORIGIN } });
    socket.say({ type: "login", params: member.token });
    await vi.waitFor(() => expect(socket.heard.join()).toContain("login"));
    await remove();
    const isOut = async () => expect((await member.get("/api/user/info")).code).toBe(999);
    await vi.waitFor(isOut, { timeout: 5_000 });
    await socket.closed;
  });

  it("T16: cannot withdraw for the cooling time, and a longer pause stays", async () => {
    await turnOnApp(floor, member);
    await remove();
    const until = floor.clock.now() + 60_000;
    expect(await readFrozenUntil()).toBe(until);
    const later = new Date(until + 3_600_000);
    await sql`update app_user set withdrawals_frozen_until = ${later}
      where id = ${member.userId}`.execute(floor.test.database);
    const { token } = (await logIn()).data;
    await turnOnApp(floor, traderOf(floor.ask, token, member.userId));
    await remove();
    expect(await readFrozenUntil()).toBe(later.getTime());
  });

  it("T16: is told at every contact and in the inbox, once", async () => {
    await stepUpByPassword(member);
    await addPasskey(member);
    await turnOnApp(floor, member);
    const before = (await floor.letters()).length;
    await remove();
    await floor.members().staff.proposals.applyDue();
    const letters = (await floor.letters()).slice(before);
    expect(letters.map(({ channel }) => channel)).toEqual(["email", "sms"]);
    for (const { text } of letters) {
      // Not everybody had both.
      expect(text).toContain("whichever your account had, were removed");
      expect(text).toContain("paused until");
    }
    const { rows } = await sql<{ what: string }>`
      select facts ->> 'what' as what from notice where user_id = ${member.userId}
        and facts ->> 'kind' = 'securityChanged' order by id`.execute(floor.test.database);
    expect(rows.slice(-2).map(({ what }) => what)).toEqual(["twoFactorChanged", "passkeyChanged"]);
  });

  it("H11: hears why withdrawals wait, also when they wait for a new password since", async () => {
    await turnOnApp(floor, member);
    await remove();
    const back = traderOf(floor.ask, (await logIn()).data.token, member.userId);
    const until = Math.floor((await readFrozenUntil()) / 1_000);
    const reason = "Two-factor authentication was changed";
    const heard = async () => (await back.get("/v1/api/main/freeze")).data;
    expect(await heard()).toEqual({ frozen_by: "staff", until, reason });
    await sql`update app_user
      set withdrawals_frozen_until = withdrawals_frozen_until + interval '1 second'
      where id = ${member.userId}`.execute(floor.test.database);
    expect(await heard()).toEqual({ frozen_by: "password", until: until + 1, reason: "" });
  });

  it("is on record with both who agreed", async () => {
    await turnOnApp(floor, member);
    const id = await remove();
    const { rows } = await sql<{ body: string }>`
      select body from audit_log where action = 'user.remove_factors'
      order by seq desc limit 1`.execute(floor.test.database);
    expect(JSON.parse(rows[0]?.body ?? "").detail).toMatchObject({
      proposal: Number(id),
      proposed_by: Number(maker.staffId),
      approved_by: Number(checker.staffId),
      app: true,
      passkeys: 0,
    });
  });
});

describe("H08: what was not there when it was proposed stays", () => {
  const countKeys = async () => {
    const { rows } = await sql<{ id: string }>`
      select id::text from passkey where user_id = ${member.userId}`.execute(floor.test.database);
    return rows.length;
  };

  it("after an older proposal too, which two people agreed on later", async () => {
    await turnOnApp(floor, member);
    const [first, second] = [(await propose(maker)).data, (await propose(maker)).data];
    expect((await agree(first)).data.status).toBe("applied");
    const back = traderOf(floor.ask, (await logIn()).data.token, member.userId);
    await turnOnApp(floor, back);
    const frozenUntil = await readFrozenUntil();
    floor.clock.advance(60_000);
    const { data } = await agree(second);
    expect(data).toMatchObject({ status: "failed", decision: "OBJECT_CHANGED" });
    expect((await logIn()).reason).toBe("SECOND_FACTOR_NEEDED");
    expect((await back.get("/api/user/info")).code).toBe(1);
    expect(await readFrozenUntil()).toBe(frozenUntil);
  });

  it("as a passkey that was added since", async () => {
    await stepUpByPassword(member);
    await addPasskey(member);
    const { data } = await propose(maker);
    await addPasskey(member, "Tablet");
    expect((await agree(data)).data).toMatchObject({
      status: "failed",
      decision: "OBJECT_CHANGED",
    });
    expect(await countKeys()).toBe(2);
    await remove();
    expect(await countKeys()).toBe(0);
  });

  it("as a passkey that is being added at that very moment", async () => {
    await turnOnApp(floor, member);
    const { data } = await propose(maker);
    const { rows } = await sql<{ id: bigint }>`
      select id from user_session
      where user_id = ${member.userId} and revoked_at is null`.execute(floor.test.database);
    const key = { credentialId: Buffer.from(email), publicKey: Buffer.from("key"), counter: 0 };
    const agreed = await agreeDuring(data, async (trx) => {
      expect(await holdSession(trx, Number(rows[0]?.id))).toBe(true);
      const userId = Number(member.userId);
      await insertPasskey(trx, { userId, name: "Phone", transports: [], ...key });
    });
    expect(agreed.data).toMatchObject({ status: "failed", decision: "OBJECT_CHANGED" });
    expect(await countKeys()).toBe(1);
    expect((await logIn()).reason).toBe("SECOND_FACTOR_NEEDED");
  });

  it("as an app that is being turned on at that very moment", async () => {
    await stepUpByPassword(member);
    await addPasskey(member);
    await member.post("/v1/api/main/two_factor/setup");
    const { data } = await propose(maker);
    const userId = Number(member.userId);
    const agreed = await agreeDuring(data, async (trx) => {
      const { sealed } = (await findTotp(trx, userId)) ?? { sealed: Buffer.alloc(0) };
      expect(await turnOnTotp(trx, { userId, sealed, step: 1 })).toBe(true);
    });
    expect(agreed.data).toMatchObject({ status: "failed", decision: "OBJECT_CHANGED" });
    expect((await logIn()).reason).toBe("SECOND_FACTOR_NEEDED");
  });
});

/** The second person agrees, and has to wait for what is done and not yet committed. */
async function agreeDuring(
  proposal: Parameters<typeof agree>[0],
  act: (trx: TradingFloor["test"]["database"]) => Promise<void>,
): Promise<Reply> {
  const { agreed } = await floor.test.database.transaction().execute(async (trx) => {
    await act(trx);
    const agreed = agree(proposal);
    await someoneWaitsFor((await OWN_PID.execute(trx)).rows[0]?.pid);
    return { agreed };
  });
  return await agreed;
}

const OWN_PID = sql<{ pid: number }>`select pg_backend_pid() as pid`;

/** For what that connection holds; answers which one waits. */
async function someoneWaitsFor(holder: number | undefined): Promise<number> {
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and $1 = any(pg_blocking_pids(pid))`;
  const look = async () => {
    const { rows } = await owner.query(waiting, [holder]);
    expect(rows).not.toEqual([]);
    return rows[0].pid;
  };
  return await vi.waitFor(look, { timeout: 10_000 });
}

describe("a removal that breaks half way", () => {
  const NO_MORE = "alter table audit_log add constraint breaks check (action <> 'proposal.apply')";
  const breakIt = () => owner.query(`${NO_MORE} not valid`);
  const mendIt = () => owner.query("alter table audit_log drop constraint if exists breaks");
  afterEach(() => mendIt());

  it("has done nothing, and forgets no tries of codes; the next try does it all", async () => {
    await turnOnApp(floor, member);
    const { database } = floor.test;
    const { codeKey: key } = FLOOR_SECRETS;
    const tries = createCodeTries(createAttemptWindows({ database, clock: floor.clock, key }));
    const tryOne = () => tries.refuse(Number(member.userId));
    for (let tried = 0; tried < 11; tried += 1) await tryOne();
    const { data } = await propose(maker);
    await breakIt();
    expect((await agree(data)).data.status).toBe("approved");
    expect(await tryOne()).not.toBeNull();
    expect((await logIn()).reason).toBe("SECOND_FACTOR_NEEDED");
    await mendIt();
    await floor.members().staff.proposals.applyDue();
    expect((await checker.get(SHOW, { id: data.id })).data.status).toBe("applied");
    expect(await tryOne()).toBeNull();
  });

  it("holds the end of the audit log for its last step alone", async () => {
    await turnOnApp(floor, member);
    const { data } = await propose(maker);
    await breakIt();
    await agree(data);
    await mendIt();
    const { applied, rows } = await floor.test.database.transaction().execute(async (trx) => {
      await sql`select from audit_head for update`.execute(trx);
      const applied = floor.members().staff.proposals.applyDue();
      const waiting = await someoneWaitsFor((await OWN_PID.execute(trx)).rows[0]?.pid);
      const { rows } = await sql<{ name: string }>`
        select relation::regclass::text as name from pg_locks
        where pid = ${waiting} and mode = 'RowExclusiveLock'
          and relation is not null`.execute(trx);
      return { applied, rows };
    });
    await applied;
    const written = rows.map(({ name }) => name);
    expect(written).toEqual(expect.arrayContaining(["notice", "attempt_window"]));
    expect((await checker.get(SHOW, { id: data.id })).data.status).toBe("applied");
  });
});

describe("T87: nobody takes a second factor away", () => {
  it("alone", async () => {
    await turnOnApp(floor, member);
    const { data } = await propose(maker);
    const own = await maker.post(APPROVE, { id: data.id, hash: data.hash });
    expect(own.reason).toBe("OWN_PROPOSAL");
    expect((await logIn()).reason).toBe("SECOND_FACTOR_NEEDED");
  });

  it("from the own account, neither proposing nor agreeing", async () => {
    await turnOnApp(floor, member);
    const self = await floor.openStaff(["compliance"]);
    await sql`update staff set email = ${email} where id = ${self.staffId}`.execute(
      floor.test.database,
    );
    expect((await propose(self)).reason).toBe("OWN_PROPOSAL");
    const { data } = await propose(maker);
    const agreed = await self.post(APPROVE, { id: data.id, hash: data.hash });
    expect(agreed.reason).toBe("OWN_PROPOSAL");
  });

  it("without the permission (T85)", async () => {
    await turnOnApp(floor, member);
    const others = await floor.openStaff(["support", "finance", "dealer"]);
    expect((await propose(others)).reason).toBe("NOT_PERMITTED");
    const { data } = await propose(maker);
    const agreed = await others.post(APPROVE, { id: data.id, hash: data.hash });
    expect(agreed.reason).toBe("NOT_PERMITTED");
  });

  it("from whoever has none, or is no member", async () => {
    for (const user_id of [member.userId, "999999", "x"]) {
      const reply = await propose(maker, user_id);
      expect(reply).toMatchObject({ reason: "PROPOSAL_INVALID", data: { problem: "user_id" } });
    }
  });

  it("that its owner has taken away meanwhile: nothing else happens then", async () => {
    await turnOnApp(floor, member);
    const { data } = await propose(maker);
    await sql`delete from totp_secret where user_id = ${member.userId}`.execute(
      floor.test.database,
    );
    const approved = await checker.post(APPROVE, { id: data.id, hash: data.hash });
    expect(approved.data).toMatchObject({ status: "failed", decision: "OBJECT_CHANGED" });
    expect(await readFrozenUntil()).toBe(0);
    expect((await member.get("/api/user/info")).code).toBe(1);
  });
});
