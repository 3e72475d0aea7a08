// A forgotten password and a changed one, over HTTP: what proves the owner, what ends with it, and
// every way it is refused (T13, T14, T16, T17); and that none of it is anywhere in clear.

import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Fields,
  FLOOR_SECRETS,
  openTradingFloor,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { createAttemptWindows } from "../attempts/attempt-windows.ts";
import { type Applicants, applicantsAt, newEmail, PASSWORD } from "../testing/applicants.ts";
import { expectSameTime } from "../testing/same-time.ts";
import { createCodeTries } from "../two-factor/code-tries.ts";

const FORGET = "/api/user/forget_password";
const AMEND = "/api/user/amend_password";
const SEND = "/v1/api/main/user/send_code";
const INFO = "/api/user/info";
const NEXT = "velvet harbour 7";

let floor: TradingFloor;
let people: Applicants;

beforeAll(async () => {
  floor = await openTradingFloor();
  people = applicantsAt(floor);
});
afterAll(() => floor.close());
beforeEach(() => floor.clock.advance(3_600_001));
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const as = (token: string) => ({ headers: { authorization: token, lang: "en" } });
const logIn = (account: string, password: string) =>
  people.post("/api/user/loginForU", { account, password, login_type: "email" });
const forget = (account: string, extra: Fields) =>
  people.post(FORGET, {
    type: "email",
    account,
    new_password: NEXT,
    secondary_password: NEXT,
    ...extra,
  });
const amend = (token: string, fields: Fields) =>
  people.post(AMEND, fields, { authorization: token });

async function frozenUntil(email: string): Promise<number> {
  const row = await floor.test.database
    .selectFrom("app_user")
    .select("withdrawals_frozen_until")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return row.withdrawals_frozen_until?.getTime() ?? 0;
}

async function ownCode(token: string, email: string): Promise<string> {
  floor.clock.advance(61_000);
  const sent = await people.post(SEND, { purpose: "password" }, { authorization: token });
  expect(sent).toMatchObject({ code: 1, data: { resend_after: 60 } });
  const letters = (await floor.letters()).filter(({ to, code }) => to === email && code);
  return letters.at(-1)?.code ?? "";
}

describe("T16: a forgotten password", () => {
  it("is replaced by a code; every session ends, withdrawals wait, the owner is told", async () => {
    const { email, token } = await people.join();
    const second = (await logIn(email, PASSWORD)).data.token;
    floor.clock.advance(61_000);
    const auth_code = await people.codeFor(email, "2");
    expect(await forget(email, { auth_code })).toMatchObject({ status: 200, code: 1, data: {} });
    for (const old of [token, second]) {
      expect(await floor.ask(INFO, as(old))).toMatchObject({ status: 200, code: 999 });
    }
    expect((await logIn(email, PASSWORD)).reason).toBe("LOGIN_FAILED");
    expect((await logIn(email, NEXT)).code).toBe(1);
    expect(await frozenUntil(email)).toBe(floor.clock.now() + 60_000);
    const told = (await floor.letters()).filter(
      ({ to, kind }) => to === email && kind === "passwordChanged",
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.text).not.toContain(NEXT);
    expect((await forget(email, { auth_code })).reason).toBe("CODE_WRONG");
  });

  it("is replaced together with the news of it, or not at all", async () => {
    const { email } = await people.join();
    floor.clock.advance(61_000);
    const auth_code = await people.codeFor(email, "2");
    const client = new pg.Client({ connectionString: floor.test.ownerUrl });
    await client.connect();
    await client.query(`
      create function refuse_news() returns trigger language plpgsql as
        $$ begin raise exception 'no news today'; end $$;
      create trigger refuse_news before insert on notice for each row
        when (new.source = 'security') execute function refuse_news();`);
    try {
      expect((await forget(email, { auth_code })).status).toBe(500);
    } finally {
      await client.query("drop function refuse_news cascade");
      await client.end();
    }
    expect((await logIn(email, NEXT)).reason).toBe("LOGIN_FAILED");
    expect((await forget(email, { auth_code })).code).toBe(1);
    const { token } = (await logIn(email, NEXT)).data;
    const { data } = await floor.ask("/v1/api/main/notice/list", as(token));
    expect(JSON.stringify(data).toLowerCase()).toContain("password");
    const told = (await floor.letters()).filter(
      ({ to, kind }) => to === email && kind === "passwordChanged",
    );
    expect(told).toHaveLength(1);
  });

  it("T09: lets codes of the second factor be tried again, or is not replaced", async () => {
    const { email, token } = await people.join();
    const { data: user } = await floor.ask(INFO, as(token));
    const { database } = floor.test;
    const key = FLOOR_SECRETS.codeKey;
    const attempts = createAttemptWindows({ database, clock: floor.clock, key });
    floor.clock.advance(61_000);
    const auth_code = await people.codeFor(email, "2");
    await createCodeTries(attempts).refuse(Number(user.id));
    const client = new pg.Client({ connectionString: floor.test.ownerUrl });
    await client.connect();
    await client.query(`
      create function refuse_forgetting() returns trigger language plpgsql as
        $$ begin raise exception 'nothing is forgotten today'; end $$;
      create trigger refuse_forgetting before delete on attempt_window for each row
        execute function refuse_forgetting();`);
    try {
      expect((await forget(email, { auth_code })).status).toBe(500);
    } finally {
      await client.query("drop function refuse_forgetting cascade");
      await client.end();
    }
    expect((await logIn(email, NEXT)).reason).toBe("LOGIN_FAILED");
    expect((await forget(email, { auth_code })).code).toBe(1);
    const tried = { what: "auth-code", subject: String(user.id), windowMs: 900_000 };
    expect((await attempts.look(tried)).tries).toBe(0);
  });

  it("by mobile goes by the number", async () => {
    const mobile = "+85291230001";
    const member = { type: "mobile", account: mobile, password: PASSWORD, re_password: PASSWORD };
    const sms_code = await people.codeFor(mobile);
    expect((await people.post("/api/user/register", { ...member, sms_code })).code).toBe(1);
    floor.clock.advance(61_000);
    const auth_code = await people.codeFor(mobile, "2");
    const reply = await forget("91230001", { type: "mobile", area_id: "344", auth_code });
    expect(reply.code).toBe(1);
  });

  it("T13: is not replaced by a code for registering, or of somebody else", async () => {
    const { email } = await people.join();
    const mallory = await people.join();
    floor.clock.advance(61_000);
    const other = await people.codeFor(mallory.email, "2");
    expect((await forget(email, { auth_code: other })).reason).toBe("CODE_WRONG");
    const registering = await people.codeFor(email, "1");
    expect((await forget(email, { auth_code: registering })).reason).toBe("CODE_WRONG");
    expect((await logIn(email, PASSWORD)).code).toBe(1);
  });

  it("T14: of nobody is a wrong code, also after one was asked for", async () => {
    const { email } = await people.join();
    const stranger = newEmail();
    floor.clock.advance(61_000);
    for (const to of [email, stranger]) {
      await people.post("/api/notify/send_email", { to, type: 2 });
    }
    await floor.letters();
    for (let tries = 0; tries < 6; tries += 1) {
      const [known, unknown] = [
        await forget(email, { auth_code: "0000000" }),
        await forget(stranger, { auth_code: "0000000" }),
      ];
      expect(known.reason).toBe("CODE_WRONG");
      expect(unknown.body).toBe(known.body);
    }
  });

  it("T14: of nobody takes as long to refuse as somebody's", async () => {
    const { email } = await people.join();
    const stranger = newEmail();
    const refused = (account: string) => async () => {
      expect((await forget(account, { auth_code: "0000000" })).reason).toBe("CODE_WRONG");
    };
    let pair = 0;
    await expectSameTime({
      first: refused(email),
      second: refused(stranger),
      pairs: 40,
      between: async () => {
        pair += 1;
        // Five tries each, then another code for both.
        if (pair % 5 !== 0) return;
        floor.clock.advance(3_600_001);
        for (const to of [email, stranger]) {
          await people.post("/api/notify/send_email", { to, type: 2 });
        }
        await floor.letters();
      },
    });
  });

  it("T13: guessed a hundred times at once stays what it was", async () => {
    const { email } = await people.join();
    floor.clock.advance(61_000);
    const code = await people.codeFor(email, "2");
    const guess = code === "7777777" ? "7777778" : "7777777";
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => forget(email, { auth_code: guess })),
    );
    const heard = new Set(replies.map(({ reason }) => reason));
    heard.delete("BUSY");
    expect(heard).toEqual(new Set(["CODE_WRONG"]));
    // Who was sent away as too many at once has tried nothing.
    for (let tries = 0; tries < 5; tries += 1) await forget(email, { auth_code: guess });
    expect((await forget(email, { auth_code: code })).reason).toBe("CODE_WRONG");
    expect((await logIn(email, PASSWORD)).code).toBe(1);
  });

  it("set a hundred times at once with one code is set once", async () => {
    const { email } = await people.join();
    floor.clock.advance(61_000);
    const auth_code = await people.codeFor(email, "2");
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => forget(email, { auth_code })),
    );
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  it.each([
    [{ account: "" }, "COMPLETE_FORM", "Please complete"],
    [{ new_password: "" }, "COMPLETE_FORM", "Please complete"],
    [{ secondary_password: "" }, "COMPLETE_FORM", "Please complete"],
    [{ secondary_password: "other horse 5" }, "PASSWORDS_DIFFER", "Password confusion"],
    [{ account: "ann" }, "EMAIL_INVALID", null],
    [{ type: "mobile", account: "+85212" }, "MOBILE_INVALID", null],
    [{ type: "mobile", account: "91234567" }, "AREA_UNKNOWN", null],
    [{ new_password: "short", secondary_password: "short" }, "PASSWORD_TOO_SHORT", null],
    [{ new_password: "iloveyou2", secondary_password: "iloveyou2" }, "PASSWORD_COMMON", null],
    [{ auth_code: "" }, "CODE_REQUIRED", "Please enter the verification code"],
    [{ auth_code: "1234567" }, "CODE_WRONG", null],
  ])("%j is refused with %s", async (extra, reason, msg) => {
    const reply = await forget(newEmail(), { auth_code: "1", ...extra });
    expect(reply).toMatchObject({ status: 200, reason, ...(msg && { msg }) });
  });
});

describe("T17: a changed password", () => {
  it("takes the code of the stored address; the other sessions end, this one stays", async () => {
    const { email, token } = await people.join();
    const second = (await logIn(email, PASSWORD)).data.token;
    const auth_code = await ownCode(token, email);
    const change = { new_password: NEXT, auth_code, old_password: PASSWORD };
    expect(await amend(token, change)).toMatchObject({ status: 200, code: 1, data: {} });
    expect((await floor.ask(INFO, as(token))).code).toBe(1);
    expect((await floor.ask(INFO, as(second))).code).toBe(999);
    expect((await logIn(email, NEXT)).code).toBe(1);
    expect(await frozenUntil(email)).toBe(floor.clock.now() + 60_000);
  });

  it("takes the fields of the specification, without the old one", async () => {
    const { email, token } = await people.join();
    floor.clock.advance(61_000);
    const own = { authorization: token };
    await people.post("/api/notify/send_email", { to: email, type: 2 }, own);
    const auth_code = (await floor.letters()).filter(({ to }) => to === email).at(-1)?.code ?? "";
    const reply = await amend(token, { new_password: NEXT, auth_code, type: "email" });
    expect(reply.code).toBe(1);
  });

  it("takes no code that a thief had sent to an address of the thief's", async () => {
    const { email, token } = await people.join();
    const mallory = await people.join();
    floor.clock.advance(61_000);
    const auth_code = await people.codeFor(mallory.email, "2");
    const change = { new_password: NEXT, auth_code, type: "email", account: mallory.email };
    expect((await amend(token, change)).reason).toBe("CODE_WRONG");
    expect((await logIn(email, PASSWORD)).code).toBe(1);
  });

  it.each([
    [{ new_password: "" }, "COMPLETE_FORM", "Please complete"],
    [{ auth_code: "" }, "CODE_REQUIRED", null],
    [{ auth_code: "1234567" }, "CODE_WRONG", null],
    [{ new_password: "short" }, "PASSWORD_TOO_SHORT", "A password has at least 8 characters."],
    [{ new_password: "qwertyuiop" }, "PASSWORD_COMMON", null],
    [{ old_password: "not the old one" }, "PASSWORD_WRONG", "The current password is wrong."],
  ])("%j is refused with %s", async (extra, reason, msg) => {
    const { token } = await people.join();
    const reply = await amend(token, { new_password: NEXT, auth_code: "1", ...extra });
    expect(reply).toMatchObject({ status: 200, reason, ...(msg && { msg }) });
  });

  it("is not guessed at by the old one without end", async () => {
    const { token } = await people.join();
    const guess = { new_password: NEXT, auth_code: "1", old_password: "not the old one" };
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await amend(token, guess)).reason).toBe("PASSWORD_WRONG");
    }
    expect((await amend(token, guess)).reason).toBe("TOO_MANY_ATTEMPTS");
  });

  it("T22: is for members", async () => {
    const demo = await floor.openDemo();
    const fields = { new_password: NEXT, auth_code: "1" };
    expect((await demo.post(AMEND, fields)).reason).toBe("ONLY_REAL");
    expect((await people.post(AMEND, fields)).code).toBe(999);
  });
});

describe("what is secret", () => {
  it("is in no table, no log line and no answer in clear", async () => {
    const { email, token } = await people.join();
    const code = await ownCode(token, email);
    const change = { new_password: "canary quartz 42", auth_code: code, old_password: PASSWORD };
    const answers = [(await amend(token, change)).body];
    const login = await logIn(email, "canary quartz 42");
    answers.push(login.body.replace(login.data.token, ""));
    const dump = await dumpOf(floor);
    const everything = [...answers, floor.gateway().logged.join(""), dump].join("");
    for (const secret of ["canary quartz", PASSWORD, code, login.data.token]) {
      expect(everything).not.toContain(secret);
    }
    expect(dump).toContain("$argon2id$");
  });
});

/** Every row of every table, as text. */
async function dumpOf({ test }: TradingFloor): Promise<string> {
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from "${name}" t`,
      );
      parts.push(...rows.map(({ row }) => row));
    }
    return parts.join("\n");
  } finally {
    await client.end();
  }
}
