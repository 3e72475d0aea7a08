// T11, T09: every limit on what one address may do in an hour stops it there, and lets others be:
// captchas that are drawn, passwords that are reset, accounts that are registered.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { type Applicants, applicantsAt, PASSWORD } from "../testing/applicants.ts";
import { MEMBER_LIMITS } from "./limits.ts";

const HOUR_MS = 3_600_000;
const { sandbox } = MEMBER_LIMITS;

let floor: TradingFloor;
let people: Applicants;

beforeAll(async () => {
  floor = await openTradingFloor();
  people = applicantsAt(floor);
});
afterAll(() => floor.close());

/** More at once are turned away before they are counted, since hashes are made a few at a time. */
const AT_ONCE = 2;

/** What an address hears, counted. */
async function heardOf(times: number, act: () => Promise<{ readonly reason?: string }>) {
  const heard = new Map<string, number>();
  for (let done = 0; done < times; done += AT_ONCE) {
    const round = Array.from({ length: Math.min(AT_ONCE, times - done) }, act);
    for (const { reason = "answered" } of await Promise.all(round)) {
      heard.set(reason, (heard.get(reason) ?? 0) + 1);
    }
  }
  return Object.fromEntries(heard);
}

describe("T11, T09: in an hour one address", () => {
  it("draws so many captchas (captchasPerHour)", async () => {
    const draw = () => floor.ask("/api/captcha?purpose=login");
    const heard = await heardOf(sandbox.captchasPerHour + 5, draw);
    expect(heard).toEqual({ answered: sandbox.captchasPerHour, TOO_MANY: 5 });
    floor.clock.advance(HOUR_MS + 1);
    expect((await draw()).code).toBe(1);
  }, 120_000);

  it("tries so many resets (resetsPerHour)", async () => {
    const reset = () =>
      people.post("/api/user/forget_password", {
        type: "email",
        account: "ann@example.test",
        new_password: PASSWORD,
        secondary_password: PASSWORD,
        auth_code: "0000000",
      });
    const heard = await heardOf(sandbox.resetsPerHour + 5, reset);
    expect(heard).toEqual({ CODE_WRONG: sandbox.resetsPerHour, TOO_MANY_ATTEMPTS: 5 });
    floor.clock.advance(HOUR_MS + 1);
    expect((await reset()).reason).toBe("CODE_WRONG");
  }, 60_000);

  it("tries to register so often (registrationsPerHour)", async () => {
    const register = () =>
      people.post("/api/user/register", {
        type: "email",
        account: "eve@example.test",
        password: PASSWORD,
        re_password: PASSWORD,
        sms_code: "0000000",
      });
    const heard = await heardOf(sandbox.registrationsPerHour + 5, register);
    expect(heard).toEqual({ CODE_WRONG: sandbox.registrationsPerHour, TOO_MANY: 5 });
    floor.clock.advance(HOUR_MS + 1);
    expect((await register()).reason).toBe("CODE_WRONG");
  }, 60_000);
});
