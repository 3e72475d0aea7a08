// T11: what strangers can make us send, and what they cannot take from a member. From a quarter of
// what is shared on they solve captchas; when a day's text messages are sent no more go out,
// whoever asks, and the log raises an alarm before and then; the next day it goes on. T09:
// whatever they do, an owner gets codes. T14: what is counted tells nobody who is a member.

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
import { MEMBER_LIMITS, type SendingLimits } from "../attempts/limits.ts";
import type { Contact } from "../users/contact.ts";
import { createCodeSender } from "./code-sender.ts";
import { createVerificationCodes } from "./verification-codes.ts";

const ANN = { kind: "email", value: "ann@example.test" } as const;
const ANN_MOBILE = { kind: "mobile", value: "+447400123456" } as const;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const LETTERS = "kwxyt";

type Ask = {
  readonly contact?: Contact;
  readonly address?: string;
  readonly isSolved?: boolean;
  readonly memberId?: number;
  readonly isKnown?: boolean;
  /** Happens between the answer and the sending. */
  readonly meanwhile?: () => Promise<unknown>;
};

function open({ hasSms = true, ...own }: { hasSms?: boolean } & Partial<SendingLimits> = {}) {
  const clock = createFakeClock();
  const logged: string[] = [];
  const sent: OutgoingMessage[] = [];
  const log = createLog("info", { write: (line: string) => void logged.push(line) });
  const parts = { database: test.database, clock, key: randomBytes(32) };
  const background = createBackground(log);
  const drawLetters = async () => ({ letters: LETTERS, png: Buffer.alloc(0) });
  const captchas = createCaptchas({ ...parts, drawLetters });
  const [codes, windows] = [createVerificationCodes(parts), createAttemptWindows(parts)];
  const sender = createCodeSender({
    codes,
    windows,
    captchas,
    messenger: {
      send: async (letter) => void sent.push(letter),
      canSend: (channel) => channel === "email" || hasSms,
    },
    limits: { ...MEMBER_LIMITS.live.sending, ...own },
    background,
    log,
  });
  const ask = async ({ memberId, isSolved = false, isKnown = true, ...given }: Ask) => {
    const { meanwhile, contact = ANN, address = "203.0.113.1" } = given;
    const drawn = isSolved ? await captchas.draw({ purpose: "code", address }) : null;
    const captcha = drawn && { id: drawn.id, answer: LETTERS };
    const refused = await sender.send({
      contact,
      purpose: "password",
      asker: memberId
        ? { kind: "member", userId: memberId }
        : { kind: "stranger", address, captcha },
      language: languageOf("en"),
      isForSomebody: async () => {
        await meanwhile?.();
        return isKnown;
      },
    });
    await background.settle();
    return refused?.reason ?? "sent";
  };
  let count = 0;
  /** From another address to another number of another prefix each time. */
  const send = (kind: Contact["kind"], more: Ask = {}) => {
    count += 1;
    const value =
      kind === "email" ? `m${count}@example.test` : `+4474${100 + count}0${10_000 + count}`;
    return ask({ contact: { kind, value }, address: `203.0.${count}.1`, ...more });
  };
  return { clock, logged, sent, send, ask, codes, windows };
}

const repeat = async (times: number, act: () => Promise<string>) => {
  const heard: string[] = [];
  for (let n = 0; n < times; n += 1) heard.push(await act());
  return heard;
};

describe("T11: the spend cap", () => {
  it("stops text messages for the day, with an alarm before and at its end", async () => {
    const { clock, logged, sent, send } = open({ smsPerDay: 10 });
    const solved = { isSolved: true };
    const heard = await repeat(12, () => send("mobile", solved));
    expect(heard).toEqual([...Array(8).fill("sent"), ...Array(4).fill("SENDING_PAUSED")]);
    let memberId = 0;
    const own = await repeat(4, () => {
      memberId += 1;
      return send("mobile", { memberId });
    });
    expect(own).toEqual(["sent", "sent", "SENDING_PAUSED", "SENDING_PAUSED"]);
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

  it("leaves the code before worth something where no newer one can be sent", async () => {
    const { clock, sent, ask, codes, windows } = open({ smsPerDay: 2 });
    const own = { contact: ANN_MOBILE, memberId: 1 };
    expect(await ask(own)).toBe("sent");
    clock.advance(61_000);
    const last = { what: "sms-sent", subject: "all", windowMs: 86_400_000 };
    expect(await ask({ ...own, meanwhile: () => windows.count(last) })).toBe("sent");
    expect(sent).toHaveLength(1);
    const use = { contact: ANN_MOBILE, purpose: "password" } as const;
    expect(await codes.attempt(use, sent[0]?.code ?? "")).not.toBeNull();
  });

  it("asks for captchas from a quarter of the day's on", async () => {
    const { send } = open({ smsPerDay: 40 });
    const heard = await repeat(12, () => send("mobile"));
    expect(heard).toEqual([...Array(10).fill("sent"), ...Array(2).fill("CAPTCHA_NEEDED")]);
    expect(await send("mobile", { isSolved: true })).toBe("sent");
  });

  it("of a country is captchas from a quarter on, and then an end (smsPerCountryDay)", async () => {
    const { send } = open({ smsPerCountryDay: 12 });
    const heard = await repeat(5, () => send("mobile"));
    expect(heard).toEqual([...Array(3).fill("sent"), ...Array(2).fill("CAPTCHA_NEEDED")]);
    const solved = await repeat(11, () => send("mobile", { isSolved: true }));
    expect(solved).toEqual([...Array(9).fill("sent"), ...Array(2).fill("TOO_MANY")]);
    const swiss = { kind: "mobile", value: "+41791234567" } as const;
    expect(await send("mobile", { contact: swiss })).toBe("sent");
  });

  it("of a prefix is captchas from a quarter on, and then an end (smsPerPrefixDay)", async () => {
    const { send, ask } = open({ smsPerPrefixDay: 8 });
    let last = 1000;
    const next = (isSolved: boolean) => {
      last += 1;
      const contact = { kind: "mobile", value: `+44740012${last}` } as const;
      return send("mobile", { contact, isSolved });
    };
    expect(await repeat(3, () => next(false))).toEqual(["sent", "sent", "CAPTCHA_NEEDED"]);
    const solved = await repeat(8, () => next(true));
    expect(solved).toEqual([...Array(6).fill("sent"), ...Array(2).fill("TOO_MANY")]);
    expect(await ask({ contact: ANN_MOBILE, memberId: 7 })).toBe("sent");
  });

  it("is not used up by codes for nobody", async () => {
    const { send, sent } = open({ smsPerDay: 10, smsPerCountryDay: 10 });
    const heard = await repeat(30, () => send("mobile", { isSolved: true, isKnown: false }));
    expect(heard).toEqual(Array(30).fill("sent"));
    expect(sent).toEqual([]);
    expect(await send("mobile", { isSolved: true })).toBe("sent");
    expect(sent).toHaveLength(1);
  });

  it("holds when all come at once", async () => {
    const { send, sent } = open({ smsPerDay: 10, smsPerCountryDay: 10 });
    await Promise.all(Array.from({ length: 30 }, () => send("mobile", { isSolved: true })));
    expect(sent).toHaveLength(8);
    expect(await send("mobile", { memberId: 1 })).toBe("sent");
  });

  it("is nought where text messages cannot be sent at all", async () => {
    const { send, sent } = open({ hasSms: false });
    expect(await send("mobile")).toBe("SENDING_PAUSED");
    expect(await send("email")).toBe("sent");
    expect(sent).toMatchObject([{ channel: "email" }]);
  });

  it("says nothing of codes and numbers in the log", async () => {
    const { logged, sent, send } = open({ smsPerDay: 10 });
    await repeat(12, () => send("mobile"));
    expect(sent).not.toEqual([]);
    for (const { code = "", to } of sent) {
      expect(logged.join("")).not.toContain(code);
      expect(logged.join("")).not.toContain(to);
    }
  });
});

const FAR_ADDRESSES = Array.from({ length: 110 }, (_, n) => `198.51.${n}.7`);

describe("T09, T11: no lock-out of the owner", () => {
  it.each([ANN, ANN_MOBILE])("by strangers who ask for codes to $value", async (contact) => {
    const { ask, clock } = open();
    const heard: string[] = [];
    for (const address of FAR_ADDRESSES.slice(0, 40)) {
      heard.push(await ask({ contact, address }));
      clock.advance(61_000);
    }
    // Without captchas they are heard so often a day, the owner with one.
    const { perTargetDay } = MEMBER_LIMITS.live.sending;
    const free = contact.kind === "mobile" ? 20 : perTargetDay / 4;
    expect(heard.filter((reason) => reason === "sent")).toHaveLength(free);
    expect(heard.at(-1)).toBe("CAPTCHA_NEEDED");
    expect(await ask({ contact })).toBe("CAPTCHA_NEEDED");
    expect(await ask({ contact, isSolved: true })).toBe("sent");
  });

  it("who is logged in, not even by strangers who solve captchas all day", async () => {
    const { ask, clock } = open();
    const heard: string[] = [];
    for (const address of FAR_ADDRESSES.slice(0, MEMBER_LIMITS.live.sending.perTargetDay + 2)) {
      heard.push(await ask({ address, isSolved: true }));
      clock.advance(61_000);
    }
    expect(heard.at(-1)).toBe("TOO_MANY");
    expect(await ask({ memberId: 7 })).toBe("sent");
    expect(await ask({ memberId: 7 })).toBe("RESEND_TOO_SOON");
  });

  it("nor by a stranger who keeps the 60 seconds running", async () => {
    const { ask } = open();
    expect(await ask({ address: FAR_ADDRESSES[0] ?? "" })).toBe("sent");
    expect(await ask({ address: FAR_ADDRESSES[0] ?? "", isSolved: true })).toBe("RESEND_TOO_SOON");
    expect(await ask({ memberId: 7 })).toBe("sent");
    expect(await ask({})).toBe("CAPTCHA_NEEDED");
    expect(await ask({ isSolved: true })).toBe("sent");
  });

  it("and a member too is sent so many a day (perMemberDay)", async () => {
    const { ask, clock } = open({ perMemberDay: 3 });
    const heard = await repeat(4, () => {
      clock.advance(61_000);
      return ask({ memberId: 7 });
    });
    expect(heard).toEqual(["sent", "sent", "sent", "TOO_MANY"]);
    expect(await ask({ memberId: 8 })).toBe("sent");
  });
});

describe("T11: one address", () => {
  it("is heard so often a day, whomever it asks for (perAddressDay)", async () => {
    const { send, clock } = open({ perAddressDay: 4 });
    const heard = await repeat(6, () => {
      clock.advance(3_600_001);
      return send("email", { address: "203.0.113.1" });
    });
    expect(heard).toEqual([...Array(4).fill("sent"), ...Array(2).fill("TOO_MANY")]);
    expect(await send("email", { memberId: 7 })).toBe("sent");
  });

  it("is heard so often for one target (perPairDay)", async () => {
    const { ask, clock } = open({ perPairDay: 3 });
    const heard = await repeat(5, () => {
      clock.advance(3_600_001);
      return ask({});
    });
    expect(heard).toEqual([...Array(3).fill("sent"), ...Array(2).fill("TOO_MANY")]);
  });
});

describe("T14: what was asked for", () => {
  it("is answered alike for members and nobody, before and after each limit", async () => {
    const lives = [true, false].map(async (isKnown) => {
      const { ask, clock } = open({ perTargetDay: 12, perPairDay: 20, smsPerPrefixDay: 24 });
      const heard: string[] = [];
      for (let n = 0; n < 16; n += 1) {
        heard.push(await ask({ contact: ANN_MOBILE, isKnown, isSolved: n > 4 }));
        clock.advance(61_000);
      }
      return heard;
    });
    const [known, unknown] = await Promise.all(lives);
    expect(unknown).toEqual(known);
    expect(new Set(known)).toEqual(new Set(["sent", "CAPTCHA_NEEDED", "TOO_MANY"]));
  });
});
