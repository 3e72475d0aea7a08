// Notices on a device: who is reached, where a push may go (SSRF), that it is encrypted for the one
// browser and signed as ours, that logging out ends it, and what becomes of services that refuse.

import { randomBytes } from "node:crypto";
import { languageOf } from "@truetick/contract";
import { PUSH_DEVICES_MAX } from "@truetick/contract/notices";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { createOutbox, type Outbox, USUAL_PACE } from "../../platform/outbox/outbox.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { FLOOR_SECRETS, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { createPushCarrier } from "./push-carrier.ts";
import { isPushEndpoint } from "./push-hosts.ts";
import { createPushIdentity } from "./push-identity.ts";
import { createPushDevices, forgetDevices, PUSH_SEAL } from "./push-table.ts";
import {
  createBrowser,
  type LocalPushService,
  startLocalPushService,
} from "./testing/local-push-service.ts";

const SUBSCRIBE = "/v1/api/main/push/subscribe";
const UNSUBSCRIBE = "/v1/api/main/push/unsubscribe";
const PACE = { ...USUAL_PACE, pollMs: 20, firstRetryMs: 10, retryMaxMs: 50 };
const identity = createPushIdentity(randomBytes(32), "mailto:help@example.test");
const logged: string[] = [];

let floor: TradingFloor;
let service: LocalPushService;
let outbox: Outbox;
const devices = () =>
  createPushDevices({
    database: floor.test.database,
    seal: createSeal(FLOOR_SECRETS.sealKey, PUSH_SEAL),
    clock: systemClock,
  });

beforeAll(async () => {
  floor = await openTradingFloor();
  service = await startLocalPushService(identity.publicKey);
  outbox = createOutbox({
    database: floor.test.database,
    seal: createSeal(FLOOR_SECRETS.sealKey, "outbox"),
    carriers: {
      push: createPushCarrier({
        devices: devices(),
        identity,
        ownHosts: [service.host],
        clock: systemClock,
      }),
    },
    clock: systemClock,
    log: createLog("debug", { write: (line) => void logged.push(line) }),
    pace: PACE,
    news: createAloneNews(),
    runsJobs: true,
  });
});
afterAll(async () => {
  await outbox.stop();
  await service.close();
  await floor.close();
});

/** The device of a browser at the service, of this session; answers its number. */
async function keepBrowser(trader: { token: string; userId: string }) {
  const device = service.newBrowser();
  const caller = await floor.members().findCaller(trader.token);
  if (!caller) throw new Error("Invariant: there is a session");
  await devices().keep(caller, device);
  const rows = await floor.test.database
    .selectFrom("push_device")
    .select("id")
    .where("session_id", "=", BigInt(caller.sessionId))
    .orderBy("id", "desc")
    .execute();
  return { device, to: String(rows[0]?.id), sessionId: caller.sessionId };
}

async function push(to: string, text: string) {
  const kind = "priceAlert";
  await outbox.send({ channel: "push", to, kind, language: languageOf("en"), subject: "x", text });
  for (let tries = 0; tries < 500; tries += 1) {
    const waiting = await outbox.waiting();
    if (waiting.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const row = await floor.test.database
    .selectFrom("outbox_message")
    .select(["state", "problem", "attempts"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return row;
}

describe("a push", () => {
  it("is opened by the one browser alone, signed as ours, and kept for an hour", async () => {
    const { to } = await keepBrowser(await floor.openReal("1"));
    const payload = JSON.stringify({
      title: "EUR/USD 已到達",
      text: "1.1",
      link: "/trade",
      tag: "x",
    });
    expect(await push(to, payload)).toMatchObject({ state: "sent" });
    const message = service.taken.at(-1);
    expect(message).toMatchObject({ payload, subject: "mailto:help@example.test" });
    expect(message?.ttlSec).toBeGreaterThan(3_500);
    expect(message?.ttlSec).toBeLessThanOrEqual(3_600);
  });

  it("to a browser that is gone forgets it; to one that is busy is tried again", async () => {
    const ann = await floor.openReal("1");
    const { to } = await keepBrowser(ann);
    service.plan({ status: 429, headers: { "retry-after": "0" } }, { status: 503 });
    expect(await push(to, "{}")).toMatchObject({ state: "sent", attempts: 3 });
    for (const status of [404, 410]) {
      const gone = await keepBrowser(ann);
      service.plan({ status });
      expect(await push(gone.to, "{}")).toEqual({
        state: "refused",
        problem: `push ${status}`,
        attempts: 1,
      });
      expect(await devices().find(Number(gone.to))).toBeNull();
    }
    service.plan({ status: 302, headers: { location: "http://127.0.0.1:1/secret" } });
    expect(await push(to, "{}")).toMatchObject({ state: "refused", problem: "push 302" });
  });

  it("is not sent to a device that was logged out, however long it waited", async () => {
    const ann = await floor.openReal("1");
    const { to } = await keepBrowser(ann);
    await ann.post("/v1/api/main/user/logout");
    const asked = service.asked();
    expect(await push(to, "{}")).toMatchObject({ state: "refused", problem: "logged out" });
    expect(service.asked()).toBe(asked);
    await forgetDevices(floor.test.database);
    const rows = floor.test.database.selectFrom("push_device").select("id");
    expect(await rows.where("id", "=", BigInt(to)).execute()).toEqual([]);
  });

  it("leaves nothing of an endpoint, a key or a text in the log or in the database", async () => {
    const { device, to } = await keepBrowser(await floor.openReal("1"));
    service.plan({ status: 500 });
    await push(to, "canary-text");
    const row = await floor.test.database
      .selectFrom("push_device")
      .selectAll()
      .where("id", "=", BigInt(to))
      .executeTakeFirstOrThrow();
    const kept = `${logged.join("\n")}${row.sealed.toString("latin1")}`;
    expect(logged.length).toBeGreaterThan(0);
    for (const secret of [device.endpoint, service.host, device.p256dh, device.auth, "canary"]) {
      expect(kept).not.toContain(secret);
    }
  });
});

describe("subscribing", () => {
  const own = () =>
    createBrowser(`https://push.example.test/${randomBytes(8).toString("hex")}`).device;

  it("reaches whoever wants it, in the member's language, with the notice's words", async () => {
    const ann = await floor.openReal("10");
    await ann.post("/v1/api/main/setting", { notify_push: "1", language: "de" });
    const device = own();
    expect((await ann.post(SUBSCRIBE, device)).code).toBe(1);
    await leaveNotice(ann.userId);
    const pushed = (await floor.letters()).filter(({ channel }) => channel === "push").at(-1);
    const payload = JSON.parse(pushed?.text ?? "{}");
    expect(payload).toMatchObject({
      title: "Sicherheit Ihres Kontos",
      link: "/mine/security",
      tag: expect.stringMatching(/^securityChanged-\d+$/),
    });
    expect(await devices().find(Number(pushed?.to))).toEqual(device);
  });

  it("reaches nobody who does not want it, or has said no more", async () => {
    const ann = await floor.openReal("10");
    const device = own();
    await ann.post(SUBSCRIBE, device);
    const before = (await floor.letters()).length;
    await leaveNotice(ann.userId);
    await ann.post("/v1/api/main/setting", { notify_push: "1" });
    await ann.post(UNSUBSCRIBE, { endpoint: device.endpoint });
    await leaveNotice(ann.userId);
    expect((await floor.letters()).slice(before)).toEqual([]);
  });

  it("a browser is one device, of whoever used it last; a person has ten at most", async () => {
    const [ann, bob] = [await floor.openReal("1"), await floor.openReal("1")];
    const device = own();
    await ann.post(SUBSCRIBE, device);
    await ann.post(SUBSCRIBE, device);
    expect(await countDevices(ann.userId)).toBe(1);
    await bob.post(UNSUBSCRIBE, { endpoint: device.endpoint });
    expect(await countDevices(ann.userId)).toBe(1);
    await bob.post(SUBSCRIBE, device);
    expect([await countDevices(ann.userId), await countDevices(bob.userId)]).toEqual([0, 1]);
    for (let count = 0; count < PUSH_DEVICES_MAX + 3; count += 1) await bob.post(SUBSCRIBE, own());
    expect(await countDevices(bob.userId)).toBe(PUSH_DEVICES_MAX);
  });

  it("T26: only services of the list are reached, never where a caller says", async () => {
    const ann = await floor.openReal("1");
    for (const endpoint of [
      "http://fcm.googleapis.com/fcm/send/x",
      "https://fcm.googleapis.com:8443/fcm/send/x",
      "https://user@fcm.googleapis.com/fcm/send/x",
      "https://fcm.googleapis.com.example.com/x",
      "https://example.com/fcm.googleapis.com",
      "https://evilpush.apple.com.example/x",
      "https://push.apple.com.evil.test/x",
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://169.254.169.254/latest/meta-data",
      "http://push.example.test/x",
      "https://push.example.test:444/x",
      "file:///etc/passwd",
      "push.example.test/x",
      `https://push.example.test/${"x".repeat(1_000)}`,
    ]) {
      const { reason } = await ann.post(SUBSCRIBE, { ...own(), endpoint });
      expect([endpoint, reason]).toEqual([
        endpoint,
        endpoint.length > 1_000 ? "FIELD_INVALID" : "PUSH_ENDPOINT_REFUSED",
      ]);
    }
    for (const endpoint of [
      "https://fcm.googleapis.com/fcm/send/abc:def",
      "https://updates.push.services.mozilla.com/wpush/v2/abc",
      "https://web.push.apple.com/QGuQ",
      "https://wns2-par02p.notify.windows.com/w/?token=abc",
    ]) {
      expect(isPushEndpoint(endpoint, [])).toBe(true);
    }
    expect(isPushEndpoint("http://127.0.0.1:9000/x", ["127.0.0.1:9000"])).toBe(true);
    expect(isPushEndpoint("http://127.0.0.1:9001/x", ["127.0.0.1:9000"])).toBe(false);
  });

  it("a key that is no point of the curve is refused", async () => {
    const ann = await floor.openReal("1");
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
    expect(await ann.post(SUBSCRIBE, { ...own(), p256dh })).toMatchObject({
      reason: "FIELD_INVALID",
    });
  });

  it("everybody subscribes with the key of this installation", async () => {
    const { data } = await (await floor.openDemo()).get("/v1/api/main/push/key");
    expect(Buffer.from(data.key, "base64url")).toHaveLength(65);
  });
});

async function countDevices(userId: string): Promise<number> {
  const rows = await floor.test.database
    .selectFrom("push_device")
    .innerJoin("user_session", "user_session.id", "push_device.session_id")
    .select("push_device.id")
    .where("user_session.user_id", "=", BigInt(userId))
    .execute();
  return rows.length;
}

function leaveNotice(userId: string): Promise<void> {
  return floor.members().notices.inbox.leave({
    userId: Number(userId),
    source: "security",
    sourceId: randomBytes(8).toString("hex"),
    facts: { kind: "securityChanged", what: "newDevice" },
  });
}
