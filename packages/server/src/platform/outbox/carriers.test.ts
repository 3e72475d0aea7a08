// Each way out against a server that speaks its protocol: what is sent arrives whole and once, and
// every way to fail is told apart: never, later, or later by so much (T12, F28).

import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Letter } from "./carrier.ts";
import { createFileCarrier } from "./file-carrier.ts";
import { createSmtpCarrier } from "./smtp-carrier.ts";
import { type LocalMailServer, startLocalMailServer } from "./testing/local-mail-server.ts";
import { type LocalTwilio, startLocalTwilio } from "./testing/local-twilio.ts";
import { createTwilioCarrier } from "./twilio-carrier.ts";

const patience = () => AbortSignal.timeout(20_000);

const EMAIL: Letter = {
  reference: "0123456789abcdef01234567",
  id: 42,
  kind: "verifyCode",
  languageTag: "zh-Hant-HK",
  createdAt: new Date(Date.UTC(2026, 0, 5, 12, 0, 0, 123)),
  to: "someone@example.test",
  subject: "您的驗證碼",
  text: "您的驗證碼是 482913。\n.\nRCPT TO:<c@d.test>\n",
  code: "482913",
};
const SMS: Letter = { ...EMAIL, to: "+85212345678", text: "Code 482913 & more = 100 %" };

describe("SMTP", () => {
  let server: LocalMailServer;
  beforeEach(async () => {
    server = await startLocalMailServer();
  });
  afterEach(() => server.close());

  it("sends one message to one recipient, headers and dots and all", async () => {
    const carrier = createSmtpCarrier(server.access);
    expect(await carrier.deliver(EMAIL, patience())).toEqual({ outcome: "sent" });
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail?.recipients).toEqual([EMAIL.to]);
    expect(mail?.from).toBe("no-reply@truetick.test");
    const [head = "", body = ""] = mail?.raw.split("\r\n\r\n", 2) ?? [];
    expect(head).toContain(`To: ${EMAIL.to}`);
    expect(head).toContain("From: Truetick <no-reply@truetick.test>");
    expect(head).toContain(`Message-ID: <${EMAIL.reference}@truetick.test>`);
    expect(head).toContain("Content-Language: zh-Hant-HK");
    expect(head).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(head).not.toMatch(/^(?:Bcc|Cc|X-Mailer):/im);
    expect(Buffer.from(body, "base64").toString("utf8").replaceAll("\r\n", "\n")).toBe(EMAIL.text);
  });

  it("T12: a subject that carries a header stays a subject", async () => {
    const subject = "Hello\r\nBcc: c@d.test\r\n\r\nbody";
    await createSmtpCarrier(server.access).deliver({ ...EMAIL, subject }, patience());
    expect(server.received[0]?.recipients).toEqual([EMAIL.to]);
    expect(server.received[0]?.raw).not.toMatch(/^Bcc:/im);
  });

  it("F28: tells never from later", async () => {
    const carrier = createSmtpCarrier(server.access);
    server.plan("unknownRecipient", "busy");
    expect(await carrier.deliver(EMAIL, patience())).toEqual({
      outcome: "refused",
      problem: "smtp EENVELOPE 550",
    });
    expect(await carrier.deliver(EMAIL, patience())).toEqual({
      outcome: "failed",
      problem: "smtp EENVELOPE 451",
    });
    expect(await carrier.deliver(EMAIL, patience())).toEqual({ outcome: "sent" });
  });

  it("F28: a server that falls silent is left when time is up, nothing kept open", async () => {
    server.plan("silent");
    const carrier = createSmtpCarrier(server.access);
    const delivery = await carrier.deliver(EMAIL, AbortSignal.timeout(200));
    expect(delivery.outcome).toBe("failed");
    await expect.poll(server.openConnections, { timeout: 20_000 }).toBe(0);
  });

  it("a wrong password is the operator's fault: later, and the password is not told", async () => {
    const user = { name: "me", password: "canary-password" };
    const delivery = await createSmtpCarrier({ ...server.access, user }).deliver(EMAIL, patience());
    expect(delivery).toEqual({ outcome: "failed", problem: "smtp EAUTH 535" });
    const right = { ...server.access, user: { name: "me", password: "right" } };
    expect(await createSmtpCarrier(right).deliver(EMAIL, patience())).toEqual({ outcome: "sent" });
  });

  it("says nothing to a server that does not encrypt when it must", async () => {
    const delivery = await createSmtpCarrier({ ...server.access, needsTls: true }).deliver(
      EMAIL,
      patience(),
    );
    expect(delivery.outcome).toBe("failed");
    expect(server.received).toEqual([]);
  });

  it("F28: nobody at the address is a failure, not an end", async () => {
    await server.close();
    const delivery = await createSmtpCarrier(server.access).deliver(EMAIL, patience());
    expect(delivery).toMatchObject({ outcome: "failed" });
    server = await startLocalMailServer();
  });
});

describe("Twilio", () => {
  let twilio: LocalTwilio;
  beforeEach(async () => {
    twilio = await startLocalTwilio();
  });
  afterEach(() => twilio.close());

  it("is sent a form with sender, recipient and text, and nothing more", async () => {
    const carrier = createTwilioCarrier(twilio.access);
    expect(await carrier.deliver(SMS, patience())).toEqual({ outcome: "sent" });
    expect(twilio.taken).toEqual([{ To: SMS.to, Body: SMS.text, From: "+15005550006" }]);
  });

  it("is told the messaging service instead of a sender where there is one", async () => {
    const sender = { kind: "service", serviceSid: "MG1" } as const;
    await createTwilioCarrier({ ...twilio.access, sender }).deliver(SMS, patience());
    expect(twilio.taken).toEqual([{ To: SMS.to, Body: SMS.text, MessagingServiceSid: "MG1" }]);
  });

  it("F28: tells never from later, and later by how much", async () => {
    const carrier = createTwilioCarrier(twilio.access);
    twilio.plan("badNumber", "busy", "broken", "hangUp");
    const outcomes = [];
    for (let count = 0; count < 5; count += 1) {
      outcomes.push(await carrier.deliver(SMS, patience()));
    }
    expect(outcomes).toEqual([
      { outcome: "refused", problem: "twilio 400 21211" },
      { outcome: "failed", problem: "twilio 429 20429", retryAfterMs: 1_000 },
      { outcome: "failed", problem: "twilio 500 20500" },
      { outcome: "failed", problem: expect.stringMatching(/^twilio \w+$/) },
      { outcome: "sent" },
    ]);
  });

  it("wrong credentials are the operator's fault: later", async () => {
    const access = { ...twilio.access, authToken: "canary" };
    expect(await createTwilioCarrier(access).deliver(SMS, patience())).toEqual({
      outcome: "failed",
      problem: "twilio 401 20003",
    });
  });

  it("F28: a provider that hangs is left when time is up", async () => {
    twilio.plan("hang");
    const delivery = await createTwilioCarrier(twilio.access).deliver(
      SMS,
      AbortSignal.timeout(100),
    );
    expect(delivery).toEqual({ outcome: "failed", problem: "twilio TimeoutError" });
  });
});

describe("files", () => {
  it("are whole, named for people, one per message, and for the owner alone", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "truetick-outbox-"));
    const folder = join(dataDir, "outbox");
    const carrier = await createFileCarrier({ folder, channel: "email" });
    await carrier.deliver(EMAIL, patience());
    await carrier.deliver(EMAIL, patience());
    await carrier.deliver({ ...EMAIL, id: 43, kind: "newDevice", code: null }, patience());
    expect((await readdir(folder)).sort()).toEqual([
      "20260105T120000123Z-42-verifyCode.json",
      "20260105T120000123Z-43-newDevice.json",
    ]);
    const path = join(folder, "20260105T120000123Z-42-verifyCode.json");
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
      to: EMAIL.to,
      channel: "email",
      kind: "verifyCode",
      language: "zh-Hant-HK",
      subject: EMAIL.subject,
      text: EMAIL.text,
      code: "482913",
      at: "2026-01-05T12:00:00.123Z",
    });
    const notice = await readFile(join(folder, "20260105T120000123Z-43-newDevice.json"), "utf8");
    expect(JSON.parse(notice)).not.toHaveProperty("code");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await rm(dataDir, { recursive: true });
  });
});
