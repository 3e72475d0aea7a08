// The login over HTTP: by e-mail and by mobile number, one answer for unknown accounts and wrong
// passwords in the same time, limits that stop who guesses and never the owner (T09, T14, T30).

import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FLOOR_SECRETS, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  type Applicants,
  applicantsAt,
  HONG_KONG,
  newEmail,
  newMobile,
  PASSWORD,
} from "../testing/applicants.ts";
import { expectSameTime } from "../testing/same-time.ts";

const LOGIN = "/api/user/loginForU";
const INFO = "/api/user/info";

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
const logIn = (account: string, extra: Record<string, string> = {}) =>
  people.post(LOGIN, {
    account,
    password: PASSWORD,
    login_type: account.includes("@") ? "email" : "mobile",
    ...extra,
  });
const fail = (account: string, extra: Record<string, string> = {}) =>
  logIn(account, { password: "maple stapler 8", ...extra });

async function joinByMobile(): Promise<string> {
  const mobile = newMobile();
  const { code } = await people.post("/api/user/register", {
    type: "mobile",
    account: mobile,
    password: PASSWORD,
    re_password: PASSWORD,
    sms_code: await people.codeFor(mobile),
  });
  expect(code).toBe(1);
  return mobile;
}

describe("logging in", () => {
  it("by e-mail gives a new session of the same user", async () => {
    const { email, token } = await people.join();
    const before = (await floor.ask(INFO, as(token))).data;
    const reply = await logIn(` ${email.toUpperCase()} `);
    expect(reply).toMatchObject({ status: 200, code: 1, data: { user: before } });
    expect(Object.keys(reply.data).sort()).toEqual(["identifier_hash", "token", "user"]);
    expect(reply.data.token).not.toBe(token);
    for (const each of [token, reply.data.token]) {
      expect((await floor.ask(INFO, as(each))).data).toEqual(before);
    }
  });

  it("by mobile takes the number with its dialling code, or with its area", async () => {
    const mobile = await joinByMobile();
    expect((await logIn(mobile)).code).toBe(1);
    const national = mobile.slice("+852".length);
    expect((await logIn(national, { area_id: HONG_KONG })).code).toBe(1);
    expect((await logIn(national)).reason).toBe("AREA_UNKNOWN");
  });

  it("tells the kind of an account by its look where the client does not", async () => {
    const { email } = await people.join();
    const reply = await people.post(LOGIN, { account: email, password: PASSWORD });
    expect(reply.code).toBe(1);
  });

  it("T30: names the user to the chat by a keyed hash that is the same each time", async () => {
    const { email } = await people.join();
    const [first, second] = [await logIn(email), await logIn(email)];
    expect(first.data.identifier_hash).toBe(second.data.identifier_hash);
    // As a widget of another house checks it: by its own copy of the key and the uid it is told.
    const { uid } = first.data.user;
    const keyed = createHmac("sha256", FLOOR_SECRETS.chatKey).update(uid).digest("hex");
    expect(first.data.identifier_hash).toBe(keyed);
    expect(createHmac("sha256", "a guess").update(uid).digest("hex")).not.toBe(keyed);
  });

  it.each([
    [{ account: "", password: "x" }, "ACCOUNT_REQUIRED", "Please enter e-mail or phone number"],
    [{ account: "a@b.test", password: "" }, "PASSWORD_REQUIRED", "Please enter password"],
    [{ account: "a@b.test" }, "PASSWORD_REQUIRED", null],
    [{ account: "ann", password: "x", login_type: "email" }, "EMAIL_INVALID", null],
    [{ account: "+85212", password: "x", login_type: "mobile" }, "MOBILE_INVALID", null],
    [{ account: "91234567", password: "x", area_id: "1000" }, "AREA_UNKNOWN", null],
    [{ account: "a@b.test", password: "x", login_type: "pigeon" }, "FIELD_INVALID", null],
    [
      { account: "a@b.test", password: "x" },
      "LOGIN_FAILED",
      "The account or the password is wrong.",
    ],
  ])("%j is refused with %s", async (fields, reason, msg) => {
    const reply = await people.post(LOGIN, fields);
    expect(reply).toMatchObject({ status: 200, reason, ...(msg && { msg }) });
    const korean = await people.post(LOGIN, fields, { lang: "kr" });
    expect(korean.msg).not.toBe(reply.msg);
  });
});

describe("T14: an unknown account and a wrong password", () => {
  it("get the same answer to the byte", async () => {
    const { email } = await people.join();
    const mobile = await joinByMobile();
    const bodies = [
      await fail(email),
      await fail(newEmail()),
      await fail(mobile),
      await fail(newMobile()),
    ].map(({ body }) => body);
    expect(new Set(bodies).size).toBe(1);
  });

  it("take the same time", async () => {
    const known = (await people.join()).email;
    const failing = (account: () => string) => async () => {
      expect((await fail(account())).reason).toBe("LOGIN_FAILED");
    };
    await fail(newEmail());
    await expectSameTime({
      first: failing(() => known),
      second: failing(newEmail),
      pairs: 30,
      // With free tries again, and not as many in a day as make an account slow.
      between: async () => floor.clock.advance(3 * 3_600_000),
    });
  });
});

describe("T09: who guesses", () => {
  it("is asked for a captcha after five tries, and so is everybody for that account", async () => {
    const { email } = await people.join();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await fail(email)).reason).toBe("LOGIN_FAILED");
    }
    expect(await logIn(email)).toMatchObject({ reason: "CAPTCHA_NEEDED" });
    const { id: key, answer } = await people.solve("login");
    expect((await logIn(email, { key, sms_code: "nonono" })).reason).toBe("CAPTCHA_WRONG");
    expect((await logIn(email, { key, sms_code: answer })).reason).toBe("CAPTCHA_WRONG");
    const next = await people.solve("login");
    // The owner is not locked out.
    expect((await logIn(email, { key: next.id, sms_code: next.answer })).code).toBe(1);
    // And starts anew.
    expect((await fail(email)).reason).toBe("LOGIN_FAILED");
    expect((await logIn(email)).code).toBe(1);
  });

  it("of a hundred at once has five looked at", async () => {
    const email = newEmail();
    const replies = await Promise.all(Array.from({ length: 100 }, () => fail(email)));
    const looked = replies.filter(({ reason }) => reason === "LOGIN_FAILED");
    expect(looked.length).toBeLessThanOrEqual(5);
    const rest = new Set(replies.map(({ reason }) => reason));
    rest.delete("LOGIN_FAILED");
    for (const reason of rest) expect(["BUSY", "CAPTCHA_NEEDED"]).toContain(reason);
  });

  it("with captchas waits after ten tries, and is told how long", async () => {
    const email = newEmail();
    const reasons: (string | undefined)[] = [];
    let last = await fail(email);
    for (let tries = 0; tries < 16; tries += 1) {
      const { id: key, answer: sms_code } = await people.solve("login");
      last = await fail(email, { key, sms_code });
      reasons.push(last.reason);
    }
    expect(reasons.filter((reason) => reason === "LOGIN_FAILED")).toHaveLength(9);
    expect(last).toMatchObject({ reason: "TOO_MANY_ATTEMPTS", data: { seconds: 900 } });
    expect(last.msg).toBe("Too many attempts. Please try again in 900 s.");
    floor.clock.advance(900_001);
    expect((await fail(email)).reason).toBe("LOGIN_FAILED");
  });

  it("from one address has 120 refused logins an hour and more, then captchas", async () => {
    const reasons = new Set<string | undefined>();
    for (let tries = 0; tries < 120; tries += 1) reasons.add((await fail(newEmail())).reason);
    expect([...reasons]).toEqual(["LOGIN_FAILED"]);
  });

  it("leaves a trace at the door of whoever was tried", async () => {
    const { email } = await people.join();
    await fail(email);
    const { data } = await logIn(email);
    await floor.letters();
    const logins = await floor.ask("/v1/api/main/login/list", as(data.token));
    expect(logins.data.data.map((row: { Outcome: string }) => row.Outcome)).toContain("refused");
  });
});

describe("T10: when everybody comes at once", () => {
  it("the excess is sent away politely with 429, and does not count as a guess", async () => {
    const emails = Array.from({ length: 60 }, newEmail);
    const replies = await Promise.all(emails.map((email) => fail(email)));
    const busy = replies.filter(({ reason }) => reason === "BUSY");
    expect(busy.length).toBeGreaterThan(0);
    for (const reply of busy) expect(reply.status).toBe(429);
    expect(busy[0]?.msg).toMatch(/^Too many people are logging in/);
    const rest = replies.filter(({ reason }) => reason !== "BUSY").map(({ reason }) => reason);
    expect(new Set(rest)).toEqual(new Set(["LOGIN_FAILED"]));
  });
});
