// The support chat over HTTP on a real database: members and visitors, both directions, read marks,
// who may read what (T74), the chain of what was said (inv45), and letting go.

import { randomBytes } from "node:crypto";
import { HOSTILE_TEXTS } from "@truetick/contract/testing/hostile-texts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { forgetVisitors } from "./support.ts";

const THREAD = "/v1/api/support/thread";
const SEND = "/v1/api/support/send";
const DESK = "/v1/api/desk/support";
const DAY_MS = 86_400_000;

let floor: TradingFloor;
let agent: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  agent = await floor.openStaff(["support"]);
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const newKey = () => randomBytes(32).toString("base64url");

/** As somebody who is not logged in. */
const visit = (path: string, fields: Record<string, string>) =>
  floor.ask(path, {
    method: "POST",
    headers: { "content-type": "application/json", lang: "de" },
    body: JSON.stringify(fields),
  });

type Row = { readonly id: string; readonly uid: string; readonly user_id: string };

async function findCase(match: (row: Row) => boolean, by = agent) {
  const { data } = await by.get(`${DESK}/list`, { box: "all" });
  const found = data.data.find(match);
  if (!found) throw new Error("the conversation is not in the list");
  return found;
}
const caseOf = (userId: string) => findCase(({ user_id }) => user_id === userId);

const saidIn = (reply: { data: { data: { author: string; text: string }[] } }) =>
  reply.data.data.map(({ author, text }) => `${author}: ${text}`);

describe("a member", () => {
  it("begins with nothing, asks, is answered, and both see how far the other is", async () => {
    const ann = await floor.openReal();
    expect((await ann.get(THREAD)).data).toEqual({
      data: [],
      has_older: 0,
      unread: 0,
      their_read: "0",
      is_closed: 0,
      office: { is_open: 1, opens_at: 0 },
      can_send_images: 1,
    });
    const { data: first } = await ann.post(SEND, { text: "  Hello, where is it?  " });
    const waiting = await caseOf(ann.userId);
    expect(waiting).toMatchObject({
      last_text: "Hello, where is it?",
      last_author: "user",
      unread: 1,
      agent_id: "",
      lang: "en",
      waiting_since: Math.floor(floor.clock.now() / 1_000),
    });
    await agent.post(`${DESK}/read`, { id: waiting.id, message_id: first.id });
    expect((await ann.get(THREAD)).data.their_read).toBe(first.id);
    const { data: answer } = await agent.post(`${DESK}/send`, { id: waiting.id, text: "Here." });
    const seen = await ann.get(THREAD);
    expect(saidIn(seen)).toEqual(["staff: Here.", "user: Hello, where is it?"]);
    expect(seen.data.data[0].name).toBe(String(agent.staffId));
    expect(seen.data.unread).toBe(1);
    await ann.post("/v1/api/support/read", { id: answer.id });
    expect((await ann.get(THREAD)).data.unread).toBe(0);
    const shown = await agent.get(`${DESK}/show`, { id: waiting.id });
    expect(shown.data).toMatchObject({
      user_read: answer.id,
      waiting_since: 0,
      agent_id: String(agent.staffId),
      person: { cash: "0.000000", open_orders: 0, is_certified: 0 },
    });
  });

  it("T01: the same attempt again says nothing twice, another under its key nothing", async () => {
    const ann = await floor.openDemo();
    const named = { "idempotency-key": newKey() };
    const first = await ann.post(SEND, { text: "once" }, named);
    const again = await ann.post(SEND, { text: "once" }, named);
    expect(again.data).toEqual(first.data);
    expect((await ann.post(SEND, { text: "twice" }, named)).reason).toBe("KEY_REUSED");
    expect(saidIn(await ann.get(THREAD))).toEqual(["user: once"]);
  });

  it("T01: an attempt told again after the answer opens and waits for nothing", async () => {
    const ann = await floor.openDemo();
    const named = { "idempotency-key": newKey() };
    const first = await ann.post(SEND, { text: "once" }, named);
    const { id } = await caseOf(ann.userId);
    await agent.post(`${DESK}/send`, { id, text: "Here." });
    await agent.post(`${DESK}/close`, { id });
    expect((await ann.post(SEND, { text: "once" }, named)).data).toEqual(first.data);
    expect(await caseOf(ann.userId)).toMatchObject({ is_closed: 1, waiting_since: 0 });
  });

  it("begins one conversation however many first messages come at once", async () => {
    const ann = await floor.openDemo();
    const texts = Array.from({ length: 8 }, (_, at) => `m${at}`);
    await Promise.all(texts.map((text) => ann.post(SEND, { text })));
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from support_thread where user_id = ${ann.userId}`.execute(
      floor.test.database,
    );
    expect(rows).toEqual([{ count: 1n }]);
    expect(saidIn(await ann.get(THREAD))).toHaveLength(8);
  });

  it("leafs back through a long one, thirty at a time", async () => {
    const ann = await floor.openDemo();
    for (let at = 0; at < 35; at += 1) await ann.post(SEND, { text: `m${at}` });
    const newest = await ann.get(THREAD);
    expect([newest.data.data.length, newest.data.has_older]).toEqual([30, 1]);
    const older = await ann.get(THREAD, { before: newest.data.data.at(-1).id });
    expect(saidIn(older)).toEqual(["user: m4", "user: m3", "user: m2", "user: m1", "user: m0"]);
    expect(older.data.has_older).toBe(0);
  });

  it.each(["", "   ", "x".repeat(2_001), "a\u001bb", "a\u0007b"])("cannot say %j", async (text) => {
    const ann = await floor.openDemo();
    expect((await ann.post(SEND, { text })).reason).toBe("FIELD_INVALID");
  });

  it("of a demo account sends no picture", async () => {
    const ann = await floor.openDemo();
    const image = `/files/${"a".repeat(22)}`;
    expect((await ann.post(SEND, { text: "look", image })).reason).toBe("ONLY_REAL");
  });

  it("T38: sends no picture that is somebody else's, or none", async () => {
    const ann = await floor.openReal();
    const image = `/files/${"a".repeat(22)}`;
    expect((await ann.post(SEND, { text: "look", image })).reason).toBe("UPLOAD_UNKNOWN");
    const own = `/files/${randomBytes(16).toString("base64url")}`;
    await sql`
      insert into upload (id, user_id, created_at, bytes, width, height, pixel_hash, likeness)
      values (${own.slice(7)}, ${ann.userId}, now(), 1, 1, 1, ${randomBytes(32)}, 0::bit(64))
    `.execute(floor.test.database);
    const thief = await floor.openReal();
    expect((await thief.post(SEND, { text: "mine", image: own })).reason).toBe("UPLOAD_UNKNOWN");
    expect((await ann.post(SEND, { text: "", image: own })).code).toBe(1);
    expect((await ann.get(THREAD)).data.data[0].image).toBe(own);
    // One picture, one message.
    expect((await ann.post(SEND, { text: "again", image: own })).code).not.toBe(1);
  });

  it("is refused when too much is said at once", async () => {
    const ann = await floor.openDemo();
    const replies = [];
    for (let at = 0; at < 61; at += 1) replies.push(await ann.post(SEND, { text: "spam" }));
    expect(replies.filter(({ reason }) => reason === "SUPPORT_TOO_FAST")).toHaveLength(1);
  });

  it("is told when staff close it, and opens it again by writing", async () => {
    const ann = await floor.openDemo();
    await ann.post(SEND, { text: "hi" });
    const { id } = await caseOf(ann.userId);
    await agent.post(`${DESK}/close`, { id });
    const closed = await ann.get(THREAD);
    expect(saidIn(closed)).toEqual(["system: closed", "user: hi"]);
    expect(closed.data.is_closed).toBe(1);
    const { data } = await agent.get(`${DESK}/list`, { box: "open" });
    expect(data.data.filter((row: Row) => row.id === id)).toEqual([]);
    await ann.post(SEND, { text: "one more thing" });
    expect((await ann.get(THREAD)).data.is_closed).toBe(0);
  });
});

describe("a visitor", () => {
  it("is known by the key, and by nothing else", async () => {
    const key = newKey();
    expect((await visit(THREAD, { key })).data.data).toEqual([]);
    await visit(SEND, { key, text: "before I register" });
    const { data } = await visit(THREAD, { key });
    expect(data.data[0]).toMatchObject({ author: "user", text: "before I register" });
    expect(data.can_send_images).toBe(0);
    expect((await visit(THREAD, { key: newKey() })).data.data).toEqual([]);
    const stored = await sql<{ found: boolean }>`
      select exists (
        select from support_thread where encode(visitor_hash, 'escape') like ${`%${key}%`}
      ) as found
    `.execute(floor.test.database);
    expect(stored.rows).toEqual([{ found: false }]);
  });

  it.each(["a".repeat(43), "0123456789".repeat(5).slice(0, 43)])(
    "with the key %s, which nobody drew, is refused",
    async (key) => {
      expect((await visit(SEND, { key, text: "hi" })).reason).toBe("SUPPORT_KEY_WEAK");
      expect((await visit(THREAD, { key })).reason).toBe("SUPPORT_KEY_WEAK");
    },
  );

  it("without a key is nobody", async () => {
    expect((await visit(SEND, { text: "hi" })).reason).toBe("SESSION_EXPIRED");
  });

  it("is answered, and takes it along when logging in with the key", async () => {
    const key = newKey();
    await visit(SEND, { key, text: "as a visitor" });
    const { id } = await findCase(
      (row) => (row as { last_text?: string }).last_text === "as a visitor",
    );
    expect((await agent.get(`${DESK}/show`, { id })).data).toMatchObject({
      user_id: "",
      person: null,
    });
    await agent.post(`${DESK}/send`, { id, text: "welcome" });
    const ann = await floor.openReal();
    await ann.post(SEND, { text: "as a member" });
    await ann.post("/v1/api/support/join", { key });
    expect(saidIn(await ann.get(THREAD))).toEqual([
      "user: as a member",
      "staff: welcome",
      "user: as a visitor",
    ]);
    expect((await visit(THREAD, { key })).data.data).toEqual([]);
    const thief = await floor.openReal();
    await thief.post("/v1/api/support/join", { key });
    expect(saidIn(await thief.get(THREAD))).toEqual([]);
  });

  it("whose key was not used for seven days begins anew", async () => {
    const key = newKey();
    await visit(SEND, { key, text: "old" });
    floor.clock.advance(8 * DAY_MS);
    expect((await visit(THREAD, { key })).data.data).toEqual([]);
    const ann = await floor.openReal();
    await ann.post("/v1/api/support/join", { key });
    expect(saidIn(await ann.get(THREAD))).toEqual([]);
    await visit(SEND, { key, text: "new" });
    expect(saidIn(await visit(THREAD, { key }))).toEqual(["user: new"]);
  });

  it("is forgotten after ninety days; the end of the chain stays", async () => {
    const key = newKey();
    await visit(SEND, { key, text: "forget me" });
    const { id } = await findCase(
      (row) => (row as { last_text?: string }).last_text === "forget me",
    );
    // By the database's own clock, which the test does not move.
    const asOwner = new pg.Client({ connectionString: floor.test.ownerUrl });
    await asOwner.connect();
    const date = (ms: number, where: string) =>
      asOwner.query(`update support_thread set last_ms = ${ms} where ${where}`);
    await date(Date.now(), "forgotten_ms is null");
    expect(await forgetVisitors(floor.test.database)).toBe(0);
    await date(Date.now() - 91 * DAY_MS, `id = ${id} or user_id is not null`);
    await asOwner.end();
    expect(await forgetVisitors(floor.test.database)).toBe(1);
    expect((await agent.get(`${DESK}/show`, { id })).reason).toBe("SUPPORT_THREAD_UNKNOWN");
    const { rows } = await sql<{ words: bigint; head: number }>`
      select (select count(*) from support_message where thread_id = t.id) as words,
        head_seq as head
      from support_thread t where id = ${id}`.execute(floor.test.database);
    expect(rows).toEqual([{ words: 0n, head: 1 }]);
  });
});

describe("what was said", () => {
  const asOwner = async (change: string) => {
    const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
    await owner.connect();
    try {
      await owner.query("begin");
      await owner.query("set local session_replication_role = replica");
      await owner.query(change);
      const { rows } = await owner.query("select count(*)::int as broken from inv45");
      return rows[0].broken;
    } finally {
      await owner.query("rollback");
      await owner.end();
    }
  };

  it("T32, inv45: is neither changed nor taken out by the application", async () => {
    const ann = await floor.openDemo();
    await ann.post(SEND, { text: "stays" });
    const { database } = floor.test;
    const acts = ["update support_message set text = 'x'", "delete from support_message"];
    for (const act of [...acts, "truncate support_message"]) {
      await expect(sql.raw(act).execute(database)).rejects.toThrow(/permission denied|append-only/);
    }
  });

  it.each([
    ["rewritten", "update support_message set text = text || '!' where seq = 1"],
    ["taken out of the middle", "delete from support_message where seq = 2"],
    [
      "cut off at the end",
      `delete from support_message m where seq = (
        select head_seq from support_thread where id = m.thread_id
      )`,
    ],
    ["given to another author", "update support_message set author = 'system' where seq = 1"],
    ["moved in time", "update support_message set at_ms = at_ms + 1 where seq = 1"],
  ])(
    "T32, inv45: is seen to have been %s, even by the owner of the tables",
    async (_how, change) => {
      const ann = await floor.openDemo();
      for (const text of ["one", "two", "three"]) await ann.post(SEND, { text });
      expect(await asOwner("select 1")).toBe(0);
      expect(await asOwner(change)).toBeGreaterThan(0);
    },
  );

  it("T31: is kept and told letter for letter, whatever it looks like", async () => {
    const ann = await floor.openReal();
    for (const text of HOSTILE_TEXTS) {
      const reply = await ann.post(SEND, { text });
      expect([text, reply.code]).toEqual([text, 1]);
      const told = await ann.get(THREAD);
      expect(told.data.data[0].text).toBe(text.trim());
      floor.clock.advance(2_000);
    }
  });

  it("survives a restart", async () => {
    const ann = await floor.openDemo();
    await ann.post(SEND, { text: "before" });
    await floor.restart();
    await ann.post(SEND, { text: "after" });
    expect(saidIn(await ann.get(THREAD))).toEqual(["user: after", "user: before"]);
  });
});

describe("office hours", () => {
  it("are a setting; outside of them it says when somebody is back", async () => {
    const put = (value: string) =>
      sql`insert into platform_setting (name, value) values ('supportHours', ${value})
        on conflict (name) do update set value = excluded.value`.execute(floor.test.database);
    const ann = await floor.openDemo();
    await put("nonsense");
    expect((await ann.get(THREAD)).data.office).toEqual({ is_open: 1, opens_at: 0 });
    const day = new Date(floor.clock.now() + DAY_MS).toLocaleDateString("en-GB", {
      weekday: "short",
      timeZone: "UTC",
    });
    await put(`${day} 00:00-23:55 UTC`);
    const midnight = (Math.floor(floor.clock.now() / DAY_MS) + 1) * (DAY_MS / 1_000);
    expect((await ann.get(THREAD)).data.office).toEqual({ is_open: 0, opens_at: midnight });
    await sql`delete from platform_setting`.execute(floor.test.database);
  });
});
