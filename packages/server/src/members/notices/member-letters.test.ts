// T11: what is told to a member outside of the app has a bound for every text, and the text
// messages among it one for all; the inbox has everything all the same.

import { randomBytes } from "node:crypto";
import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import type { OutgoingMessage } from "../../platform/outbox/message.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createAttemptWindows } from "../attempts/attempt-windows.ts";
import { LETTER_LIMITS, MEMBER_LIMITS, type SendingLimits } from "../attempts/limits.ts";
import { createSmsBudget, lettersWithin, messengerWithin } from "../codes/sms-budget.ts";
import { newInviteCode } from "../users/invite-code.ts";
import { createMemberLetters, type MemberLetter } from "./member-letters.ts";
import { securityNotice } from "./security-notices.ts";

const HOUR_MS = 3_600_000;
const { perHour, perDay } = LETTER_LIMITS;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const digits = (count: number) =>
  String(randomBytes(6).readUIntBE(0, 6) % 10 ** count).padStart(count, "0");

async function newUser(channel: "email" | "mobile"): Promise<number> {
  const { id } = await test.database
    .insertInto("app_user")
    .values({
      book: "real",
      uid: `1${digits(8)}`,
      demo_secret_hash: null,
      invite_code: newInviteCode(),
      ...(channel === "email"
        ? { email: `m${digits(12)}@example.test` }
        : { mobile: `+4477${digits(8)}` }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return Number(id);
}

function open(own: Partial<SendingLimits> = {}) {
  const clock = createFakeClock();
  const sent: OutgoingMessage[] = [];
  const left: unknown[] = [];
  const logged: string[] = [];
  const log = createLog("info", { write: (line: string) => void logged.push(line) });
  const parts = { database: test.database, clock, log };
  const key = randomBytes(32);
  const attempts = createAttemptWindows({ ...parts, key });
  const limits = { ...MEMBER_LIMITS.live.sending, ...own };
  const budget = createSmsBudget({ windows: attempts, limits, log });
  const carrier = {
    send: async (one: OutgoingMessage) => void sent.push(one),
    sendIn: async (_trx: Database, many: readonly OutgoingMessage[]) => void sent.push(...many),
    canSend: () => true,
  };
  const letters = createMemberLetters({
    ...parts,
    attempts,
    messenger: messengerWithin(budget, carrier),
    inbox: { leave: async (draft) => void left.push(draft) },
  });
  const repeat = async (userId: number, times: number, letter: MemberLetter) => {
    for (let n = 0; n < times; n += 1) await letters.send(userId, letter, () => VALUES);
  };
  const budgetIn = (trx: Database) =>
    createSmsBudget({ windows: createAttemptWindows({ clock, key, database: trx }), limits, log });
  return { clock, sent, left, logged, repeat, within: lettersWithin(budgetIn, carrier) };
}

const letter = (what: "renewed" | "disabled"): MemberLetter => ({
  kind: "twoFactorChanged",
  key: `mail.twoFactorChanged.${what}`,
  notice: securityNotice("twoFactorChanged"),
});

const VALUES = {
  id: "1",
  amount: "10",
  fee: "1",
  received: "9",
  currency: "USDT",
  destination: "T",
  reference: "",
  code: "7",
  minutes: 15,
};
const code: MemberLetter = { kind: "withdrawalCode", key: "mail.withdrawalCode.text", code: "7" };

describe("T11: letters to a member", () => {
  it.each(["email", "mobile"] as const)("by %s: so many of one text an hour", async (channel) => {
    const { clock, sent, left, logged, repeat } = open();
    const userId = await newUser(channel);
    await repeat(userId, perHour + 3, letter("renewed"));
    expect(sent).toHaveLength(perHour);
    expect(left).toHaveLength(perHour + 3);
    expect(logged).toHaveLength(1);
    await repeat(userId, 1, letter("disabled"));
    expect(sent.at(-1)?.text).not.toBe(sent[0]?.text);
    expect(sent).toHaveLength(perHour + 1);
    await repeat(await newUser(channel), 1, letter("renewed"));
    expect(sent).toHaveLength(perHour + 2);
    clock.advance(HOUR_MS);
    await repeat(userId, 1, letter("renewed"));
    expect(sent).toHaveLength(perHour + 3);
  });

  it("and so many a day", async () => {
    const { clock, sent, repeat } = open();
    const userId = await newUser("email");
    for (let hour = 0; hour < 20; hour += 1) {
      await repeat(userId, perHour, letter("renewed"));
      clock.advance(HOUR_MS);
    }
    expect(sent).toHaveLength(perDay);
    clock.advance(4 * HOUR_MS);
    await repeat(userId, 1, letter("renewed"));
    expect(sent).toHaveLength(perDay + 1);
  });

  it("with a code are counted by who lets them be asked for", async () => {
    const { sent, repeat } = open();
    await repeat(await newUser("email"), perHour + 3, code);
    expect(sent).toHaveLength(perHour + 3);
  });
});

describe("T11: the spend cap", () => {
  it("counts letters by text message, which leave half of a day's to codes", async () => {
    const { clock, sent, left, logged, repeat } = open({ smsPerDay: 10 });
    const userId = await newUser("mobile");
    await repeat(userId, 8, letter("renewed"));
    expect(sent).toHaveLength(5);
    expect(left).toHaveLength(8);
    await repeat(userId, 8, code);
    expect(sent).toHaveLength(10);
    const alarms = logged.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm);
    expect(alarms.map(({ sent: count }) => count)).toEqual([5, 8, 10]);
    await repeat(await newUser("email"), 1, letter("renewed"));
    expect(sent).toHaveLength(11);
    clock.advance(24 * HOUR_MS);
    await repeat(userId, 1, letter("renewed"));
    expect(sent).toHaveLength(12);
  });

  it("holds for many letters at once", async () => {
    const { sent, repeat } = open({ smsPerDay: 10 });
    const users = await Promise.all(Array.from({ length: 12 }, () => newUser("mobile")));
    await Promise.all(users.map((userId) => repeat(userId, 1, letter("renewed"))));
    expect(sent).toHaveLength(5);
  });

  it("counts those of a transaction in it: what is undone has used nothing up", async () => {
    const { sent, within } = open({ smsPerDay: 4 });
    const language = languageOf(DEFAULT_LANGUAGE);
    const one = { kind: "passwordChanged", language, subject: "s", text: "t" };
    const sms = { ...one, channel: "sms", to: "+447700900123" } as const;
    const mail = { ...one, channel: "email", to: "m@example.test" } as const;
    const undone = test.database.transaction().execute(async (trx) => {
      await within.sendIn(trx, [sms, sms]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    sent.length = 0;
    await test.database.transaction().execute((trx) => within.sendIn(trx, [sms, sms, sms, mail]));
    expect(sent).toEqual([sms, sms, mail]);
  });
});
