// The outbox on a real database with providers that refuse, hang, break and come back (F28):
// nothing is lost before its time, nothing is sent in parallel without bound, and the database
// holds no code, no address and no text in clear.

import { randomBytes } from "node:crypto";
import { languageOf } from "@truetick/contract";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAloneNews } from "../../testing/alone-news.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type Clock, systemClock } from "../clock.ts";
import { createLog } from "../log.ts";
import { createSeal } from "../secrets/seal.ts";
import type { Carrier, Delivery, Letter } from "./carrier.ts";
import type { OutgoingMessage } from "./message.ts";
import { createOutbox, type Outbox, type OutboxParts, USUAL_PACE } from "./outbox.ts";
import { HOSTILE_EMAILS } from "./testing/hostile-addresses.ts";
import { type LocalTwilio, startLocalTwilio } from "./testing/local-twilio.ts";
import { createTwilioCarrier } from "./twilio-carrier.ts";

const PACE = { ...USUAL_PACE, pollMs: 20, firstRetryMs: 10, retryMaxMs: 50, deliveryMaxMs: 20_000 };
/** However busy the machine is. */
const SOON = { timeout: 20_000 };

const HOUR_MS = 3_600_000;

const ALONE = { news: createAloneNews(), runsJobs: true } as const;
let test: TestDatabase;
let twilio: LocalTwilio;
const logged: string[] = [];
const log = createLog("debug", { write: (line: string) => void logged.push(line) });
const seal = createSeal(randomBytes(32), "outbox");
const opened: Outbox[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
afterEach(async () => {
  await Promise.all(opened.splice(0).map((outbox) => outbox.stop()));
  await twilio?.close();
  await test.database.deleteFrom("outbox_message").execute();
});

function open(parts: Partial<OutboxParts>): Outbox {
  const usual = { database: test.database, seal, carriers: {}, clock: systemClock, log, ...ALONE };
  const outbox = createOutbox({ ...usual, pace: PACE, ...parts });
  opened.push(outbox);
  return outbox;
}

async function openSms(overrides: Partial<OutboxParts> = {}): Promise<Outbox> {
  twilio = await startLocalTwilio();
  return open({ carriers: { sms: createTwilioCarrier(twilio.access) }, ...overrides });
}

/** Takes everything, or whatever it is told, and remembers. */
function createMemory(decide: (letter: Letter) => Delivery | Promise<Delivery>) {
  const letters: Letter[] = [];
  const carrier: Carrier = {
    name: "memory",
    deliver: async (letter) => {
      letters.push(letter);
      return await decide(letter);
    },
  };
  return { letters, carrier };
}

/** Its newest delivery ends when it is told to. */
function createHeld() {
  let end = (_delivery: Delivery): void => undefined;
  const memory = createMemory(
    () =>
      new Promise<Delivery>((resolve) => {
        end = resolve;
      }),
  );
  return { ...memory, end: (delivery: Delivery) => end(delivery) };
}

const SMS: OutgoingMessage = {
  channel: "sms",
  to: "+85212345678",
  kind: "verifyCode",
  language: languageOf("en"),
  subject: "",
  text: "Your code is 482913",
  code: "482913",
};
const EMAIL: OutgoingMessage = {
  ...SMS,
  channel: "email",
  to: "canary@example.test",
  subject: "canary subject",
};

const rows = () => test.database.selectFrom("outbox_message").selectAll().orderBy("id").execute();
const states = async () => (await rows()).map(({ state }) => state);

async function dump(): Promise<string> {
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  const { rows: all } = await client.query(
    "select outbox_message::text as row from outbox_message",
  );
  await client.end();
  return JSON.stringify(all);
}

describe("a message", () => {
  it("is kept before `send` settles, delivered soon after, and then forgotten", async () => {
    const { letters, carrier } = createMemory(() => ({ outcome: "sent" }));
    const outbox = open({ carriers: { email: carrier } });
    await outbox.send(EMAIL);
    expect(await rows()).toHaveLength(1);
    await expect.poll(states, SOON).toEqual(["sent"]);
    expect(letters).toEqual([
      expect.objectContaining({
        to: EMAIL.to,
        text: EMAIL.text,
        code: "482913",
        languageTag: "en",
      }),
    ]);
    expect(await rows()).toEqual([
      expect.objectContaining({ sealed: null, problem: null, attempts: 1 }),
    ]);
  });

  it("T13: a code that replaces another waits alone, and takes nobody else's place", async () => {
    let isBack = false;
    const { carrier, letters } = createMemory(() =>
      isBack ? { outcome: "sent" } : { outcome: "failed", problem: "down" },
    );
    const pace = { ...PACE, firstRetryMs: 500, retryMaxMs: 500 };
    const outbox = open({ carriers: { sms: carrier }, pace });
    const send = (code: string, replaces: string, to = SMS.to) =>
      outbox.send({ ...SMS, to, code, text: `Your code is ${code}`, replaces });
    await send("1111111", "password");
    await send("2222222", "step_up");
    await send("3333333", "password", "+85287654321");
    await send("4444444", "password");
    isBack = true;
    const waiting = async () => (await states()).filter((state) => state === "waiting").length;
    await expect.poll(waiting, SOON).toBe(0);
    expect(await states()).toEqual(["expired", "sent", "sent", "sent"]);
    expect((await rows())[0]).toMatchObject({ sealed: null, problem: "replaced" });
    expect(letters.at(-1)?.code).not.toBe("1111111");
  });

  it("T13: replaces another in a transaction, too, unless that is undone", async () => {
    const outbox = open({ carriers: { sms: createMemory(() => ({ outcome: "sent" })).carrier } });
    await outbox.stop();
    const sms = (code: string) => ({ ...SMS, code, replaces: "password" });
    await outbox.send(sms("1111111"));
    const undone = test.database.transaction().execute(async (trx) => {
      await outbox.sendIn(trx, [sms("2222222")]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await states()).toEqual(["waiting"]);
    await test.database.transaction().execute((trx) => outbox.sendIn(trx, [sms("3333333")]));
    expect(await states()).toEqual(["expired", "waiting"]);
    expect((await rows())[0]).toMatchObject({ sealed: null, problem: "replaced" });
  });

  it("T11: with a code goes before all letters that wait", async () => {
    const { carrier, letters } = createMemory(() => ({ outcome: "sent" }));
    const { code: _, ...letter } = EMAIL;
    const first = open({ carriers: { email: carrier }, runsJobs: false });
    for (let n = 0; n < 20; n += 1) await first.send({ ...letter, kind: "newDevice" });
    await first.send({ ...EMAIL, replaces: "password" });
    await first.send({ ...EMAIL, replaces: "step_up" });
    open({ carriers: { email: carrier } });
    await expect.poll(() => letters.length, SOON).toBe(22);
    const kinds = letters.map(({ kind }) => kind);
    expect(kinds.slice(0, 4).filter((kind) => kind === "verifyCode")).toHaveLength(2);
    expect(new Set(kinds.slice(4))).toEqual(new Set(["newDevice"]));
  });

  it("T05: stands sealed in the database, and nothing of it in the log", async () => {
    const { carrier } = createMemory(() => ({ outcome: "failed", problem: "down" }));
    await open({ carriers: { email: carrier } }).send(EMAIL);
    await expect.poll(async () => (await rows())[0]?.problem, SOON).toBe("down");
    const everything = (await dump()) + logged.join("");
    for (const secret of [EMAIL.to, EMAIL.subject, EMAIL.text, "482913"]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(Buffer.from(secret).toString("hex"));
    }
    expect(everything).toContain("verifyCode");
  });

  it.each(HOSTILE_EMAILS)("T12: to %j is not taken", async (to) => {
    const { letters, carrier } = createMemory(() => ({ outcome: "sent" }));
    const outbox = open({ carriers: { email: carrier } });
    await expect(outbox.send({ ...EMAIL, to })).rejects.toThrow("one recipient");
    await expect(outbox.send({ ...EMAIL, subject: `x\r\nBcc: ${to}` })).rejects.toThrow("one line");
    expect(letters).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it("cannot be sent where there is no way, and one can know before", async () => {
    const outbox = open({});
    expect(outbox.canSend("sms")).toBe(false);
    await expect(outbox.send(SMS)).rejects.toThrow("a way to send");
  });

  it("is in the backlog until it went out, unless it waits for another try", async () => {
    const far = { ...PACE, firstRetryMs: HOUR_MS, retryMaxMs: HOUR_MS };
    const { carrier } = createMemory(({ to }) => {
      return to === EMAIL.to ? { outcome: "sent" } : { outcome: "failed", problem: "busy" };
    });
    const waiting = open({ carriers: { email: carrier }, runsJobs: false });
    for (const to of [EMAIL.to, "full@example.test"]) await waiting.send({ ...EMAIL, to });
    expect(await waiting.backlog("email")).toBe(2);
    expect(await waiting.backlog("sms")).toBe(0);
    open({ carriers: { email: carrier }, pace: far });
    await expect
      .poll(async () => (await rows()).map(({ attempts }) => attempts), SOON)
      .toEqual([1, 1]);
    await expect.poll(states, SOON).toEqual(["sent", "waiting"]);
    expect(await waiting.backlog("email")).toBe(0);
  });

  it("sealed with another key is given up, not sent as nonsense", async () => {
    const { letters, carrier } = createMemory(() => ({ outcome: "sent" }));
    const outbox = open({ carriers: { email: carrier }, seal: { ...seal, open: () => null } });
    await outbox.send(EMAIL);
    await expect.poll(states, SOON).toEqual(["refused"]);
    expect(letters).toEqual([]);
  });
});

describe("F28: a provider", () => {
  it("that refuses a number is not asked again", async () => {
    const outbox = await openSms();
    twilio.plan("badNumber");
    await outbox.send(SMS);
    await expect.poll(states, SOON).toEqual(["refused"]);
    expect((await rows())[0]).toMatchObject({ problem: "twilio 400 21211", sealed: null });
    expect(twilio.asked()).toBe(1);
  });

  it("that breaks, hangs up and is busy gets every message in the end, once", async () => {
    const outbox = await openSms({ pace: { ...PACE, deliveryMaxMs: 2_000 } });
    twilio.plan("broken", "hangUp", "unauthorized", "broken", "hang", "broken", "broken");
    const texts = Array.from({ length: 20 }, (_, n) => `message ${n}`);
    await Promise.all(texts.map((text) => outbox.send({ ...SMS, text })));
    await expect.poll(() => twilio.taken.length, SOON).toBe(20);
    expect(twilio.taken.map(({ Body }) => Body).sort()).toEqual(texts.sort());
    await expect.poll(async () => new Set(await states()), SOON).toEqual(new Set(["sent"]));
  });

  it("that says when to come back is left alone until then", async () => {
    const outbox = await openSms();
    twilio.plan("busy");
    const askedAt = Date.now();
    await outbox.send(SMS);
    await expect.poll(states, SOON).toEqual(["sent"]);
    expect(Date.now() - askedAt).toBeGreaterThanOrEqual(1_000);
  });

  it("that hangs holds four connections, and nobody else: e-mail and database go on", async () => {
    const { carrier, letters } = createMemory(() => ({ outcome: "sent" }));
    twilio = await startLocalTwilio();
    const sms = createTwilioCarrier(twilio.access);
    const outbox = open({ carriers: { sms, email: carrier } });
    twilio.plan(...Array.from({ length: 40 }, () => "hang" as const));
    await Promise.all(Array.from({ length: 40 }, () => outbox.send(SMS)));
    await Promise.all(Array.from({ length: 20 }, () => outbox.send(EMAIL)));
    await expect.poll(() => letters.length, SOON).toBe(20);
    await expect.poll(twilio.asked, SOON).toBe(4);
    expect(twilio.openMost()).toBe(4);
    await outbox.stop();
    expect((await states()).filter((state) => state === "waiting")).toHaveLength(40);
  });

  it("that never comes back: the message expires, empty, and is told as lost", async () => {
    let offsetMs = 0;
    const clock: Clock = { ...systemClock, now: () => Date.now() + offsetMs };
    const { carrier } = createMemory(() => ({ outcome: "failed", problem: "down" }));
    const outbox = open({ carriers: { email: carrier }, clock });
    await outbox.send(EMAIL);
    const { code: _, ...notice } = EMAIL;
    await outbox.send({ ...notice, kind: "newDevice" });
    await expect.poll(async () => (await rows())[0]?.attempts, SOON).toBeGreaterThan(2);
    expect(await states()).toEqual(["waiting", "waiting"]);
    offsetMs = USUAL_PACE.codeExpiresAfterMs;
    await expect.poll(states, SOON).toEqual(["expired", "waiting"]);
    expect((await rows())[0]?.sealed).toBeNull();
    expect(logged.join("")).toContain("never taken");
    offsetMs = USUAL_PACE.noticeExpiresAfterMs;
    await expect.poll(states, SOON).toEqual(["expired", "expired"]);
    offsetMs += USUAL_PACE.keptAfterEndMs + 1_000;
    await expect.poll(rows, SOON).toEqual([]);
  });
});

describe("F28: servers", () => {
  it("two that share a queue send each message once", async () => {
    const { letters, carrier } = createMemory(() => ({ outcome: "sent" }));
    const [first, second] = [1, 2].map(() => open({ carriers: { email: carrier } }));
    const texts = Array.from({ length: 60 }, (_, n) => `message ${n}`);
    await Promise.all(texts.map((text, n) => (n % 2 ? first : second)?.send({ ...EMAIL, text })));
    await expect.poll(async () => new Set(await states()), SOON).toEqual(new Set(["sent"]));
    expect(letters.map(({ text }) => text).sort()).toEqual(texts.sort());
  });

  it("one that dies in the middle of a delivery leaves the message to the next", async () => {
    let nowMs = Date.now();
    const clock: Clock = { ...systemClock, now: () => nowMs };
    const dying = createMemory(() => new Promise(() => undefined));
    const lost = createOutbox({
      database: test.database,
      seal,
      carriers: { email: dying.carrier },
      clock,
      log,
      ...ALONE,
      // So busy with it that it asks for nothing else, as one that is dead.
      pace: { ...PACE, parallelMax: 1 },
    });
    await lost.send(EMAIL);
    await expect.poll(() => dying.letters.length, SOON).toBe(1);
    const { letters, carrier } = createMemory(() => ({ outcome: "sent" }));
    open({ carriers: { email: carrier }, clock });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(letters).toEqual([]);
    nowMs += PACE.deliveryMaxMs + 10_000;
    await expect.poll(() => letters.length, SOON).toBe(1);
    expect(letters[0]?.reference).toBe(dying.letters[0]?.reference);
  });

  it("one that slept past its claim leaves the message with who has it now", async () => {
    let nowMs = Date.now();
    const clock: Clock = { ...systemClock, now: () => nowMs };
    const [slept, awake] = [createHeld(), createHeld()];
    const pace = { ...PACE, parallelMax: 1 };
    const sleeper = open({ carriers: { email: slept.carrier }, clock, pace });
    await sleeper.send(EMAIL);
    await expect.poll(() => slept.letters.length, SOON).toBe(1);
    nowMs += PACE.deliveryMaxMs + 10_000;
    open({ carriers: { email: awake.carrier }, clock, pace });
    await expect.poll(() => awake.letters.length, SOON).toBe(1);
    slept.end({ outcome: "failed", problem: "asleep" });
    await expect.poll(() => logged.join(""), SOON).toContain("asleep");
    nowMs += PACE.retryMaxMs;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([slept.letters.length, awake.letters.length]).toEqual([1, 1]);
    expect((await rows())[0]).toMatchObject({ attempts: 2, problem: null });
    awake.end({ outcome: "sent" });
    await expect.poll(states, SOON).toEqual(["sent"]);
  });

  it("one that stops lets a delivery finish, and breaks off one that does not", async () => {
    const slow = createMemory(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { outcome: "sent" };
    });
    const outbox = open({ carriers: { email: slow.carrier } });
    await outbox.send(EMAIL);
    await expect.poll(() => slow.letters.length, SOON).toBe(1);
    await outbox.stop();
    expect(await states()).toEqual(["sent"]);
    const hanging = await openSms({ pace: { ...PACE, deliveryMaxMs: 60_000 } });
    twilio.plan("hang");
    await hanging.send(SMS);
    await expect.poll(twilio.asked, SOON).toBe(1);
    const stoppedAt = Date.now();
    await hanging.stop();
    expect(Date.now() - stoppedAt).toBeLessThan(10_000);
    expect(await states()).toEqual(["sent", "waiting"]);
  });
});
