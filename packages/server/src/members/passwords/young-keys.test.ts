// Whoever phished a password makes keys of the own with it; a reset throws them out as long as they
// have not cooled, and lets the owner in again. What is older stays (T16, T17).

import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { type Applicants, applicantsAt } from "../testing/applicants.ts";
import {
  addPasskey,
  ageFactors,
  openMember,
  PASSWORD,
  stepUpByPassword,
  turnOnApp,
} from "../testing/open-member.ts";

const NEXT = "velvet harbour 7";

let floor: TradingFloor;
let people: Applicants;
let owner: pg.Client;

beforeAll(async () => {
  floor = await openTradingFloor();
  people = applicantsAt(floor);
  owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await floor.close();
});
beforeEach(() => floor.clock.advance(3_600_001));
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

async function reset({ userId }: Trader) {
  const { rows } = await owner.query("select email from app_user where id = $1", [userId]);
  const email: string = rows[0]?.email;
  floor.clock.advance(61_000);
  const done = await people.post("/api/user/forget_password", {
    type: "email",
    account: email,
    new_password: NEXT,
    secondary_password: NEXT,
    auth_code: await people.codeFor(email, "2"),
  });
  expect(done.code).toBe(1);
  const logIn = (password: string, auth_code = "") =>
    people.post("/api/user/loginForU", {
      account: email,
      password,
      login_type: "email",
      auth_code,
    });
  return { logIn };
}

type Authenticator = Awaited<ReturnType<typeof addPasskey>>["authenticator"];

async function logInBy(authenticator: Authenticator) {
  const { data } = await people.post("/v1/api/main/passkey/login_options", {});
  const response = JSON.stringify(authenticator.answer(data.options));
  return await people.post("/v1/api/main/passkey/login", { id: data.id, response });
}

/** Until somebody waits for such a lock. */
function isAwaited(lock: string): Promise<void> {
  const waiting = `select from pg_locks where not granted and ${lock}`;
  const look = async () => expect((await owner.query(waiting)).rowCount).toBe(1);
  return vi.waitFor(look, { timeout: 10_000 });
}

async function countOf(table: string, { userId }: Trader): Promise<number> {
  const { rowCount } = await owner.query(`select from ${table} where user_id = $1`, [userId]);
  return rowCount ?? 0;
}

async function noticesFor(token: string): Promise<string> {
  const headers = { authorization: token, lang: "en" };
  const { data } = await floor.ask("/v1/api/main/notice/list", { headers });
  return data.data.map(({ text }: { text: string }) => text).join(" ");
}

describe("keys that have not cooled", () => {
  it("go with a reset: the thief is out and the owner is in, and told", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const { authenticator } = await addPasskey(member);
    const app = await turnOnApp(floor, member);
    const { logIn } = await reset(member);
    expect((await logInBy(authenticator)).reason).toBe("PASSKEY_REFUSED");
    expect((await logIn(PASSWORD, app.nextCode())).reason).toBe("LOGIN_FAILED");
    const own = await logIn(NEXT);
    expect(own.data.user).toMatchObject({ has_two_factor: 0, has_passkey: 0 });
    expect(await countOf("recovery_code", member)).toBe(0);
    const told = await noticesFor(own.data.token);
    for (const what of ["passkey", "two-factor", "password"]) {
      expect(told.toLowerCase()).toContain(what);
    }
  });

  it("go with the session of whoever was just coming in by one", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const { authenticator } = await addPasskey(member);
    await owner.query("begin; lock table known_device in access exclusive mode");
    const comingIn = logInBy(authenticator);
    await isAwaited("relation = 'known_device'::regclass");
    const resetting = reset(member);
    await isAwaited("locktype = 'transactionid'");
    await owner.query("commit");
    await resetting;
    const { token } = (await comingIn).data;
    const headers = { authorization: token, lang: "en" };
    expect(await floor.ask("/api/user/info", { headers })).toMatchObject({ code: 999 });
  });

  it("go with it also while an app is only being set up", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    expect((await member.post("/v1/api/main/two_factor/setup")).code).toBe(1);
    await reset(member);
    expect(await countOf("totp_secret", member)).toBe(0);
  });

  it("go alone: the owner's older app stays, and is asked for", async () => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    await ageFactors(owner, member.userId);
    await member.post("/v1/api/main/step_up", { auth_code: app.nextCode() });
    const { authenticator } = await addPasskey(member);
    const { logIn } = await reset(member);
    expect((await logInBy(authenticator)).reason).toBe("PASSKEY_REFUSED");
    expect((await logIn(NEXT)).reason).toBe("SECOND_FACTOR_NEEDED");
    expect((await logIn(NEXT, app.nextCode())).code).toBe(1);
    expect(await countOf("recovery_code", member)).toBe(app.recoveryCodes.length);
  });
});

it("keys that have cooled stay through a reset", async () => {
  const member = await openMember(floor);
  await stepUpByPassword(member);
  const { authenticator } = await addPasskey(member);
  const app = await turnOnApp(floor, member);
  await ageFactors(owner, member.userId);
  const { logIn } = await reset(member);
  expect((await logInBy(authenticator)).code).toBe(1);
  expect((await logIn(NEXT)).reason).toBe("SECOND_FACTOR_NEEDED");
  expect((await logIn(NEXT, app.nextCode())).code).toBe(1);
});

it("a password that is changed by who is logged in takes nothing along", async () => {
  const member = await openMember(floor);
  await stepUpByPassword(member);
  await addPasskey(member);
  floor.clock.advance(61_000);
  await member.post("/v1/api/main/user/send_code", { purpose: "password" });
  const code = (await floor.letters()).filter((letter) => letter.code).at(-1)?.code ?? "";
  const changed = await member.post("/api/user/amend_password", {
    new_password: NEXT,
    auth_code: code,
  });
  expect(changed.code).toBe(1);
  expect(await countOf("passkey", member)).toBe(1);
});
