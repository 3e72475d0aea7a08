// What members are told about the safety of their account: to whom, in which words; that a notice
// nobody can send stops nothing, and one of what a member does undoes that.

import { randomBytes } from "node:crypto";
import { LANGUAGES, languageOf } from "@truetick/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../platform/database.ts";
import { createLog, type Log } from "../../platform/log.ts";
import type { BatchMessenger, Channel, OutgoingMessage } from "../../platform/outbox/message.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createAttemptWindows } from "../attempts/attempt-windows.ts";
import { LETTER_LIMITS } from "../attempts/limits.ts";
import { newInviteCode } from "../users/invite-code.ts";
import { createLettersWithActs, createMemberLetters } from "./member-letters.ts";
import {
  createSecurityNotices,
  type SecurityNotice,
  type SecurityNotices,
} from "./security-notices.ts";

const NOTICES: readonly SecurityNotice[] = [
  { kind: "twoFactorChanged", what: "enabled" },
  { kind: "twoFactorChanged", what: "disabled" },
  { kind: "twoFactorChanged", what: "renewed" },
  { kind: "passkeyChanged", what: "added", name: "Ann's {phone} <b>" },
  { kind: "passkeyChanged", what: "removed", name: "Ann's {phone} <b>" },
  { kind: "passkeyChanged", what: "copied", name: "Ann's {phone} <b>" },
];

let test: TestDatabase;
const logged: string[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

async function newUser(reached: { email?: string; mobile?: string; language?: string }) {
  const { id } = await test.database
    .insertInto("app_user")
    .values({
      book: "real",
      uid: String(100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000)),
      demo_secret_hash: null,
      invite_code: newInviteCode(),
      ...reached,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** What was left in the inbox, beside the letters. */
const left: unknown[] = [];
const inbox = {
  leave: async (draft: unknown) => void left.push(draft),
  leaveIn: async () => [],
  announce: () => undefined,
};

function partsOf() {
  const parts = { database: test.database, inbox, clock: createFakeClock() };
  const key = randomBytes(32);
  const attemptsIn = (database: Database) => createAttemptWindows({ ...parts, database, key });
  return { ...parts, attempts: attemptsIn(test.database), attemptsIn };
}

function newNotices(canSend: (channel: Channel) => boolean = () => true) {
  const letters: OutgoingMessage[] = [];
  const messenger = {
    send: async (letter: OutgoingMessage) => void letters.push(letter),
    sendIn: async (_trx: Database, some: readonly OutgoingMessage[]) => void letters.push(...some),
    canSend,
  };
  return { letters, notices: noticesBy(messenger, createLog("silent")) };
}

function noticesBy(messenger: BatchMessenger, log: Log): SecurityNotices {
  const parts = { ...partsOf(), messenger, log };
  const letters = createMemberLetters(parts);
  return createSecurityNotices({
    ...parts,
    letters,
    lettersWithActs: createLettersWithActs(parts),
  });
}

const broken = () => Promise.reject(new Error("the queue is broken"));
const brokenQueue = { send: broken, sendIn: broken, canSend: () => true };

const newEmail = () => `${randomBytes(8).toString("hex")}@example.test`;

describe("a notice", () => {
  it.each(LANGUAGES.map(({ id }) => id))("says everything in %s", async (language) => {
    const email = newEmail();
    const userId = await newUser({ email, language });
    const { letters, notices } = newNotices();
    for (const notice of NOTICES) await notices.tell(userId, notice);
    await notices.tellNewcomer({
      userId,
      visit: {
        device: "Chrome/Android",
        address: "203.0.113.77",
        language: languageOf("en"),
        method: "password",
      },
    });
    expect(letters).toHaveLength(NOTICES.length + 1);
    expect(new Set(letters.map(({ text }) => text)).size).toBe(letters.length);
    for (const { to, channel, subject, text, kind } of letters) {
      expect({ to, channel }).toEqual({ to: email, channel: "email" });
      expect(subject).not.toMatch(/[{}\n]|mail\./);
      expect(text).toMatch(/2026|٢٠٢٦/);
      if (kind === "passkeyChanged") expect(text).toContain("Ann's {phone} <b>");
      else expect(text).not.toMatch(/[{}]/);
    }
    expect(letters.at(-1)?.text).toContain("203.0.x.x");
    expect(letters.at(-1)?.text).not.toContain("203.0.113");
  });

  it("goes by SMS to whoever has no address, and nowhere when that cannot be sent", async () => {
    const mobile = `+4477${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, "0")}`;
    const userId = await newUser({ mobile });
    const { letters, notices } = newNotices();
    await notices.tell(userId, { kind: "twoFactorChanged", what: "enabled" });
    expect(letters).toMatchObject([{ channel: "sms", to: mobile, kind: "twoFactorChanged" }]);
    const unable = newNotices((channel) => channel === "email");
    await unable.notices.tell(userId, { kind: "twoFactorChanged", what: "enabled" });
    expect(unable.letters).toEqual([]);
  });

  it("that cannot be kept is logged, and stops nothing", async () => {
    const userId = await newUser({ email: newEmail() });
    const log = createLog("error", { write: (line) => void logged.push(line) });
    const notices = noticesBy(brokenQueue, log);
    await notices.tell(userId, { kind: "twoFactorChanged", what: "disabled" });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("the queue is broken");
    expect(logged[0]).not.toContain("@example.test");
  });
});

describe("what a member does", () => {
  const chosen = "fr";
  const choose = (userId: number) => (trx: Database) =>
    trx
      .updateTable("app_user")
      .set({ language: chosen })
      .where("id", "=", BigInt(userId))
      .returning("language")
      .executeTakeFirst();
  const enabled = () => ({ kind: "twoFactorChanged", what: "enabled" }) as const;

  async function languageNow(userId: number): Promise<string> {
    const { language } = await test.database
      .selectFrom("app_user")
      .select("language")
      .where("id", "=", BigInt(userId))
      .executeTakeFirstOrThrow();
    return language;
  }

  it("is done and told, and what came to nothing is told to nobody", async () => {
    const email = newEmail();
    const userId = await newUser({ email, language: "en" });
    const { letters, notices } = newNotices();
    expect(await notices.doAndTell(userId, choose(userId), () => null)).toEqual({
      language: chosen,
    });
    expect(letters).toEqual([]);
    await notices.doAndTell(userId, choose(userId), enabled);
    expect(letters).toMatchObject([{ to: email, kind: "twoFactorChanged" }]);
    expect(await languageNow(userId)).toBe(chosen);
  });

  it("is not done when the letter about it cannot be kept", async () => {
    const userId = await newUser({ email: newEmail(), language: "en" });
    const notices = noticesBy(brokenQueue, createLog("silent"));
    const doing = notices.doAndTell(userId, choose(userId), enabled);
    await expect(doing).rejects.toThrow("the queue is broken");
    expect(await languageNow(userId)).toBe("en");
  });

  it("T11: is told so often an hour; what was undone is not counted", async () => {
    const userId = await newUser({ email: newEmail() });
    let isBroken = true;
    let kept = 0;
    const sendIn = async (_trx: Database, some: readonly OutgoingMessage[]) => {
      if (isBroken) await broken();
      kept += some.length;
    };
    const notices = noticesBy({ ...brokenQueue, sendIn }, createLog("silent"));
    const act = () => notices.doAndTell(userId, choose(userId), enabled);
    const often = Array.from({ length: LETTER_LIMITS.perHour + 3 });
    for (const _ of often) await expect(act()).rejects.toThrow("the queue is broken");
    isBroken = false;
    for (const _ of often) await act();
    expect(kept).toBe(LETTER_LIMITS.perHour);
  });
});
