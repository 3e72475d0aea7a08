// What registering gives away and what it costs whom: nothing by time (T14), few looks at invite
// codes (T80), and neither a code nor a captcha to whoever was sent away because others were
// waiting (T10, T13) - which holds for passwords that are set as well.

import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createBackground } from "../../platform/background.ts";
import type { Caller } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import {
  type Fields,
  FLOOR_SECRETS,
  openTradingFloor,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { createAttemptWindows } from "../attempts/attempt-windows.ts";
import { MEMBER_LIMITS } from "../attempts/limits.ts";
import { createWelcome } from "../login/welcome.ts";
import { createMemberAccounts } from "../member-accounts.ts";
import { createPasswords } from "../passwords/passwords.ts";
import { type Applicants, applicantsAt, newEmail, PASSWORD } from "../testing/applicants.ts";
import { expectSameTime } from "../testing/same-time.ts";
import { createSecondFactor } from "../two-factor/second-factor.ts";

const REGISTER = "/api/user/register";
const NEXT = "velvet harbour 7";

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

const form = (account: string, extra: Record<string, string> = {}) => ({
  type: "email",
  account,
  password: PASSWORD,
  re_password: PASSWORD,
  ...extra,
});

describe("registering", () => {
  it("T14: takes as long to refuse a code for a member's address as for nobody's", async () => {
    const { email } = await people.join();
    const stranger = newEmail();
    const refused = (account: string) => async () => {
      const reply = await people.post(REGISTER, form(account, { sms_code: "0000000" }));
      expect(reply.reason).toBe("CODE_WRONG");
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
          await people.post("/api/notify/send_email", { to, type: 1 });
        }
        await floor.letters();
      },
    });
  });

  it("T80: an address looks up only so many invite codes an hour", async () => {
    const { token } = await people.join();
    const { data } = await floor.ask("/api/user/info", { headers: { authorization: token } });
    floor.clock.advance(3_600_001);
    const look = (invite_code: string) =>
      people.post(REGISTER, form(newEmail(), { invite_code, sms_code: "0000000" }));
    const max = MEMBER_LIMITS.sandbox.registrationsPerHour;
    for (let count = 0; count < max; count += 1) {
      expect((await look("ZZZZZZZZZZ")).reason).toBe("INVITE_UNKNOWN");
    }
    expect((await look("ZZZZZZZZZZ")).reason).toBe("TOO_MANY");
    expect((await look(data.invite_code)).reason).toBe("TOO_MANY");
  });
});

describe("T10: who is sent away because others are waiting", () => {
  const BUSY_TIMES = 7;

  it("registers by the same code afterwards", async () => {
    const house = openAccounts();
    const account = newEmail();
    const fields = form(account, { sms_code: await people.codeFor(account) });
    await house.expectBusyThenDone(() => house.register(fields));
  });

  it("registers by the same captcha afterwards", async () => {
    floor.policy.verifyMode = "captcha";
    const house = openAccounts();
    const { id: key, answer: sms_code } = await people.solve("register");
    await house.expectBusyThenDone(() => house.register(form(newEmail(), { key, sms_code })));
  });

  it("resets the password by the same code afterwards", async () => {
    const house = openAccounts();
    const { email: account } = await people.join();
    floor.clock.advance(61_000);
    const auth_code = await people.codeFor(account, "2");
    const passwords = { new_password: NEXT, secondary_password: NEXT };
    const fields = { type: "email", account, ...passwords, auth_code };
    await house.expectBusyThenDone(() => house.reset(fields));
  });

  it("changes the password by the same code afterwards", async () => {
    const house = openAccounts();
    const { email, token } = await people.join();
    floor.clock.advance(61_000);
    const own = { authorization: token };
    await people.post("/v1/api/main/user/send_code", { purpose: "password" }, own);
    const letters = (await floor.letters()).filter(({ to, code }) => to === email && code);
    const auth_code = letters.at(-1)?.code ?? "";
    const caller = await floor.members().findCaller(token);
    if (!caller) throw new Error("Invariant: who joined has a session");
    const fields = { new_password: NEXT, auth_code, old_password: PASSWORD };
    await house.expectBusyThenDone(() => house.change(fields, caller));
  });

  /** The calls about accounts, with a pool of hashes of their own that the test fills. */
  function openAccounts() {
    const { database } = floor.test;
    const { clock } = floor;
    const log = createLog("fatal");
    const passwords = createPasswords(1);
    const { sessions } = floor.members();
    const attempts = createAttemptWindows({ database, clock, key: FLOOR_SECRETS.codeKey });
    const secondFactor = createSecondFactor({ database, clock, attempts, ...FLOOR_SECRETS });
    const sequencer = floor.sequencer();
    const handlers = createMemberAccounts({
      ...{ database, clock, log, passwords, sessions, attempts, secondFactor },
      news: createAloneNews(),
      background: createBackground(log),
      messenger: {
        send: async () => undefined,
        sendIn: async () => undefined,
        canSend: () => true,
      },
      inbox: floor.members().notices.inbox,
      welcome: createWelcome({ sequencer, sessions, secondFactor, ...FLOOR_SECRETS }),
      policy: async () => floor.policy,
      codeKey: FLOOR_SECRETS.codeKey,
      mode: "sandbox",
      smsPerDayMax: null,
      coolingSec: 60,
    });
    const context = {
      language: languageOf(DEFAULT_LANGUAGE),
      requestId: "",
      address: "127.0.0.1",
      device: "",
      cookies: "",
      caller: null,
      attempt: null,
    };

    async function expectBusyThenDone(call: () => unknown): Promise<void> {
      let leave = (): void => undefined;
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      const waiting = Array.from({ length: 3 }, () => passwords.admit(() => left));
      for (let count = 0; count < BUSY_TIMES; count += 1) {
        expect(await call()).toMatchObject({ reason: "BUSY" });
      }
      leave();
      await Promise.all(waiting);
      expect(await call()).not.toHaveProperty("reason");
    }

    return {
      expectBusyThenDone,
      register: (fields: Fields) => handlers.register(CALLS.register.input.parse(fields), context),
      reset: (fields: Fields) =>
        handlers.resetPassword(CALLS.resetPassword.input.parse(fields), context),
      change: (fields: Fields, caller: Caller) =>
        handlers.changePassword(CALLS.changePassword.input.parse(fields), { ...context, caller }),
    };
  }
});
