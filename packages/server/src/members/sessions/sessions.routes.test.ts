// The list of sessions and logins over HTTP on a real database: what people see of where they are
// logged in, and that ending a session ends everything of it (T18, T79, inv30).

import { languageOf } from "@truetick/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { PUBLIC_ORIGIN } from "../../gateway/testing/open-gateway.ts";
import { newSecret, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { addPasskey, openMember, stepUpByPassword } from "../testing/open-member.ts";

const LIST = "/v1/api/main/session/list";
const REVOKE = "/v1/api/main/session/revoke";
const OTHERS = "/v1/api/main/session/revoke_others";
const LOGINS = "/v1/api/main/login/list";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15";

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

async function logInDemo(secret: string, agent: string): Promise<string> {
  const path = `/api/user/createAccountDemoForU?demo_id=${secret}`;
  const { data } = await floor.ask(path, { headers: { "user-agent": agent } });
  return data.token;
}

const get = (token: string, path: string, lang = "en") =>
  floor.ask(path, { headers: { authorization: token, lang } });
const post = (token: string, path: string, fields: object = {}) =>
  floor.ask(path, {
    method: "POST",
    headers: { authorization: token, lang: "en", "content-type": "application/json" },
    body: JSON.stringify(fields),
  });

/** Two sessions of one user, the newest first. */
async function twoSessions() {
  const secret = newSecret();
  const phone = await logInDemo(secret, ANDROID);
  const laptop = await logInDemo(secret, MAC);
  const { data } = await get(laptop, LIST);
  return { phone, laptop, ids: data.data.map(({ Id }: { Id: string }) => Id) as string[] };
}

describe("the list of sessions", () => {
  it("names device, masked address and use, and which one asks", async () => {
    const { phone, laptop } = await twoSessions();
    const row = (device: string, isCurrent: number) => ({
      Id: expect.stringMatching(/^\d+$/),
      Device: device,
      Address: "127.0.x.x",
      CreatedAt: expect.any(Number),
      LastUsedAt: expect.any(Number),
      IsCurrent: isCurrent,
    });
    const byLaptop = await get(laptop, LIST);
    expect(byLaptop.data).toEqual({
      data: [row("Safari on macOS", 1), row("Chrome on Android", 0)],
      total: 2,
    });
    const byPhone = await get(phone, LIST);
    expect(byPhone.data.data.map(({ IsCurrent }: { IsCurrent: number }) => IsCurrent)).toEqual([
      0, 1,
    ]);
    const inJapanese = await get(phone, LIST, "jp");
    expect(inJapanese.data.data[0].Device).toBe("macOSのSafari");
  });

  it("leaves out what has ended", async () => {
    const { phone, laptop, ids } = await twoSessions();
    await post(phone, "/v1/api/main/user/logout");
    expect((await get(laptop, LIST)).data.total).toBe(1);
    await sql`update user_session set expires_at = clock_timestamp() + interval '1 ms'
      where id = ${BigInt(ids[0] ?? 0)}`.execute(floor.test.database);
    const { rows } = await sql<{ count: bigint }>`select count(*) as count from user_session
      where id = any(${ids.map(BigInt)}) and revoked_at is null`.execute(floor.test.database);
    expect(Number(rows[0]?.count)).toBe(1);
  });
});

describe("T18, T79: a session that is revoked", () => {
  it("answers 999, its socket closes within a second, and the other goes on", async () => {
    const { phone, laptop, ids } = await twoSessions();
    const [phoneSocket, laptopSocket] = await Promise.all([openSocket(phone), openSocket(laptop)]);
    const startedAtMs = performance.now();
    expect((await post(laptop, REVOKE, { id: ids[1] ?? "" })).code).toBe(1);
    await phoneSocket.closed;
    expect(performance.now() - startedAtMs).toBeLessThan(1_000);
    expect(await get(phone, LIST)).toMatchObject({ status: 200, code: 999 });
    expect((await get(laptop, LIST)).data.total).toBe(1);
    expect(laptopSocket.socket.readyState).toBe(WebSocket.OPEN);
    laptopSocket.socket.close();
  });

  it("is unknown the second time, and so is another's (T74)", async () => {
    const { laptop, ids } = await twoSessions();
    const stranger = await floor.openDemo();
    const theirs = await stranger.post(REVOKE, { id: ids[0] ?? "" });
    expect(theirs).toMatchObject({ status: 200, reason: "SESSION_UNKNOWN" });
    expect((await get(laptop, LIST)).code).toBe(1);
    expect((await post(laptop, REVOKE, { id: ids[1] ?? "" })).code).toBe(1);
    expect((await post(laptop, REVOKE, { id: ids[1] ?? "" })).reason).toBe("SESSION_UNKNOWN");
    expect((await post(laptop, REVOKE, { id: "999999999" })).reason).toBe("SESSION_UNKNOWN");
    expect((await post(laptop, REVOKE, { id: "x" })).reason).toBe("FIELD_INVALID");
  });

  it("may be the one that asks", async () => {
    const { laptop, ids } = await twoSessions();
    expect((await post(laptop, REVOKE, { id: ids[0] ?? "" })).code).toBe(1);
    expect((await get(laptop, LIST)).code).toBe(999);
  });

  it("all others at once: the one that asks stays, sockets of the rest close", async () => {
    const { phone, laptop } = await twoSessions();
    const stranger = await floor.openDemo();
    const { closed } = await openSocket(phone);
    expect((await post(laptop, OTHERS)).data).toEqual({ ended: 1 });
    await closed;
    expect((await get(phone, LIST)).code).toBe(999);
    expect((await get(laptop, LIST)).data.total).toBe(1);
    expect((await post(laptop, OTHERS)).data).toEqual({ ended: 0 });
    expect((await stranger.get(LIST)).code).toBe(1);
  });
});

describe("the record of logins", () => {
  it("has every login, newest first, in pages", async () => {
    const secret = newSecret();
    let token = "";
    for (let count = 0; count < 22; count += 1) token = await logInDemo(secret, ANDROID);
    const first = await get(token, LOGINS);
    expect(first.data.total).toBe(22);
    expect(first.data.data).toHaveLength(20);
    expect(first.data.data[0]).toEqual({
      Id: expect.any(String),
      At: expect.any(Number),
      AtTran: expect.any(String),
      Device: "Chrome on Android",
      Address: "127.0.x.x",
      Method: "demo",
      Outcome: "ok",
    });
    expect((await get(token, `${LOGINS}?page=2`)).data.data).toHaveLength(2);
    expect((await get(token, `${LOGINS}?page=3`)).data.data).toEqual([]);
    expect((await get(token, `${LOGINS}?page=0`)).reason).toBe("FIELD_INVALID");
  });

  it("is nobody else's (T74)", async () => {
    const [ann, bob] = [await floor.openDemo(), await floor.openDemo()];
    expect((await ann.get(LOGINS)).data.total).toBe(1);
    expect((await bob.get(LOGINS)).data.total).toBe(1);
  });

  it("keeps refused knocks few, and never at the cost of the owner's own", async () => {
    const member = await openMember(floor);
    const { sessions } = floor.members();
    const visit = visitOf("203.0.113.7");
    const knocks = Array.from({ length: 60 }, () =>
      sessions.noteRefused(Number(member.userId), visit),
    );
    await Promise.all(knocks);
    const { data } = await member.get(LOGINS);
    expect(data.total).toBe(21);
    expect(data.data[0]).toMatchObject({ Address: "203.0.x.x", Outcome: "refused" });
  });

  it("forgets what is older than 180 days; the application cannot rewrite it", async () => {
    const member = await openMember(floor);
    const change = sql`update login_record set is_ok = false`.execute(floor.test.database);
    await expect(change).rejects.toThrow(/permission denied/);
    await sql`insert into login_record (user_id, at, device, address_masked, method, is_ok)
      values (${BigInt(member.userId)}, clock_timestamp() - interval '181 days', '', '', 'demo',
        true)
      `.execute(floor.test.database);
    expect((await member.get(LOGINS)).data.total).toBe(1);
    floor.clock.advance(3_600_000);
    await floor.openDemo();
    const { rows } = await sql`select id from login_record
      where at < clock_timestamp() - interval '180 days'`.execute(floor.test.database);
    expect(rows).toEqual([]);
  });
});

describe("a login from a device never seen before", () => {
  it("is told by mail once, the first one of all not at all", async () => {
    const member = await openMember(floor);
    const { sessions } = floor.members();
    const told = async () =>
      (await floor.letters()).filter(({ kind }) => kind === "newDevice").length;
    const before = await told();
    const logIn = (device: string, address: string) =>
      sessions.open(Number(member.userId), { ...visitOf(address), device });
    await logIn("Chrome/Android", "203.0.113.7");
    expect(await told()).toBe(before + 1);
    await logIn("Chrome/Android", "203.0.113.99");
    await logIn("Chrome/Android", "203.0.5.5");
    expect(await told()).toBe(before + 1);
    await logIn("Chrome/Android", "198.51.100.1");
    expect(await told()).toBe(before + 2);
    const letter = (await floor.letters()).filter(({ kind }) => kind === "newDevice").at(-1);
    expect(letter?.text).toContain("Chrome");
    expect(letter?.text).toContain("198.51.x.x");
    expect(letter?.text).not.toContain("198.51.100.1");
  });

  it("T21: demo users, who have no address, are told nothing", async () => {
    const before = (await floor.letters()).length;
    const secret = newSecret();
    await logInDemo(secret, ANDROID);
    await logInDemo(secret, MAC);
    expect((await floor.letters()).length).toBe(before);
  });

  it("comes in the language that the member has chosen", async () => {
    const member = await openMember(floor);
    await member.post("/v1/api/main/setting", { language: "de" });
    await stepUpByPassword(member);
    await addPasskey(member);
    expect((await floor.letters()).at(-1)?.subject).toBe("Ihre Passkeys wurden geändert");
  });
});

function visitOf(address: string) {
  const language = languageOf("en");
  return { device: "Firefox/Linux", address, language, method: "password" } as const;
}

/** A live socket that is logged in. */
async function openSocket(token: string) {
  const url = `ws://127.0.0.1:${floor.gateway().port}/v1/ws`;
  const socket = new WebSocket(url, { origin: PUBLIC_ORIGIN });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("open", () => socket.send(JSON.stringify({ type: "login", params: token })));
    socket.on("message", (said) => {
      if (String(said).includes('"login"')) resolve();
    });
  });
  return { socket, closed };
}
