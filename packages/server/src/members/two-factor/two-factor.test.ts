// The second factor over HTTP on a real database: set up, on, used, off; codes that are good once,
// whoever races for them (T13); what a stolen token cannot do; and nothing of it in clear (T18).

import { generateSync } from "otplib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { DAY_MS, LETTER_LIMITS, SAFETY_CHANGES_PER_DAY_MAX } from "../attempts/limits.ts";
import {
  addPasskey,
  appOf,
  openMember,
  PASSWORD,
  stepUpByPassword,
  turnOnApp,
} from "../testing/open-member.ts";

import { useRecoveryCode, useStep } from "./two-factor-table.ts";

const STATUS = "/v1/api/main/two_factor/status";
const SETUP = "/v1/api/main/two_factor/setup";
const ENABLE = "/v1/api/main/two_factor/enable";
const DISABLE = "/v1/api/main/two_factor/disable";
const RENEW = "/v1/api/main/two_factor/recovery_codes";
const STEP_UP = "/v1/api/main/step_up";
const QUARTER_MS = 900_000;

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

describe("the second factor", () => {
  it("is set up, turned on with a code of the app, and off again", async () => {
    const member = await openMember(floor);
    expect((await member.get(STATUS)).data).toEqual({ is_on: 0, recovery_codes_left: 0 });
    await stepUpByPassword(member);
    const setup = await member.post(SETUP);
    expect(setup.data).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Truetick/),
    });
    expect(setup.data.uri).toContain(`secret=${setup.data.secret}`);
    const app = appOf(floor, setup.data.secret);
    const on = await member.post(ENABLE, { auth_code: app.nextCode() });
    expect(on.data.recovery_codes).toHaveLength(10);
    expect(new Set(on.data.recovery_codes).size).toBe(10);
    for (const code of on.data.recovery_codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    }
    expect((await member.get(STATUS)).data).toEqual({ is_on: 1, recovery_codes_left: 10 });
    expect((await member.get("/api/user/info")).data.has_two_factor).toBe(1);
    expect(await member.post(DISABLE, { auth_code: app.nextCode() })).toMatchObject({ code: 1 });
    expect((await member.get(STATUS)).data).toEqual({ is_on: 0, recovery_codes_left: 0 });
  });

  it("tells its owner of every change", async () => {
    const member = await openMember(floor);
    const before = (await floor.letters()).length;
    const app = await turnOnApp(floor, member);
    await member.post(RENEW, { auth_code: app.nextCode() });
    await member.post(DISABLE, { auth_code: app.nextCode() });
    const letters = (await floor.letters()).slice(before);
    expect(letters.map(({ kind }) => kind)).toEqual(Array(3).fill("twoFactorChanged"));
    expect(new Set(letters.map(({ text }) => text)).size).toBe(3);
    expect(new Set(letters.map(({ to }) => to)).size).toBe(1);
  });

  it.each([
    [SETUP, {}],
    [ENABLE, { auth_code: "123456" }],
  ])("T17: %s needs a step-up, which a token alone is not", async (path, fields) => {
    const member = await openMember(floor);
    expect(await member.post(path, fields)).toMatchObject({ reason: "STEP_UP_NEEDED" });
    await stepUpByPassword(member);
    expect((await member.post(path, fields)).reason).not.toBe("STEP_UP_NEEDED");
  });

  it("refuses what does not fit where it stands", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const code = { auth_code: "123456" };
    expect((await member.post(ENABLE, code)).reason).toBe("TWO_FACTOR_NOT_SET_UP");
    expect((await member.post(DISABLE, code)).reason).toBe("TWO_FACTOR_OFF");
    expect((await member.post(RENEW, code)).reason).toBe("TWO_FACTOR_OFF");
    const { data } = await member.post(SETUP);
    const app = appOf(floor, data.secret);
    expect((await member.post(ENABLE, wrongCode(app.nextCode()))).reason).toBe("AUTH_CODE_WRONG");
    await member.post(ENABLE, { auth_code: app.nextCode() });
    await member.post(STEP_UP, { auth_code: app.nextCode() });
    expect((await member.post(SETUP)).reason).toBe("TWO_FACTOR_ON");
    expect((await member.post(ENABLE, { auth_code: app.nextCode() })).reason).toBe("TWO_FACTOR_ON");
    expect((await member.post(DISABLE, wrongCode(app.nextCode()))).reason).toBe("AUTH_CODE_WRONG");
    expect((await member.post(DISABLE, { auth_code: "12" })).reason).toBe("FIELD_INVALID");
  });

  it("a set-up that was left lying is not turned on", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const { data } = await member.post(SETUP);
    await age("totp_secret", "created_at", member);
    const app = appOf(floor, data.secret);
    const late = await member.post(ENABLE, { auth_code: app.nextCode() });
    expect(late.reason).toBe("TWO_FACTOR_NOT_SET_UP");
    const again = await member.post(SETUP);
    expect(again.data.secret).not.toBe(data.secret);
  });
});

describe("T13: a code of the app", () => {
  it("is good a step early and a step late, not two", async () => {
    const member = await openMember(floor);
    const { secret } = await turnOnApp(floor, member);
    const codeAt = (steps: number) =>
      generateSync({ secret, epoch: Math.floor(floor.clock.now() / 1_000) + steps * 30 });
    const check = async (steps: number) => {
      floor.clock.advance(120_000);
      return (await member.post(STEP_UP, { auth_code: codeAt(steps) })).code;
    };
    expect(await check(0)).toBe(1);
    expect(await check(-1)).toBe(1);
    expect(await check(1)).toBe(1);
    expect(await check(-2)).not.toBe(1);
    expect(await check(2)).not.toBe(1);
  });

  it("is good once, and none that is older after it", async () => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    const older = app.nextCode();
    const code = app.nextCode();
    expect((await member.post(STEP_UP, { auth_code: code })).code).toBe(1);
    expect((await member.post(STEP_UP, { auth_code: code })).reason).toBe("AUTH_CODE_WRONG");
    expect((await member.post(STEP_UP, { auth_code: older })).reason).toBe("AUTH_CODE_WRONG");
    await floor.restart();
    expect((await member.post(STEP_UP, { auth_code: code })).reason).toBe("AUTH_CODE_WRONG");
  });

  it("the one that turned it on is used by that", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const { data } = await member.post(SETUP);
    const code = appOf(floor, data.secret).nextCode();
    await member.post(ENABLE, { auth_code: code });
    expect((await member.post(STEP_UP, { auth_code: code })).reason).toBe("AUTH_CODE_WRONG");
  });

  it("race 10 on one code: one winner", async () => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    const auth_code = app.nextCode();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => member.post(STEP_UP, { auth_code })),
    );
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  it("is guessed ten times a quarter of an hour, whatever is restarted", async () => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    const guess = async () => (await member.post(STEP_UP, wrongCode(app.nextCode()))).reason;
    const heard = [];
    for (let count = 0; count < 10; count += 1) heard.push(await guess());
    expect(new Set(heard)).toEqual(new Set(["AUTH_CODE_WRONG"]));
    expect(await guess()).toBe("TOO_MANY");
    await floor.restart();
    const right = { auth_code: app.nextCode() };
    expect(await member.post(STEP_UP, right)).toMatchObject({ status: 429, reason: "TOO_MANY" });
    floor.clock.advance(QUARTER_MS);
    expect((await member.post(STEP_UP, { auth_code: app.nextCode() })).code).toBe(1);
  });
});

describe("a recovery code", () => {
  it("stands in for the app once, however it is typed", async () => {
    const member = await openMember(floor);
    const { recoveryCodes } = await turnOnApp(floor, member);
    const [first = "", second = ""] = recoveryCodes;
    const typed = first.toLowerCase().replaceAll("-", " ");
    expect((await member.post(STEP_UP, { auth_code: typed })).code).toBe(1);
    expect((await member.post(STEP_UP, { auth_code: first })).reason).toBe("AUTH_CODE_WRONG");
    expect((await member.get(STATUS)).data.recovery_codes_left).toBe(9);
    expect((await member.post(DISABLE, { auth_code: second })).code).toBe(1);
  });

  it("T13: race 50 on one: one winner", async () => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    const [auth_code = ""] = app.recoveryCodes;
    const checks = await Promise.all(
      Array.from({ length: 50 }, () => member.post(STEP_UP, { auth_code })),
    );
    expect(checks.filter(({ code }) => code === 1)).toHaveLength(1);
    expect((await member.get(STATUS)).data.recovery_codes_left).toBe(9);
  });

  it("T13: race 50 past the limit on tries, on the rows themselves: one winner each", async () => {
    const member = await openMember(floor);
    await turnOnApp(floor, member);
    const { database } = floor.test;
    const userId = Number(member.userId);
    const { code_hash: hash } = await database
      .selectFrom("recovery_code")
      .select("code_hash")
      .where("user_id", "=", BigInt(userId))
      .executeTakeFirstOrThrow();
    const fifty = Array.from({ length: 50 });
    const codes = await Promise.all(fifty.map(() => useRecoveryCode(database, { userId, hash })));
    expect(codes.filter(Boolean)).toHaveLength(1);
    const step = 2_000_000_000;
    const steps = await Promise.all(fifty.map(() => useStep(database, { userId, step })));
    expect(steps.filter(Boolean)).toHaveLength(1);
  });

  it("is another's nothing", async () => {
    const [ann, bob] = [await openMember(floor), await openMember(floor)];
    const { recoveryCodes } = await turnOnApp(floor, ann);
    await turnOnApp(floor, bob);
    const [auth_code = ""] = recoveryCodes;
    expect((await bob.post(STEP_UP, { auth_code })).reason).toBe("AUTH_CODE_WRONG");
    expect((await ann.post(STEP_UP, { auth_code })).code).toBe(1);
  });

  it("there are ten of them, however many lists are drawn at once", async () => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    await member.post(STEP_UP, { auth_code: app.nextCode() });
    const replies = await Promise.all(Array.from({ length: 10 }, () => member.post(RENEW)));
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([1]));
    expect((await member.get(STATUS)).data.recovery_codes_left).toBe(10);
  });

  it("T11: is made anew so often a day, since each time somebody is told", async () => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    await member.post(STEP_UP, { auth_code: app.nextCode() });
    const before = (await floor.letters()).length;
    const renew = () => member.post(RENEW);
    const changes = Array.from({ length: SAFETY_CHANGES_PER_DAY_MAX + 5 }, renew);
    const heard = (await Promise.all(changes)).map(({ reason = "renewed" }) => reason);
    // Turning it on was the first.
    expect(heard.filter((reason) => reason === "renewed")).toHaveLength(
      SAFETY_CHANGES_PER_DAY_MAX - 1,
    );
    expect((await renew()).reason).toBe("TOO_MANY_ATTEMPTS");
    expect((await floor.letters()).length - before).toBe(LETTER_LIMITS.perHour);
    expect((await member.post(DISABLE)).code).toBe(1);
    expect((await floor.letters()).length - before).toBe(LETTER_LIMITS.perHour + 1);
    await stepUpByPassword(member);
    const { data } = await member.post(SETUP);
    const turnOn = () => member.post(ENABLE, { auth_code: appOf(floor, data.secret).nextCode() });
    expect((await turnOn()).reason).toBe("TOO_MANY_ATTEMPTS");
    floor.clock.advance(DAY_MS);
    expect((await turnOn()).code).toBe(1);
  });

  it("ends when new ones are made", async () => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    const renewed = await member.post(RENEW, { auth_code: app.nextCode() });
    expect(renewed.data.recovery_codes).toHaveLength(10);
    const [old = ""] = app.recoveryCodes;
    expect((await member.post(STEP_UP, { auth_code: old })).reason).toBe("AUTH_CODE_WRONG");
    const [fresh = ""] = renewed.data.recovery_codes;
    expect((await member.post(STEP_UP, { auth_code: fresh })).code).toBe(1);
  });
});

describe("with the second factor on", () => {
  it("a password does not step up, and a step-up by one is forgotten", async () => {
    const member = await openMember(floor);
    await turnOnApp(floor, member);
    expect((await member.post(DISABLE)).reason).toBe("STEP_UP_NEEDED");
    const byPassword = await member.post(STEP_UP, { password: PASSWORD });
    expect(byPassword.reason).toBe("STEP_UP_CODE_NEEDED");
    expect((await member.post(DISABLE)).reason).toBe("STEP_UP_NEEDED");
  });

  it("a step-up by code is enough to turn it off or to renew the codes", async () => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    await member.post(STEP_UP, { auth_code: app.nextCode() });
    expect((await member.post(RENEW)).data.recovery_codes).toHaveLength(10);
    expect((await member.post(DISABLE)).code).toBe(1);
  });

  it("a login needs a code beside the password, and a wrong one is on record", async () => {
    const member = await openMember(floor);
    const account = (await member.get("/api/user/info")).data.email;
    const app = await turnOnApp(floor, member);
    const fields = { account, password: PASSWORD, login_type: "email" };
    const logIn = (auth_code?: string) =>
      member.post("/api/user/loginForU", { ...fields, ...(auth_code && { auth_code }) });
    const bare = await logIn();
    expect(bare).toMatchObject({ reason: "SECOND_FACTOR_NEEDED", data: { methods: "totp" } });
    const wrong = await logIn(wrongCode(app.nextCode()).auth_code);
    expect(wrong.reason).toBe("SECOND_FACTOR_WRONG");
    const code = app.nextCode();
    expect((await logIn(code)).data.user).toMatchObject({ id: member.userId, has_two_factor: 1 });
    expect((await logIn(code)).reason).toBe("SECOND_FACTOR_WRONG");
    expect((await logIn(app.recoveryCodes[3])).code).toBe(1);
    await floor.letters();
    const { data } = await member.get("/v1/api/main/login/list");
    const outcomes = data.data.map(({ Outcome }: { Outcome: string }) => Outcome);
    expect(outcomes).toEqual(expect.arrayContaining(["refused", "ok"]));
    await member.post(STEP_UP, { auth_code: app.nextCode() });
    await addPasskey(member);
    expect((await logIn()).data).toEqual({ methods: "totp,passkey" });
  });

  it("race 8 to turn it on: one list of recovery codes, and it is the one that works", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const { data } = await member.post(SETUP);
    const auth_code = appOf(floor, data.secret).nextCode();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => member.post(ENABLE, { auth_code })),
    );
    const winners = replies.filter(({ code }) => code === 1);
    expect(winners).toHaveLength(1);
    const [recovery = ""] = winners[0]?.data.recovery_codes ?? [];
    expect((await member.post(STEP_UP, { auth_code: recovery })).code).toBe(1);
  });

  it("no secret, recovery code or password is in the log or a table in clear", async () => {
    const member = await openMember(floor);
    const { secret, recoveryCodes } = await turnOnApp(floor, member);
    const [canary = ""] = recoveryCodes;
    const everything = floor.gateway().logged.join("") + (await dumpOf(floor));
    for (const hidden of [secret, canary, canary.replaceAll("-", ""), PASSWORD]) {
      expect(everything).not.toContain(hidden);
      expect(everything).not.toContain(Buffer.from(hidden).toString("hex"));
    }
  });
});

/** Six digits that are not the given ones. */
function wrongCode(right: string): { auth_code: string } {
  return { auth_code: String((Number(right) + 1) % 1_000_000).padStart(6, "0") };
}

async function age(table: string, column: string, member: Trader): Promise<void> {
  await ownerQuery(
    `update ${table} set ${column} = ${column} - interval '1 hour'
     where user_id = ${Number(member.userId)}`,
  );
}

async function ownerQuery(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: floor.test.ownerUrl });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Every row of every table of second factors and members, as text. */
async function dumpOf(_floor: TradingFloor): Promise<string> {
  const { rows: tables } = await ownerQuery(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await ownerQuery(`select t::text as row from "${name}" t`);
    parts.push(...rows.map(({ row }) => row));
  }
  return parts.join("\n");
}
