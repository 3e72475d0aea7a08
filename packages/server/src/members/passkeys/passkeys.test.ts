// Passkeys over HTTP on a real database with an authenticator in software: added, used to log in,
// removed; and every way in which an answer can be wrong lets nobody in.

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createSoftwareAuthenticator, type Faults } from "../../testing/software-authenticator.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { DAY_MS, SAFETY_CHANGES_PER_DAY_MAX } from "../attempts/limits.ts";
import { addPasskey, openMember, stepUpByPassword } from "../testing/open-member.ts";

const LIST = "/v1/api/main/passkey/list";
const START = "/v1/api/main/passkey/register_options";
const ADD = "/v1/api/main/passkey/register";
const REMOVE = "/v1/api/main/passkey/remove";
const CHALLENGE = "/v1/api/main/passkey/login_options";
const LOGIN = "/v1/api/main/passkey/login";

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

const post = (path: string, fields: object, headers: Record<string, string> = {}) =>
  floor.ask(path, {
    method: "POST",
    headers: { "content-type": "application/json", lang: "en", ...headers },
    body: JSON.stringify(fields),
  });

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>;

async function logIn(authenticator: Authenticator, faults: Faults = {}) {
  const { data } = await post(CHALLENGE, {});
  const response = JSON.stringify(authenticator.answer(data.options, faults));
  return await post(LOGIN, { id: data.id, response });
}

async function addFaulty(faults: Faults) {
  const member = await openMember(floor);
  await stepUpByPassword(member);
  const { data } = await member.post(START);
  const response = JSON.stringify(createSoftwareAuthenticator().make(data.options, faults));
  return { member, reply: await member.post(ADD, { id: data.id, response, name: "x" }) };
}

async function memberWithPasskey() {
  const member = await openMember(floor);
  await stepUpByPassword(member);
  const { reply, authenticator } = await addPasskey(member, "My phone");
  return { member, authenticator, id: reply.data.id as string };
}

const outcomes = async (member: Trader) =>
  (await member.get("/v1/api/main/login/list")).data.data.map(
    ({ Method, Outcome }: { Method: string; Outcome: string }) => `${Method} ${Outcome}`,
  );

describe("adding a passkey", () => {
  it("asks for a resident key with the user verified, bound to our own host", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const { data } = await member.post(START);
    expect(data).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      options: expect.objectContaining({
        rp: { name: "Truetick", id: "trade.example.test" },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        authenticatorSelection: expect.objectContaining({
          residentKey: "required",
          userVerification: "required",
        }),
      }),
    });
  });

  it("lists it, tells its owner, and never offers the same authenticator again", async () => {
    const { member, authenticator, id } = await memberWithPasskey();
    expect((await member.get(LIST)).data).toEqual({
      data: [{ Id: id, Name: "My phone", CreatedAt: expect.any(Number), LastUsedAt: 0 }],
      total: 1,
    });
    const letter = (await floor.letters()).at(-1);
    expect(letter?.kind).toBe("passkeyChanged");
    expect(letter?.text).toContain("My phone");
    expect((await member.get("/api/user/info")).data.has_passkey).toBe(1);
    const { data } = await member.post(START);
    expect(data.options.excludeCredentials).toEqual([
      { id: authenticator.credentialId, transports: ["internal", "hybrid"], type: "public-key" },
    ]);
  });

  it("T11: is done so often a day, since each time somebody is told; removing is not", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    let id = "";
    for (let added = 0; added < SAFETY_CHANGES_PER_DAY_MAX; added += 1) {
      if (id) await member.post(REMOVE, { id });
      id = (await addPasskey(member)).reply.data.id;
    }
    expect((await addPasskey(member)).reply.reason).toBe("TOO_MANY_ATTEMPTS");
    expect((await member.post(REMOVE, { id })).code).toBe(1);
    floor.clock.advance(DAY_MS);
    expect((await addPasskey(member)).reply.code).toBe(1);
  });

  it.each([START, ADD, REMOVE])("T17: %s needs a step-up", async (path) => {
    const member = await openMember(floor);
    const fields = { id: path === REMOVE ? "1" : "A".repeat(22), response: "{}", name: "x" };
    expect((await member.post(path, fields)).reason).toBe("STEP_UP_NEEDED");
  });

  it.each<[string, Faults]>([
    ["from another origin", { origin: "https://evil.example" }],
    ["for another site", { site: "evil.example" }],
    ["to another challenge", { challenge: "A".repeat(43) }],
    ["of another kind", { type: "webauthn.get" }],
    ["without verifying its user", { isUnverified: true }],
  ])("refuses an answer %s", async (_what, faults) => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const { data } = await member.post(START);
    const made = createSoftwareAuthenticator().make(data.options, faults);
    const fields = { id: data.id, response: JSON.stringify(made), name: "x" };
    expect((await member.post(ADD, fields)).reason).toBe("PASSKEY_REFUSED");
    expect((await member.get(LIST)).data.total).toBe(0);
  });

  it.each<[string, Faults]>([
    ["an id that is too long", { idBytes: 1_024 }],
    ["no id", { idBytes: 0 }],
    ["a public key that is too long", { keyBytes: 4_100 }],
    ["certificates", { attestation: { format: "packed", certificates: [Buffer.alloc(99)] } }],
  ])("T06: refuses a passkey with %s", async (_what, faults) => {
    const { reply } = await addFaulty(faults);
    expect(reply).toMatchObject({ status: 200, reason: "PASSKEY_REFUSED" });
  });

  it.each([["usb"], [5], [{ length: 1 }], [null], [["usb", {}, "usb", 5]]])(
    "T06: believes nothing about how it is reached but what there is: %j",
    async (transports) => {
      const { reply, member } = await addFaulty({ transports });
      expect(reply.code).toBe(1);
      const [known] = (await member.post(START)).data.options.excludeCredentials;
      expect(known.transports).toEqual(Array.isArray(transports) ? ["usb"] : []);
    },
  );

  it.each([
    "{}",
    "[]",
    "null",
    "nonsense",
    '{"id":1}',
    '{"id":"x"}',
    '{"id":"x","response":{}}',
    '{"id":"x","rawId":"x","type":"public-key","response":[]}',
    '{"id":"x","rawId":"x","type":"public-key","response":{"clientDataJSON":{"length":9e8}}}',
    `{"id":"x","rawId":"x","type":"public-key","response":{"clientDataJSON":"e30",
      "attestationObject":{"length":9e8}}}`,
  ])("refuses %s", async (response) => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const { data } = await member.post(START);
    const reply = await member.post(ADD, { id: data.id, response, name: "x" });
    expect(reply.reason).toBe("PASSKEY_REFUSED");
  });

  it("takes a challenge once, of its own session, within five minutes", async () => {
    const [ann, bob] = [await openMember(floor), await openMember(floor)];
    await Promise.all([stepUpByPassword(ann), stepUpByPassword(bob)]);
    const { data } = await ann.post(START);
    const authenticator = createSoftwareAuthenticator();
    const response = JSON.stringify(authenticator.make(data.options));
    const fields = { id: data.id, response, name: "x" };
    expect((await bob.post(ADD, fields)).reason).toBe("PASSKEY_EXPIRED");
    expect((await ann.post(ADD, fields)).code).toBe(1);
    expect((await ann.post(ADD, fields)).reason).toBe("PASSKEY_EXPIRED");
    const late = await ann.post(START);
    await sql`
      update passkey_challenge set expires_at = expires_at - interval '301 seconds'
    `.execute(floor.test.database);
    const lateResponse = JSON.stringify(createSoftwareAuthenticator().make(late.data.options));
    const lateFields = { id: late.data.id, response: lateResponse, name: "x" };
    expect((await ann.post(ADD, lateFields)).reason).toBe("PASSKEY_EXPIRED");
  });

  it("refuses a passkey that somebody has already", async () => {
    const { authenticator } = await memberWithPasskey();
    const bob = await openMember(floor);
    await stepUpByPassword(bob);
    const { data } = await bob.post(START);
    const response = JSON.stringify(authenticator.make(data.options));
    const reply = await bob.post(ADD, { id: data.id, response, name: "x" });
    expect(reply.reason).toBe("PASSKEY_KNOWN");
  });

  it("keeps at most twenty", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    for (let count = 0; count < 20; count += 1) {
      expect((await addPasskey(member, `Key ${count}`)).reply.code).toBe(1);
    }
    const reply = await member.post(START);
    expect(reply).toMatchObject({ reason: "TOO_MANY_PASSKEYS", data: { max: 20 } });
    expect(reply.msg).toContain("20");
  });

  it("keeps at most twenty, also of two that are added at the same moment", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const others = Array.from({ length: 19 }, () => ({
      user_id: BigInt(member.userId),
      credential_id: randomBytes(16),
      public_key: randomBytes(32),
      counter: 0n,
      transports: [],
      name: "Key",
    }));
    await floor.test.database.insertInto("passkey").values(others).execute();
    const started = [await member.post(START), await member.post(START)];
    const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
    await owner.connect();
    await owner.query("begin; lock table passkey in share mode");
    const adding = started.map(({ data }) => {
      const response = JSON.stringify(createSoftwareAuthenticator().make(data.options));
      return member.post(ADD, { id: data.id, response, name: "x" });
    });
    await vi.waitFor(async () => {
      const waiting = await owner.query("select from pg_locks where not granted");
      expect(waiting.rowCount).toBe(2);
    });
    await owner.query("commit");
    await owner.end();
    const heard = (await Promise.all(adding)).map(({ reason = "added" }) => reason);
    expect(heard.sort()).toEqual(["TOO_MANY_PASSKEYS", "added"]);
    expect((await member.get(LIST)).data.total).toBe(20);
  });
});

describe("logging in with a passkey", () => {
  it("needs nothing else, and opens a session of its own", async () => {
    const { member, authenticator } = await memberWithPasskey();
    const options = (await post(CHALLENGE, {})).data.options;
    expect(options).toMatchObject({ rpId: "trade.example.test", userVerification: "required" });
    expect(options.allowCredentials ?? []).toEqual([]);
    const reply = await logIn(authenticator);
    expect(reply.data).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: expect.objectContaining({ id: member.userId, is_demo: 0 }),
      identifier_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const headers = { authorization: reply.data.token };
    expect((await member.get("/api/user/info", {}, headers)).data.id).toBe(member.userId);
    expect((await member.get(LIST)).data.data[0].LastUsedAt).toBeGreaterThan(0);
    expect(await outcomes(member)).toEqual(["passkey ok", "password ok"]);
  });

  it.each<[string, Faults]>([
    ["from another origin", { origin: "https://evil.example" }],
    ["for another site", { site: "evil.example" }],
    ["to another challenge", { challenge: "A".repeat(43) }],
    ["of another kind", { type: "webauthn.create" }],
    ["without verifying its user", { isUnverified: true }],
    ["signed by another key", { isSignedByAnother: true }],
    ["in another user's name", { userHandle: "A".repeat(43) }],
  ])("refuses an answer %s, and says so to its owner", async (_what, faults) => {
    const { member, authenticator } = await memberWithPasskey();
    const reply = await logIn(authenticator, faults);
    expect(reply).toMatchObject({ status: 200, reason: "PASSKEY_REFUSED" });
    expect(await outcomes(member)).toEqual(["passkey refused", "password ok"]);
  });

  it.each([[{ length: 900_000_000 }], [5], [true], [[1, 2]], [{ type: "Buffer", data: [1] }]])(
    "T06: refuses %j for a name at once",
    async (userHandle) => {
      const { authenticator } = await memberWithPasskey();
      const startedAt = performance.now();
      const reply = await logIn(authenticator, { userHandle });
      expect(reply).toMatchObject({ status: 200, reason: "PASSKEY_REFUSED" });
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    },
  );

  it.each([[null], [undefined], [""]])("lets in who gives %j for a name", async (userHandle) => {
    const { authenticator } = await memberWithPasskey();
    expect((await logIn(authenticator, { userHandle })).code).toBe(1);
  });

  it.each([
    ["signature", 5],
    ["signature", { length: 900_000_000 }],
    ["authenticatorData", [1]],
    ["clientDataJSON", { length: 900_000_000 }],
  ])("T06: refuses an answer whose %s is %j", async (name, value) => {
    const { authenticator } = await memberWithPasskey();
    const { data } = await post(CHALLENGE, {});
    const answer = authenticator.answer(data.options) as { response: object };
    const response = JSON.stringify({
      ...answer,
      response: { ...answer.response, [name]: value },
    });
    const reply = await post(LOGIN, { id: data.id, response });
    expect(reply).toMatchObject({ status: 200, reason: "PASSKEY_REFUSED" });
  });

  it("refuses an authenticator nobody knows", async () => {
    const stranger = createSoftwareAuthenticator();
    expect((await logIn(stranger)).reason).toBe("PASSKEY_REFUSED");
  });

  it("T01: a challenge is answered once: race 20, one winner", async () => {
    const { authenticator } = await memberWithPasskey();
    const { data } = await post(CHALLENGE, {});
    const response = JSON.stringify(authenticator.answer(data.options));
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post(LOGIN, { id: data.id, response })),
    );
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
    const others = replies.filter(({ code }) => code !== 1).map(({ reason }) => reason);
    expect(new Set(others)).toEqual(new Set(["PASSKEY_EXPIRED"]));
  });

  it("refuses a counter that does not grow, and warns its owner of a copy", async () => {
    const { authenticator } = await memberWithPasskey();
    expect((await logIn(authenticator, { counter: 7 })).code).toBe(1);
    expect((await logIn(authenticator, { counter: 8 })).code).toBe(1);
    for (const counter of [8, 3, 0]) {
      expect((await logIn(authenticator, { counter })).reason).toBe("PASSKEY_COPIED");
    }
    expect((await floor.letters()).at(-1)).toMatchObject({ kind: "passkeyChanged" });
    expect((await logIn(authenticator, { counter: 9 })).code).toBe(1);
  });

  it("lets authenticators in that do not count", async () => {
    const { authenticator } = await memberWithPasskey();
    expect((await logIn(authenticator, { counter: 0 })).code).toBe(1);
    expect((await logIn(authenticator, { counter: 0 })).code).toBe(1);
  });

  it("ends when the passkey is removed, by its owner alone", async () => {
    const { member, authenticator, id } = await memberWithPasskey();
    const bob = await openMember(floor);
    await stepUpByPassword(bob);
    expect((await bob.post(REMOVE, { id })).reason).toBe("PASSKEY_UNKNOWN");
    expect((await logIn(authenticator)).code).toBe(1);
    expect((await member.post(REMOVE, { id })).code).toBe(1);
    expect((await member.post(REMOVE, { id })).reason).toBe("PASSKEY_UNKNOWN");
    expect((await logIn(authenticator)).reason).toBe("PASSKEY_REFUSED");
    expect((await member.get("/api/user/info")).data.has_passkey).toBe(0);
  });

  it("T11: one address asks for so many challenges and no more", async () => {
    floor.clock.advance(300_000);
    const statuses = [];
    for (let count = 0; count < 242; count += 1) {
      statuses.push((await post(CHALLENGE, {})).status);
    }
    expect(statuses.slice(0, 240).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    floor.clock.advance(300_000);
    expect((await post(CHALLENGE, {})).code).toBe(1);
  });
});
