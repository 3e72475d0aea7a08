// Registering over HTTP under each of the platform's ways: what it takes, what it answers, and
// every way it says no (T15, T22, T80, T81, inv31, inv37).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Fields, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  type Applicants,
  applicantsAt,
  HONG_KONG,
  newEmail,
  newMobile,
  PASSWORD,
} from "../testing/applicants.ts";

const REGISTER = "/api/user/register";
const INFO = "/api/user/info";

let floor: TradingFloor;
let people: Applicants;

beforeAll(async () => {
  floor = await openTradingFloor();
  people = applicantsAt(floor);
});
afterAll(() => floor.close());
beforeEach(() => {
  floor.policy.verifyMode = "code";
  floor.clock.advance(3_600_001);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const as = (token: string) => ({ headers: { authorization: token, lang: "en" } });
const form = (account: string, extra: Fields = {}): Fields => ({
  type: account.includes("@") ? "email" : "mobile",
  account,
  password: PASSWORD,
  re_password: PASSWORD,
  ...extra,
});

async function usersOf(column: "email" | "mobile", value: string): Promise<number> {
  const rows = await floor.test.database
    .selectFrom("app_user")
    .select("id")
    .where(column, "=", value)
    .execute();
  return rows.length;
}

describe("registering by a code", () => {
  it("by e-mail gives a member with an empty real account, logged in", async () => {
    const email = newEmail();
    const sms_code = await people.codeFor(email);
    const reply = await people.post(REGISTER, form(email.toUpperCase(), { sms_code }));
    expect(reply).toMatchObject({ status: 200, code: 1 });
    expect(reply.data).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      user: {
        id: expect.stringMatching(/^\d+$/),
        uid: expect.stringMatching(/^\d{9}$/),
        email,
        mobile: "",
        area_id: "",
        is_demo: 0,
        invite_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/),
        has_two_factor: 0,
        has_passkey: 0,
        created_at: expect.stringMatching(/20\d\d/),
      },
      identifier_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { token, user } = reply.data;
    expect((await floor.ask(INFO, as(token))).data).toEqual(user);
    const account = await floor.ask("/v1/api/main/account/forexDetail", as(token));
    expect(account.data).toMatchObject({ is_demo: 0, balance: "0.00", Cash: "0.000000" });
    // T23: play money is not for them.
    const reset = await floor.ask("/v1/api/main/user/resetForexDemoAccount?t=1", as(token));
    expect(reset.reason).toBe("ONLY_DEMO");
  });

  it("by mobile gives a member who sees the number's ends only", async () => {
    const mobile = newMobile();
    const sms_code = await people.codeFor(mobile);
    const national = mobile.slice("+852".length);
    const reply = await people.post(REGISTER, form(national, { area_id: HONG_KONG, sms_code }));
    expect(reply.data.user).toMatchObject({
      email: "",
      mobile: `+852 ••••• ${mobile.slice(-3)}`,
      area_id: HONG_KONG,
      is_demo: 0,
    });
    expect(reply.body).not.toContain(national);
  });

  it("takes JSON as well", async () => {
    const email = newEmail();
    const sms_code = await people.codeFor(email);
    const reply = await floor.ask(REGISTER, {
      method: "POST",
      headers: { "content-type": "application/json", lang: "en" },
      body: JSON.stringify(form(email, { sms_code })),
    });
    expect(reply.code).toBe(1);
  });

  it("T13: takes no code of another purpose, account or time, and none twice", async () => {
    const email = newEmail();
    const sms_code = await people.codeFor(email);
    const other = newEmail();
    const wrong = { reason: "CODE_WRONG", msg: "The verification code is wrong or has expired." };
    expect(await people.post(REGISTER, form(other, { sms_code }))).toMatchObject(wrong);
    expect((await people.post(REGISTER, form(email, { sms_code }))).code).toBe(1);
    expect(await people.post(REGISTER, form(email, { sms_code }))).toMatchObject(wrong);
    const late = newEmail();
    const code = await people.codeFor(late);
    floor.clock.advance(600_001);
    expect(await people.post(REGISTER, form(late, { sms_code: code }))).toMatchObject(wrong);
  });

  it("T14: tells that an account exists to nobody but its owner", async () => {
    const { email } = await people.join();
    const guess = { sms_code: "0000000" };
    const known = await people.post(REGISTER, form(email, guess));
    const unknown = await people.post(REGISTER, form(newEmail(), guess));
    expect(known.body).toBe(unknown.body);
    floor.clock.advance(61_000);
    const sms_code = await people.codeFor(email);
    expect(await people.post(REGISTER, form(email, { sms_code }))).toMatchObject({
      reason: "ACCOUNT_TAKEN",
      msg: "This account is registered already. Please log in.",
    });
  });

  it("T15: a hundred at once with one code are one member", async () => {
    const email = newEmail();
    const sms_code = await people.codeFor(email);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => people.post(REGISTER, form(email, { sms_code }))),
    );
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await usersOf("email", email)).toBe(1);
    const no = new Set(replies.filter(({ code }) => code !== 1).map(({ reason }) => reason));
    for (const reason of no) expect(["CODE_WRONG", "ACCOUNT_TAKEN", "BUSY"]).toContain(reason);
  });

  it("T15: spellings of one address are one member", async () => {
    const { email } = await people.join();
    const spelt = [email.toUpperCase(), ` ${email} `, email.replace("example", "ｅｘａｍｐｌｅ")];
    for (const account of spelt) {
      floor.clock.advance(61_000);
      const sms_code = await people.codeFor(email);
      const reply = await people.post(REGISTER, form(account, { sms_code }));
      expect(reply.reason).toBe("ACCOUNT_TAKEN");
    }
    expect(await usersOf("email", email)).toBe(1);
  });
});

describe("registering by mobile where the operator offers it not", () => {
  it("is refused before anything is sent; who has a number still logs in by it", async () => {
    const mobile = newMobile();
    const sms_code = await people.codeFor(mobile);
    expect((await people.post(REGISTER, form(mobile, { sms_code }))).code).toBe(1);
    floor.policy.isMobileShown = false;
    const other = { to: newMobile(), type: 1 };
    expect((await people.post("/api/notify/send_sms", other)).reason).toBe("SENDING_PAUSED");
    const reply = await people.post(REGISTER, form(newMobile(), { sms_code: "1" }));
    expect(reply.reason).toBe("SENDING_PAUSED");
    const login = { account: mobile, password: PASSWORD, login_type: "mobile" };
    expect((await people.post("/api/user/loginForU", login)).code).toBe(1);
    floor.policy.isMobileShown = true;
  });
});

describe("registering by a picture", () => {
  it("takes the captcha's id and letters, once", async () => {
    floor.policy.verifyMode = "captcha";
    const { id: key, answer } = await people.solve("register");
    const solved = { key, sms_code: answer };
    const email = newEmail();
    expect((await people.post(REGISTER, form(email, solved))).data.user.email).toBe(email);
    expect((await people.post(REGISTER, form(newEmail(), solved))).reason).toBe("CAPTCHA_WRONG");
    const none = await people.post(REGISTER, form(newEmail()));
    expect(none.reason).toBe("CAPTCHA_NEEDED");
  });

  it("is asked for at the address of the captchas", async () => {
    const reply = await floor.ask("/api/captcha?t=1", { headers: { lang: "en" } });
    expect(reply).toMatchObject({ code: 1 });
    expect(reply.data).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      b64s: expect.stringMatching(/^data:image\/png;base64,/),
    });
    expect((await floor.ask("/api/captcha?purpose=other")).reason).toBe("FIELD_INVALID");
  });

  it("T15: a hundred at once for one address are one member", async () => {
    floor.policy.verifyMode = "captcha";
    const email = newEmail();
    const solved = await Promise.all(Array.from({ length: 8 }, () => people.solve("register")));
    const replies = await Promise.all(
      solved.map(({ id, answer }) =>
        people.post(REGISTER, form(email, { key: id, sms_code: answer })),
      ),
    );
    expect(replies.filter(({ code }) => code === 1).length).toBeLessThanOrEqual(1);
    expect(await usersOf("email", email)).toBe(1);
  });
});

describe("registering by a code, with a number beside the address", () => {
  beforeEach(() => {
    floor.policy.verifyMode = "codeAndPhone";
  });

  it("keeps the number, and lets nobody log in by it", async () => {
    const email = newEmail();
    const mobile = newMobile();
    const sms_code = await people.codeFor(email);
    const beside = { mobile: mobile.slice("+852".length), area_id: HONG_KONG, sms_code };
    const reply = await people.post(REGISTER, form(email, beside));
    expect(reply.data.user).toMatchObject({ email, mobile: `+852 ••••• ${mobile.slice(-3)}` });
    const login = { account: mobile, password: PASSWORD, login_type: "mobile" };
    expect((await people.post("/api/user/loginForU", login)).reason).toBe("LOGIN_FAILED");
    expect(await usersOf("mobile", mobile)).toBe(0);
  });

  it("asks for it", async () => {
    const email = newEmail();
    const sms_code = await people.codeFor(email);
    const none = await people.post(REGISTER, form(email, { sms_code }));
    expect(none).toMatchObject({ reason: "COMPLETE_FORM", msg: "Please complete" });
    const bad = form(email, { sms_code, mobile: "12", area_id: HONG_KONG });
    expect((await people.post(REGISTER, bad)).reason).toBe("MOBILE_INVALID");
    const mobile = newMobile();
    const byNumber = form(mobile, { sms_code: await people.codeFor(mobile) });
    expect((await people.post(REGISTER, byNumber)).code).toBe(1);
  });
});

describe("every bad form has its own words", () => {
  it.each([
    [{ account: "" }, "ACCOUNT_REQUIRED", "Please enter e-mail or phone number"],
    [{ password: "" }, "PASSWORD_REQUIRED", "Please enter password"],
    [{ re_password: "" }, "COMPLETE_FORM", "Please complete"],
    [{ re_password: "maple stapler 8" }, "PASSWORDS_DIFFER", "Password confusion"],
    [{ account: "ann@localhost" }, "EMAIL_INVALID", "This is not an e-mail address."],
    [{ type: "mobile", account: "12", area_id: "344" }, "MOBILE_INVALID", null],
    [{ type: "mobile", account: "91234567" }, "AREA_UNKNOWN", null],
    [{ area_id: "1000" }, "AREA_UNKNOWN", "Please choose a country or region."],
    [{ country: "ZZ" }, "AREA_UNKNOWN", null],
    [{ password: "short", re_password: "short" }, "PASSWORD_TOO_SHORT", null],
    [{ password: "x y".repeat(60), re_password: "x y".repeat(60) }, "PASSWORD_TOO_LONG", null],
    [{ password: "password1", re_password: "password1" }, "PASSWORD_COMMON", null],
    [
      { account: "ann.lee9@example.test", password: "Ann.Lee9", re_password: "Ann.Lee9" },
      "PASSWORD_IS_ACCOUNT",
      "The password must not be the account itself.",
    ],
    [{ sms_code: "" }, "CODE_REQUIRED", "Please enter the verification code"],
    [{ sms_code: "1234567" }, "CODE_WRONG", null],
    [{ invite_code: "0000000000" }, "INVITE_UNKNOWN", "This invite code does not exist."],
    [{ invite_code: "' or 1=1" }, "INVITE_UNKNOWN", null],
    [{ type: "pigeon" }, "FIELD_INVALID", null],
    [{ account: "x".repeat(400) }, "FIELD_INVALID", null],
  ])("%j is refused with %s", async (extra, reason, msg) => {
    const reply = await people.post(REGISTER, { ...form(newEmail(), { sms_code: "1" }), ...extra });
    expect(reply).toMatchObject({ status: 200, reason, ...(msg && { msg }) });
    const french = await people.post(
      REGISTER,
      { ...form(newEmail(), { sms_code: "1" }), ...extra },
      { lang: "fr" },
    );
    expect(french.msg).not.toBe(reply.msg);
  });
});

describe("T80: an invitation", () => {
  it("names who invited, in any spelling, and nobody can invite themselves", async () => {
    const host = await people.join();
    const { data: user } = await floor.ask(INFO, as(host.token));
    const guest = await people.join(newEmail(), { invite_code: user.invite_code.toLowerCase() });
    const { data: invited } = await floor.ask(INFO, as(guest.token));
    const row = await floor.test.database
      .selectFrom("app_user")
      .select("invited_by")
      .where("id", "=", BigInt(invited.id))
      .executeTakeFirstOrThrow();
    expect(String(row.invited_by)).toBe(user.id);
    expect(invited.invite_code).not.toBe(user.invite_code);
  });

  it("has a code that nobody finds by counting", async () => {
    const seen = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      const { token } = await people.join();
      seen.add((await floor.ask(INFO, as(token))).data.invite_code);
    }
    expect(seen.size).toBe(5);
    const firsts = new Set([...seen].map((code) => code.slice(0, 4)));
    expect(firsts.size).toBeGreaterThan(1);
  });
});

describe("T81: where the service is not offered", () => {
  const RESTRICTED = { KP: "408", IL: "376", CN: "156", VU: "548", CU: "192" } as const;
  const NUMBERS = {
    IL: "+972502345678",
    CN: "+8613812345678",
    VU: "+6785912345",
    CU: "+5351234567",
  };

  it.each(Object.entries(RESTRICTED))("%s is refused by area and by country", async (code, id) => {
    const email = newEmail();
    const sms_code = await people.codeFor(email);
    for (const extra of [{ area_id: id }, { country: code }, { country: code.toLowerCase() }]) {
      const reply = await people.post(REGISTER, form(email, { sms_code, ...extra }));
      expect(reply).toMatchObject({ status: 200, reason: "REGION_RESTRICTED" });
    }
    expect((await people.post(REGISTER, form(email, { sms_code, country: "HK" }))).code).toBe(1);
  });

  it.each(Object.entries(NUMBERS))("%s is refused by its numbers", async (_code, account) => {
    const extra = { sms_code: "1234567", area_id: HONG_KONG };
    const reply = await people.post(REGISTER, form(account, extra));
    expect(reply.reason).toBe("REGION_RESTRICTED");
    const beside = form(newEmail(), { sms_code: "1234567", mobile: account });
    expect((await people.post(REGISTER, beside)).reason).toBe("REGION_RESTRICTED");
  });

  it("is the operator's to set, and does not bar who was there before", async () => {
    const { email } = await people.join(newEmail(), { area_id: "40" });
    floor.policy.restrictedAreas = ["AT"];
    const reply = await people.post(REGISTER, form(newEmail(), { area_id: "40", sms_code: "1" }));
    expect(reply.reason).toBe("REGION_RESTRICTED");
    const login = { account: email, password: PASSWORD, login_type: "email" };
    expect((await people.post("/api/user/loginForU", login)).code).toBe(1);
    floor.policy.restrictedAreas = ["CN", "CU", "IL", "KP", "VU"];
  });
});
