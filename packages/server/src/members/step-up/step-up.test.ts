// Step-up over HTTP on a real database: what proves that the owner is there, for how long, and for
// which session.

import { languageOf } from "@truetick/contract";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  addPasskey,
  appOf,
  openMember,
  PASSWORD,
  stepUpByPassword,
} from "../testing/open-member.ts";

const STEP_UP = "/v1/api/main/step_up";
const BY_PASSKEY = "/v1/api/main/step_up/passkey";
const SENSITIVE = "/v1/api/main/two_factor/setup";
const CHALLENGE = "/v1/api/main/passkey/login_options";
const FIVE_MINUTES_SEC = 300;

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

async function ageStepUp(member: Trader, interval: string): Promise<void> {
  await sql`
    update user_session set stepped_up_at = stepped_up_at - ${interval}::interval
    where user_id = ${BigInt(member.userId)}`.execute(floor.test.database);
}

describe("a step-up", () => {
  it("by the password holds for five minutes", async () => {
    const member = await openMember(floor);
    const reply = await stepUpByPassword(member);
    const nowSec = Date.now() / 1_000;
    expect(reply.data).toEqual({ until: expect.any(Number) });
    expect(Math.abs(reply.data.until - nowSec - FIVE_MINUTES_SEC)).toBeLessThan(30);
    await ageStepUp(member, "4 minutes 50 seconds");
    expect((await member.post(SENSITIVE)).code).toBe(1);
    await ageStepUp(member, "11 seconds");
    expect((await member.post(SENSITIVE)).reason).toBe("STEP_UP_NEEDED");
  });

  it("holds for its own session and not for another of the same member", async () => {
    const member = await openMember(floor);
    const visit = { device: "", address: "127.0.0.1", method: "password" } as const;
    const language = languageOf("en");
    const other = { ...visit, language };
    const token = await floor.members().sessions.open(Number(member.userId), other);
    await stepUpByPassword(member);
    const headers = { authorization: token };
    expect((await member.post(SENSITIVE, {}, headers)).reason).toBe("STEP_UP_NEEDED");
    expect((await member.post(SENSITIVE)).code).toBe(1);
  });

  it.each([
    ["a wrong password", { password: "not it" }, "STEP_UP_WRONG"],
    ["nothing", {}, "STEP_UP_WRONG"],
    ["a code where there is no second factor", { auth_code: "123456" }, "STEP_UP_WRONG"],
    ["an overlong password", { password: "x".repeat(2_000) }, "FIELD_INVALID"],
  ])("is refused for %s", async (_what, fields, reason) => {
    const member = await openMember(floor);
    expect(await member.post(STEP_UP, fields)).toMatchObject({ reason });
    expect((await member.post(SENSITIVE)).reason).toBe("STEP_UP_NEEDED");
  });

  it("guesses of the password are few, and the owner gets in after the quarter hour", async () => {
    const member = await openMember(floor);
    const guess = async () => (await member.post(STEP_UP, { password: "guess" })).reason;
    for (let count = 0; count < 10; count += 1) expect(await guess()).toBe("STEP_UP_WRONG");
    expect(await guess()).toBe("TOO_MANY");
    expect((await member.post(STEP_UP, { password: PASSWORD })).reason).toBe("TOO_MANY");
    floor.clock.advance(900_000);
    expect((await member.post(STEP_UP, { password: PASSWORD })).code).toBe(1);
  });
});

describe("T17: a step-up by the password that was under way as an app was turned on", () => {
  it("is none any more, and the app stays on", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const app = appOf(floor, (await member.post(SENSITIVE)).data.secret);
    const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
    await owner.connect();
    const areAwaiting = (count: number) =>
      vi.waitFor(async () => {
        const waiting =
          "select from pg_locks where not granted and relation = 'app_user'::regclass";
        expect((await owner.query(waiting)).rowCount).toBe(count);
      });
    await owner.query("begin; lock table app_user in access exclusive mode");
    const steppingUp = stepUpByPassword(member);
    await areAwaiting(1);
    // It is on, and waits to tell its owner of that.
    const on = member.post("/v1/api/main/two_factor/enable", { auth_code: app.nextCode() });
    await areAwaiting(2);
    await owner.query("commit");
    await owner.end();
    expect((await on).code).toBe(1);
    expect((await steppingUp).reason).toBe("STEP_UP_CODE_NEEDED");
    const off = await member.post("/v1/api/main/two_factor/disable");
    expect(off.reason).toBe("STEP_UP_NEEDED");
  });
});

describe("T10: many step-ups at once", () => {
  it("are looked at a few at a time; the rest is sent away and may come again", async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => openMember(floor)));
    const asked = members.flatMap((member) => Array(8).fill(member) as Trader[]);
    const replies = await Promise.all(
      asked.map((member) => member.post(STEP_UP, { password: "guess" })),
    );
    const busy = replies.filter(({ reason }) => reason === "BUSY");
    expect(new Set(replies.map(({ reason }) => reason))).toEqual(
      new Set(["STEP_UP_WRONG", "BUSY"]),
    );
    expect(busy.length).toBeGreaterThan(0);
    expect(new Set(busy.map(({ status }) => status))).toEqual(new Set([429]));
    for (const member of members) expect((await stepUpByPassword(member)).code).toBe(1);
  });
});

describe("a step-up by passkey", () => {
  it("is as good as a password, once per challenge", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const { authenticator } = await addPasskey(member);
    await ageStepUp(member, "1 hour");
    const { data } = await member.post(CHALLENGE);
    const response = JSON.stringify(authenticator.answer(data.options));
    const fields = { id: data.id, response };
    expect((await member.post(BY_PASSKEY, fields)).data).toEqual({ until: expect.any(Number) });
    expect((await member.post(SENSITIVE)).code).toBe(1);
    expect((await member.post(BY_PASSKEY, fields)).reason).toBe("PASSKEY_EXPIRED");
  });

  it("T74: is refused with somebody else's passkey", async () => {
    const [ann, bob] = [await openMember(floor), await openMember(floor)];
    await stepUpByPassword(ann);
    const { authenticator } = await addPasskey(ann);
    const { data } = await bob.post(CHALLENGE);
    const response = JSON.stringify(authenticator.answer(data.options));
    const reply = await bob.post(BY_PASSKEY, { id: data.id, response });
    expect(reply.reason).toBe("PASSKEY_REFUSED");
    expect((await bob.post(SENSITIVE)).reason).toBe("STEP_UP_NEEDED");
  });
});
