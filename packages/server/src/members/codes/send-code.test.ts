// The calls that send codes, over HTTP: one answer for known and unknown addresses, 60 seconds that
// the server counts too, caps on what anybody can make us send, and a member's code that goes to
// nobody else (T11, T12, T14, T17, T91).

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { CAPTCHA_SHARE, MEMBER_LIMITS } from "../attempts/limits.ts";
import {
  type Applicants,
  applicantsAt,
  HONG_KONG,
  newEmail,
  newMobile,
} from "../testing/applicants.ts";
import { expectSameTime } from "../testing/same-time.ts";

const EMAIL = "/api/notify/send_email";
const SMS = "/api/notify/send_sms";
const DAY_MS = 86_400_000;

let floor: TradingFloor;
let people: Applicants;

beforeAll(async () => {
  floor = await openTradingFloor();
  people = applicantsAt(floor);
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
  // Every test has a day of its own.
  floor.clock.advance(DAY_MS);
});

const sentTo = async (to: string) => (await floor.letters()).filter((letter) => letter.to === to);

describe("a code", () => {
  it("goes by mail, in the reader's language, and the answer does not hold it", async () => {
    const to = newEmail();
    const reply = await people.post(EMAIL, { to, type: 1 }, { lang: "de" });
    expect(reply).toMatchObject({ status: 200, code: 1, data: { resend_after: 60 } });
    const [letter, ...more] = await sentTo(to);
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ channel: "email", kind: "verifyCode", to });
    expect(letter?.code).toMatch(/^\d{7}$/);
    expect(letter?.text).toContain(letter?.code);
    expect(letter?.subject).toMatch(/^Ihr Bestätigungscode/);
    expect(reply.body).not.toContain(letter?.code);
  });

  it("goes by text message to a number with or without its dialling code", async () => {
    const mobile = newMobile();
    const national = mobile.slice("+852".length);
    expect((await people.post(SMS, { to: national, area_id: HONG_KONG, type: 1 })).code).toBe(1);
    expect(await sentTo(mobile)).toMatchObject([{ channel: "sms", kind: "verifyCode" }]);
    const soon = await people.post(SMS, { to: mobile, type: 1 });
    expect(soon.reason).toBe("RESEND_TOO_SOON");
  });

  it.each([
    [EMAIL, { type: 1 }, "COMPLETE_FORM", "Please complete"],
    [EMAIL, { to: "ann", type: 1 }, "EMAIL_INVALID", "This is not an e-mail address."],
    [EMAIL, { to: "a@b.test\r\nBcc: eve@b.test", type: 1 }, "EMAIL_INVALID", null],
    [EMAIL, { to: "a@b.test,eve@b.test", type: 1 }, "EMAIL_INVALID", null],
    [EMAIL, { to: "a@b.test", type: 3 }, "FIELD_INVALID", null],
    [EMAIL, { to: "a@b.test" }, "FIELD_INVALID", null],
    [EMAIL, { to: "a@b.test", type: 1, area_id: "1000" }, "AREA_UNKNOWN", null],
    [EMAIL, { to: "a@b.test", type: 1, area_id: "156" }, "REGION_RESTRICTED", null],
    [
      SMS,
      { to: "12", area_id: HONG_KONG, type: 1 },
      "MOBILE_INVALID",
      "This is not a mobile number.",
    ],
    [SMS, { to: "91234567", type: 1 }, "AREA_UNKNOWN", "Please choose a country or region."],
    [SMS, { to: "+8613812345678", type: 1 }, "REGION_RESTRICTED", null],
    [SMS, { to: "+19005550123", type: 1 }, "MOBILE_INVALID", null],
  ])("T12: %s with %j is refused with %s", async (path, fields, reason, msg) => {
    const before = (await floor.letters()).length;
    const reply = await people.post(path, fields);
    expect(reply).toMatchObject({ status: 200, reason, ...(msg && { msg }) });
    expect(await floor.letters()).toHaveLength(before);
  });

  it("is sent again after 60 seconds and not before, whatever t says (T91)", async () => {
    const to = newEmail();
    expect((await people.post(EMAIL, { to, type: 1 })).code).toBe(1);
    floor.clock.advance(20_000);
    for (const t of ["0", "99999999999999", "garbage", "-1"]) {
      const soon = await people.post(`${EMAIL}?t=${t}`, { to, type: 2, t });
      expect(soon).toMatchObject({ reason: "RESEND_TOO_SOON", data: { seconds: 40 } });
      expect(soon.msg).toBe("Another code can be sent in 40 s.");
    }
    floor.clock.advance(40_001);
    expect((await people.post(EMAIL, { to, type: 1 })).code).toBe(1);
    expect(await sentTo(to)).toHaveLength(2);
  });

  it("asked for a hundred times at once is sent once", async () => {
    const to = newEmail();
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => people.post(EMAIL, { to, type: 1 })),
    );
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await sentTo(to)).toHaveLength(1);
  });
});

describe("T14: who is a member", () => {
  it("is not told by an answer: a stranger's code is sent to nobody", async () => {
    const { email } = await people.join();
    floor.clock.advance(61_000);
    const stranger = newEmail();
    const known = await people.post(EMAIL, { to: email, type: 2 });
    const unknown = await people.post(EMAIL, { to: stranger, type: 2 });
    expect(unknown.body).toBe(known.body);
    expect((await sentTo(email)).filter(({ code }) => code)).toHaveLength(2);
    expect(await sentTo(stranger)).toEqual([]);
    // A code for nobody is a row like any other, so that trying it costs the same.
    const before = await codeRows();
    await people.post(EMAIL, { to: newEmail(), type: 2 });
    await floor.letters();
    expect(await codeRows()).toBe(before + 1);
    const again = [
      await people.post(EMAIL, { to: email, type: 2 }),
      await people.post(EMAIL, { to: stranger, type: 2 }),
    ];
    expect(again[0]?.body).toBe(again[1]?.body);
  });
});

async function codeRows(): Promise<number> {
  const rows = await floor.test.database.selectFrom("verification_code").select("id").execute();
  return rows.length;
}

describe("T14: the time of an answer", () => {
  it("does not tell who is a member", async () => {
    const members = await Promise.all([people.join(), people.join(), people.join()]);
    floor.clock.advance(3_600_001);
    let turn = 0;
    const ask = (to: () => string) => async () => {
      expect((await people.post(EMAIL, { to: to(), type: 2 })).code).toBe(1);
    };
    await expectSameTime({
      first: ask(() => members[turn % members.length]?.email ?? ""),
      second: ask(newEmail),
      pairs: 30,
      between: async () => {
        turn += 1;
        floor.clock.advance(3_600_001);
        await floor.letters();
      },
    });
  });
});

describe("T17: the code of a member who is logged in", () => {
  it("goes to the stored address, whatever the request says", async () => {
    const { token, email } = await people.join();
    const thief = newEmail();
    const own = { authorization: token };
    floor.clock.advance(61_000);
    for (const [path, to] of [
      [EMAIL, thief],
      [SMS, "+85291111111"],
    ] as const) {
      const before = (await sentTo(email)).length;
      const fields = { to, type: 2, account: thief, email: thief };
      expect((await people.post(path, fields, own)).code).toBe(1);
      expect(await sentTo(to)).toEqual([]);
      expect(await sentTo(email)).toHaveLength(before + 1);
      floor.clock.advance(61_000);
    }
    const code = { purpose: "step_up", to: thief };
    expect((await people.post("/v1/api/main/user/send_code", code, own)).code).toBe(1);
    expect((await sentTo(email)).at(-1)).toMatchObject({ kind: "verifyCode" });
    expect(await sentTo(thief)).toEqual([]);
  });

  it("is for members: a demo user is told so, nobody is sent to log in", async () => {
    const demo = await floor.openDemo();
    const fields = { purpose: "password" };
    expect(await demo.post("/v1/api/main/user/send_code", fields)).toMatchObject({
      reason: "ONLY_REAL",
      msg: "Please register or log in to a real account",
    });
    const nobody = await people.post("/v1/api/main/user/send_code", fields);
    expect(nobody.code).toBe(999);
  });
});

describe("T11: text messages cost money", () => {
  const { sending } = MEMBER_LIMITS.sandbox;

  it("so numbers that are counted through stop at the prefix's share", async () => {
    const before = (await floor.letters()).length;
    const reasons = new Map<string, number>();
    const free = sending.smsPerPrefixDay * CAPTCHA_SHARE;
    for (let n = 0; n < free + 40; n += 1) {
      const to = `+8526123${String(n).padStart(4, "0")}`;
      const { reason = "sent" } = await people.post(SMS, { to, type: 1 });
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    expect(Object.fromEntries(reasons)).toEqual({ sent: free, CAPTCHA_NEEDED: 40 });
    expect((await floor.letters()).length - before).toBe(free);
  });

  it("so above a rate an address solves a captcha first, once for each", async () => {
    for (let n = 0; n < sending.freePerAddressHour; n += 1) {
      await people.post(EMAIL, { to: newEmail(), type: 1 });
    }
    const to = newEmail();
    const asked = await people.post(EMAIL, { to, type: 1 });
    expect(asked).toMatchObject({
      reason: "CAPTCHA_NEEDED",
      msg: "Please type the characters in the picture.",
    });
    const { id: key, answer } = await people.solve("code");
    const wrong = await people.post(EMAIL, { to, type: 1, key, sms_code: "abcde" });
    expect(wrong.reason).toBe("CAPTCHA_WRONG");
    const used = await people.post(EMAIL, { to, type: 1, key, sms_code: answer });
    expect(used.reason).toBe("CAPTCHA_WRONG");
    const next = await people.solve("code");
    const solved = { key: next.id, sms_code: next.answer };
    expect((await people.post(EMAIL, { to, type: 1, ...solved })).code).toBe(1);
    const other = { to: newEmail(), type: 1, ...solved };
    expect((await people.post(EMAIL, other)).reason).toBe("CAPTCHA_WRONG");
    const foreign = await people.solve("login");
    const misused = { to: newEmail(), type: 1, key: foreign.id, sms_code: foreign.answer };
    expect((await people.post(EMAIL, misused)).reason).toBe("CAPTCHA_WRONG");
  });

  it("so one address of a person is sent so many a day", async () => {
    const to = newEmail();
    const reasons: string[] = [];
    for (let n = 0; n < sending.perPairDay + 2; n += 1) {
      reasons.push((await people.post(EMAIL, { to, type: 1 })).reason ?? "sent");
      floor.clock.advance(61_000);
    }
    expect(reasons.filter((reason) => reason === "sent")).toHaveLength(sending.perPairDay);
    expect(reasons.at(-1)).toBe("TOO_MANY");
  });
});
