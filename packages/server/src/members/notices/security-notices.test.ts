// What members are told about the safety of their account: to whom, in which words, and that a
// notice nobody can send stops nothing.

import { randomBytes } from "node:crypto";
import { LANGUAGES, languageOf } from "@truetick/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import type { Channel, OutgoingMessage } from "../../platform/outbox/message.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createAttemptWindows } from "../attempts/attempt-windows.ts";
import { newInviteCode } from "../users/invite-code.ts";
import { createMemberLetters } from "./member-letters.ts";
import { createSecurityNotices, type SecurityNotice } from "./security-notices.ts";

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
const inbox = { leave: async (draft: unknown) => void left.push(draft) };

function partsOf() {
  const parts = { database: test.database, inbox, clock: createFakeClock() };
  return { ...parts, attempts: createAttemptWindows({ ...parts, key: randomBytes(32) }) };
}

function newNotices(canSend: (channel: Channel) => boolean = () => true) {
  const letters: OutgoingMessage[] = [];
  const notices = createSecurityNotices(
    createMemberLetters({
      ...partsOf(),
      messenger: { send: async (letter) => void letters.push(letter), canSend },
      log: createLog("silent"),
    }),
  );
  return { letters, notices };
}

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
    const letters = createMemberLetters({
      ...partsOf(),
      messenger: {
        send: () => Promise.reject(new Error("the queue is broken")),
        canSend: () => true,
      },
      log: createLog("error", { write: (line) => void logged.push(line) }),
    });
    const notices = createSecurityNotices(letters);
    await notices.tell(userId, { kind: "twoFactorChanged", what: "disabled" });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("the queue is broken");
    expect(logged[0]).not.toContain("@example.test");
  });
});
