// Taking an account back, over HTTP and on a real database: whoever had it - by an old password, a
// session, a socket, keys of their own, or by having registered it first - has nothing of it
// afterwards, whatever was under way; and nobody can keep its owner from it (T09, T13, T16, T17).

import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PUBLIC_ORIGIN } from "../../gateway/testing/open-gateway.ts";
import { callSocket } from "../../gateway/testing/socket-caller.ts";
import { createSoftwareAuthenticator } from "../../testing/software-authenticator.ts";
import {
  type Fields,
  FLOOR_SECRETS,
  openTradingFloor,
  type Reply,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { createAttemptWindows } from "../attempts/attempt-windows.ts";
import { type Applicants, applicantsAt, newEmail, PASSWORD } from "../testing/applicants.ts";
import { ageFactors, appOf } from "../testing/open-member.ts";
import { createCodeTries } from "../two-factor/code-tries.ts";

const INFO = "/api/user/info";
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
  floor.policy.verifyMode = "code";
  expect(await floor.broken()).toEqual({});
});

const as = (token: string) => ({ authorization: token });
const info = (token: string) => floor.ask(INFO, { headers: { ...as(token), lang: "en" } });
const logIn = (account: string, password: string, auth_code = "") =>
  people.post("/api/user/loginForU", { account, password, login_type: "email", auth_code });

async function resetCode(email: string): Promise<string> {
  floor.clock.advance(61_000);
  return await people.codeFor(email, "2");
}

const reset = (account: string, auth_code: string) =>
  people.post("/api/user/forget_password", {
    type: "email",
    account,
    new_password: NEXT,
    secondary_password: NEXT,
    auth_code,
  });

/** The code that a member asks for to change the password. */
async function changeCode(token: string, email: string): Promise<string> {
  floor.clock.advance(61_000);
  await people.post("/v1/api/main/user/send_code", { purpose: "password" }, as(token));
  const letters = (await floor.letters()).filter(({ to, code }) => to === email && code);
  return letters.at(-1)?.code ?? "";
}

const change = (token: string, auth_code: string) =>
  people.post("/api/user/amend_password", { new_password: NEXT, auth_code }, as(token));

/** Lets the call run until it waits for the table, does something meanwhile, and lets it go on. */
async function meanwhile(
  table: string,
  call: () => Promise<Reply>,
  act: () => Promise<void>,
): Promise<Reply> {
  await owner.query(`begin; lock table ${table} in access exclusive mode`);
  let answer: Promise<Reply>;
  try {
    answer = call();
    await isAwaited(table, 1);
    await act();
  } finally {
    await owner.query("commit");
  }
  return await answer;
}

function isAwaited(table: string, by: number): Promise<void> {
  const waiting = `select from pg_locks where not granted and relation = '${table}'::regclass`;
  const look = async () => expect((await owner.query(waiting)).rowCount).toBe(by);
  return vi.waitFor(look, { timeout: 10_000 });
}

/** A call that is under way while the password is reset: both wait for the table, then go on. */
async function besideReset(table: string, call: () => Promise<Reply>, email: string) {
  const auth_code = await resetCode(email);
  const resets: Promise<Reply>[] = [];
  const late = await meanwhile(table, call, async () => {
    resets.push(reset(email, auth_code));
    await isAwaited(table, 2);
  });
  for (const done of resets) expect((await done).code).toBe(1);
  return late;
}

async function openSocket(token: string) {
  const caller = await callSocket(floor.gateway(), { headers: { origin: PUBLIC_ORIGIN } });
  caller.say({ type: "login", params: token });
  await vi.waitFor(() => expect(caller.heard.join()).toContain("login"));
  return caller;
}

describe("T16: a login that was under way when the password changed", () => {
  it("by the old password opens nothing", async () => {
    const { email } = await people.join();
    const late = await besideReset("totp_secret", () => logIn(email, PASSWORD), email);
    expect(late).toMatchObject({ status: 200, reason: "LOGIN_FAILED" });
    const { rows } = await owner.query(
      `select s.id from user_session s join app_user u on u.id = s.user_id
       where u.email = $1 and s.revoked_at is null`,
      [email],
    );
    expect(rows).toEqual([]);
    expect((await logIn(email, NEXT)).code).toBe(1);
  });

  it("without a second factor opens nothing once there is one", async () => {
    const { email } = await people.join();
    const late = await meanwhile(
      "member_setting",
      () => logIn(email, PASSWORD),
      async () => {
        await owner.query(
          `insert into totp_secret (user_id, sealed, enabled_at)
           select id, decode(repeat('00', 60), 'hex'), clock_timestamp()
           from app_user where email = $1`,
          [email],
        );
      },
    );
    expect(late.reason).toBe("LOGIN_FAILED");
  });

  it("by a passkey opens nothing once that is removed", async () => {
    const { email, token } = await people.join();
    const authenticator = await addPasskey(token);
    const challenge = await people.post("/v1/api/main/passkey/login_options", {});
    const response = JSON.stringify(authenticator.answer(challenge.data.options));
    const late = await meanwhile(
      "member_setting",
      () => people.post("/v1/api/main/passkey/login", { id: challenge.data.id, response }),
      async () => {
        await owner.query(
          "delete from passkey where user_id = (select id from app_user where email = $1)",
          [email],
        );
      },
    );
    expect(late.reason).toBe("PASSKEY_REFUSED");
  });
});

describe("T16: a new password and the end of the old sessions", () => {
  it("are one: when the sessions cannot be ended, the old password stays", async () => {
    const { email, token } = await people.join();
    const auth_code = await resetCode(email);
    await owner.query(`
      create function refuse_ending() returns trigger language plpgsql as
        $$ begin raise exception 'no session ends today'; end $$;
      create trigger refuse_ending before update on user_session for each row
        when (new.revoked_at is not null) execute function refuse_ending();`);
    try {
      expect((await reset(email, auth_code)).status).toBe(500);
    } finally {
      await owner.query("drop function refuse_ending cascade");
    }
    expect((await info(token)).code).toBe(1);
    expect((await logIn(email, NEXT)).reason).toBe("LOGIN_FAILED");
    expect((await logIn(email, PASSWORD)).code).toBe(1);
    const { rows } = await owner.query(
      "select withdrawals_frozen_until as frozen from app_user where email = $1",
      [email],
    );
    expect(rows).toEqual([{ frozen: null }]);
    expect((await reset(email, auth_code)).code).toBe(1);
    expect((await info(token)).code).toBe(999);
  });

  it("T79: a reset closes every socket within a second", async () => {
    const { email, token } = await people.join();
    const second = (await logIn(email, PASSWORD)).data.token;
    const sockets = [await openSocket(token), await openSocket(second)];
    const auth_code = await resetCode(email);
    expect((await reset(email, auth_code)).code).toBe(1);
    const answeredAt = performance.now();
    await Promise.all(sockets.map(({ closed }) => closed));
    expect(performance.now() - answeredAt).toBeLessThan(1_000);
  });

  it("T79: a change closes the other sockets within a second, not its own", async () => {
    const { email, token } = await people.join();
    const second = (await logIn(email, PASSWORD)).data.token;
    const [own, other] = [await openSocket(token), await openSocket(second)];
    const auth_code = await changeCode(token, email);
    expect((await change(token, auth_code)).code).toBe(1);
    const answeredAt = performance.now();
    await other.closed;
    expect(performance.now() - answeredAt).toBeLessThan(1_000);
    expect(own.socket.readyState).toBe(own.socket.OPEN);
    own.socket.close();
  });

  it("live, withdrawals wait for a day", async () => {
    const live = await openTradingFloor("live");
    try {
      const applicants = applicantsAt(live);
      const { email } = await applicants.join();
      live.clock.advance(61_000);
      const auth_code = await applicants.codeFor(email, "2");
      const fields = { type: "email", account: email, new_password: NEXT, auth_code };
      const path = "/api/user/forget_password";
      const done = await applicants.post(path, { ...fields, secondary_password: NEXT });
      expect(done.code).toBe(1);
      const { withdrawals_frozen_until: until } = await live.test.database
        .selectFrom("app_user")
        .select("withdrawals_frozen_until")
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      expect(until?.getTime()).toBe(live.clock.now() + 24 * 3_600_000);
    } finally {
      await live.close();
    }
  });
});

describe("T13: a member's own code", () => {
  it("is not used up by a stranger who guesses at a reset", async () => {
    const { email, token } = await people.join();
    const own = await changeCode(token, email);
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await reset(email, "0000000")).reason).toBe("CODE_WRONG");
    }
    expect((await change(token, own)).code).toBe(1);
  });

  it("resets nothing for a stranger who read it, and is the member's alone", async () => {
    const { email, token } = await people.join();
    const own = await changeCode(token, email);
    expect((await reset(email, own)).reason).toBe("CODE_WRONG");
    const mallory = await people.join();
    const fields: Fields = { type: "email", account: email, auth_code: own };
    const passwords = { new_password: NEXT, secondary_password: NEXT };
    const path = "/api/user/forget_password";
    const theirs = await people.post(path, { ...fields, ...passwords }, as(mallory.token));
    expect(theirs.reason).toBe("CODE_WRONG");
    const mine = await people.post(path, { ...fields, ...passwords }, as(token));
    expect(mine.code).toBe(1);
  });
});

describe("T09: whoever guesses codes of the second factor with a stolen password", () => {
  it("keeps the owner out neither with a recovery code nor after a reset", async () => {
    const { email, token } = await people.join();
    const { app, recoveryCodes } = await turnOn(token);
    await age(email);
    await useUpTries(email);
    const heard = await logIn(email, PASSWORD, app.nextCode());
    expect(heard.reason).toBe("TOO_MANY_ATTEMPTS");
    expect((await logIn(email, PASSWORD, recoveryCodes[0])).code).toBe(1);
    expect((await logIn(email, PASSWORD, recoveryCodes[0])).reason).toBe("SECOND_FACTOR_WRONG");
    const auth_code = await resetCode(email);
    expect((await reset(email, auth_code)).code).toBe(1);
    expect((await logIn(email, NEXT, app.nextCode())).code).toBe(1);
  });

  it("hears how long it really takes", async () => {
    const { email, token } = await people.join();
    const { app } = await turnOn(token);
    await useUpTries(email);
    floor.clock.advance(3_600_000);
    const heard = await logIn(email, PASSWORD, app.nextCode());
    expect(heard.reason).toBe("TOO_MANY_ATTEMPTS");
    expect(heard.data.seconds).toBeGreaterThan(22 * 3_600);
    expect(heard.data.seconds).toBeLessThanOrEqual(23 * 3_600);
  });
});

describe("T16: an account that somebody registered with another's address", () => {
  /** By a picture, with keys of the stranger's own. */
  async function preHijack() {
    floor.policy.verifyMode = "captcha";
    const { id: key, answer: sms_code } = await people.solve("register");
    const { token, email } = await people.join(newEmail(), { key, sms_code });
    const authenticator = await addPasskey(token);
    const { recoveryCodes } = await turnOn(token);
    return { token, email, authenticator, recoveryCodes };
  }

  it("is its owner's after a reset: no session, passkey or second factor is left", async () => {
    const { token, email, authenticator } = await preHijack();
    const auth_code = await resetCode(email);
    expect((await reset(email, auth_code)).code).toBe(1);
    expect((await info(token)).code).toBe(999);
    expect((await logInBy(authenticator)).reason).toBe("PASSKEY_REFUSED");
    const own = await logIn(email, NEXT);
    expect(own.data.user).toMatchObject({ has_two_factor: 0, has_passkey: 0 });
  });

  it("keeps its owner's own keys from then on", async () => {
    const { email } = await preHijack();
    expect((await reset(email, await resetCode(email))).code).toBe(1);
    const { token } = (await logIn(email, NEXT)).data;
    const authenticator = await addPasskey(token, NEXT);
    await age(email);
    floor.clock.advance(3_600_001);
    expect((await reset(email, await resetCode(email))).code).toBe(1);
    expect((await logInBy(authenticator)).code).toBe(1);
  });

  it("that was proved by a code keeps its keys through a reset", async () => {
    const { email, token } = await people.join();
    const authenticator = await addPasskey(token);
    const { app } = await turnOn(token);
    await age(email);
    expect((await reset(email, await resetCode(email))).code).toBe(1);
    expect((await logInBy(authenticator)).code).toBe(1);
    expect((await logIn(email, NEXT)).reason).toBe("SECOND_FACTOR_NEEDED");
    expect((await logIn(email, NEXT, app.nextCode())).code).toBe(1);
  });

  it("gets no passkey from a session that was ended meanwhile", async () => {
    const { email, token } = await people.join();
    await people.post("/v1/api/main/step_up", { password: PASSWORD }, as(token));
    const path = "/v1/api/main/passkey/register";
    const { data } = await people.post(`${path}_options`, {}, as(token));
    const response = JSON.stringify(createSoftwareAuthenticator().make(data.options));
    const add = () => people.post(path, { id: data.id, response, name: "x" }, as(token));
    const late = await besideReset("passkey", add, email);
    expect(late.reason).toBe("PASSKEY_EXPIRED");
  });
});

async function addPasskey(token: string, password = PASSWORD) {
  await people.post("/v1/api/main/step_up", { password }, as(token));
  const path = "/v1/api/main/passkey/register";
  const { data } = await people.post(`${path}_options`, {}, as(token));
  const authenticator = createSoftwareAuthenticator();
  const response = JSON.stringify(authenticator.make(data.options));
  const reply = await people.post(path, { id: data.id, response, name: "x" }, as(token));
  expect(reply.code).toBe(1);
  return authenticator;
}

/** As if everything that proves the member had been there for days. */
async function age(email: string): Promise<void> {
  const { rows } = await owner.query("select id from app_user where email = $1", [email]);
  await ageFactors(owner, String(rows[0]?.id));
}

async function logInBy(authenticator: ReturnType<typeof createSoftwareAuthenticator>) {
  const { data } = await people.post("/v1/api/main/passkey/login_options", {});
  const response = JSON.stringify(authenticator.answer(data.options));
  return await people.post("/v1/api/main/passkey/login", { id: data.id, response });
}

async function turnOn(token: string) {
  await people.post("/v1/api/main/step_up", { password: PASSWORD }, as(token));
  const { data } = await people.post("/v1/api/main/two_factor/setup", {}, as(token));
  const app = appOf(floor, data.secret);
  const fields = { auth_code: app.nextCode() };
  const on = await people.post("/v1/api/main/two_factor/enable", fields, as(token));
  const recoveryCodes: readonly string[] = on.data.recovery_codes;
  return { app, recoveryCodes };
}

/** As a guesser would within minutes; the login's own limits slow one down before. */
async function useUpTries(email: string): Promise<void> {
  const { rows } = await owner.query("select id from app_user where email = $1", [email]);
  const attempts = createAttemptWindows({
    database: floor.test.database,
    clock: floor.clock,
    key: FLOOR_SECRETS.codeKey,
  });
  const { refuse } = createCodeTries(attempts);
  const refusals = [];
  for (let quarter = 0; quarter < 4; quarter += 1) {
    if (quarter > 0) floor.clock.advance(900_000);
    for (let tries = 0; tries < 11; tries += 1) refusals.push(await refuse(Number(rows[0]?.id)));
  }
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(30);
}
