// T11: the spend cap. When a day's text messages are sent no more go out, whoever asks, and the log
// raises an alarm before and then; the next day it goes on. Mail is not stopped by it.

import { randomBytes } from "node:crypto";
import { languageOf } from "@truetick/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBackground } from "../../platform/background.ts";
import { createCaptchas } from "../../platform/captcha/captchas.ts";
import { createLog } from "../../platform/log.ts";
import type { OutgoingMessage } from "../../platform/outbox/message.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createAttemptWindows } from "../attempts/attempt-windows.ts";
import { MEMBER_LIMITS } from "../attempts/limits.ts";
import type { Contact } from "../users/contact.ts";
import { createCodeSender } from "./code-sender.ts";
import { createVerificationCodes } from "./verification-codes.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

function open({ hasSms = true } = {}) {
  const clock = createFakeClock();
  const logged: string[] = [];
  const sent: OutgoingMessage[] = [];
  const log = createLog("info", { write: (line: string) => void logged.push(line) });
  const parts = { database: test.database, clock, key: randomBytes(32) };
  const background = createBackground(log);
  const sender = createCodeSender({
    codes: createVerificationCodes(parts),
    windows: createAttemptWindows(parts),
    captchas: createCaptchas(parts),
    messenger: {
      send: async (letter) => void sent.push(letter),
      canSend: (channel) => channel === "email" || hasSms,
    },
    limits: { ...MEMBER_LIMITS.live.sending, smsPerDay: 10 },
    background,
    log,
  });
  let count = 0;
  /** From another address to another number of another prefix each time. */
  const send = async (kind: Contact["kind"]) => {
    count += 1;
    const value = kind === "email" ? `m${count}@example.test` : `+4474${count}0${100_000 + count}`;
    const refused = await sender.send({
      contact: { kind, value },
      purpose: "register",
      address: `203.0.113.${count}`,
      language: languageOf("en"),
      captcha: null,
      isForSomebody: async () => true,
    });
    await background.settle();
    return refused?.reason ?? "sent";
  };
  return { clock, logged, sent, send };
}

const repeat = async (times: number, act: () => Promise<string>) => {
  const heard: string[] = [];
  for (let n = 0; n < times; n += 1) heard.push(await act());
  return heard;
};

describe("T11: the spend cap", () => {
  it("stops text messages for the day, with an alarm before and at its end", async () => {
    const { clock, logged, sent, send } = open();
    const heard = await repeat(15, () => send("mobile"));
    expect(heard).toEqual([...Array(10).fill("sent"), ...Array(5).fill("SENDING_PAUSED")]);
    expect(sent).toHaveLength(10);
    const alarms = logged.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm);
    expect(alarms).toMatchObject([
      { level: "error", alarm: "sms-spend", sent: 8, sentMax: 10 },
      { level: "error", alarm: "sms-spend", sent: 10, sentMax: 10 },
    ]);
    expect(await send("email")).toBe("sent");
    clock.advance(86_400_001);
    expect(await send("mobile")).toBe("sent");
  });

  it("is nought where text messages cannot be sent at all", async () => {
    const { send, sent } = open({ hasSms: false });
    expect(await send("mobile")).toBe("SENDING_PAUSED");
    expect(await send("email")).toBe("sent");
    expect(sent).toMatchObject([{ channel: "email" }]);
  });

  it("says nothing of codes and numbers in the log", async () => {
    const { logged, sent, send } = open();
    await repeat(12, () => send("mobile"));
    for (const { code = "", to } of sent) {
      expect(logged.join("")).not.toContain(code);
      expect(logged.join("")).not.toContain(to);
    }
  });
});
