// The desk's side of the support chat: whose turn it is, who answers, what staff may not write
// (T32), prepared answers, pictures, and who may at all (T85).

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";

const SEND = "/v1/api/support/send";
const DESK = "/v1/api/desk/support";

let floor: TradingFloor;
let ada: Operator;
let bea: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  [ada, bea] = [await floor.openStaff(["support"]), await floor.openStaff(["support"])];
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

type Row = { readonly id: string; readonly user_id: string; readonly uid: string };

const rowsOf = async (fields: Record<string, string>, by = ada): Promise<Row[]> =>
  (await by.get(`${DESK}/list`, fields)).data.data;

/** Somebody who has asked something; answers the number of the conversation. */
async function askSomething(
  text = "help",
): Promise<{ readonly id: string; readonly userId: string; readonly ann: Trader }> {
  const ann = await floor.openReal("25");
  await ann.post(SEND, { text });
  const { rows } = await sql<{ id: bigint }>`
    select id from support_thread where user_id = ${ann.userId}`.execute(floor.test.database);
  return { id: String(rows[0]?.id), userId: ann.userId, ann };
}

const auditOf = async (action: string) => {
  const { rows } = await sql<{ body: string }>`
    select body from audit_log where action = ${action} order by seq desc`.execute(
    floor.test.database,
  );
  return rows.map(({ body }) => JSON.parse(body));
};

describe("the inbox", () => {
  it("has who waits the longest first, then who was answered", async () => {
    const first = await askSomething("first");
    floor.clock.advance(60_000);
    const second = await askSomething("second");
    floor.clock.advance(60_000);
    const third = await askSomething("third");
    await ada.post(`${DESK}/send`, { id: first.id, text: "done" });
    const ids = (await rowsOf({ box: "open" })).map(({ id }) => id);
    const own = ids.filter((id) => [first.id, second.id, third.id].includes(id));
    expect(own).toEqual([second.id, third.id, first.id]);
    const { data } = await ada.get("/v1/api/desk/summary");
    expect(data.queues).toContainEqual({ queue: "support", open: 2 });
  });

  it("goes on from a row, each once", async () => {
    for (let n = 0; n < 55; n += 1) {
      const ann = await floor.openDemo();
      await ann.post(SEND, { text: `n ${n}` });
    }
    const first = await ada.get(`${DESK}/list`, { box: "open" });
    expect(first.data.data).toHaveLength(50);
    const second = await ada.get(`${DESK}/list`, { box: "open", cursor: first.data.next });
    const ids = [...first.data.data, ...second.data.data].map(({ id }: Row) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(second.data.next).toBe("");
    expect((await ada.get(`${DESK}/list`, { cursor: "x.1" })).reason).toBe("FIELD_INVALID");
  });

  it("finds by the member's number or the conversation's own", async () => {
    const { id } = await askSomething();
    const shown = (await ada.get(`${DESK}/show`, { id })).data;
    expect((await rowsOf({ box: "all", search: shown.uid })).map((row) => row.id)).toEqual([id]);
    const byNumber = (await rowsOf({ box: "all", search: `#${id}` })).map((row) => row.id);
    expect(byNumber).toContain(id);
    expect(await rowsOf({ box: "all", search: "%" })).toEqual([]);
  });

  it("shows what helps to answer, from the books", async () => {
    const { id, userId } = await askSomething();
    expect((await ada.get(`${DESK}/show`, { id })).data).toMatchObject({
      user_id: userId,
      is_demo: 0,
      person: { cash: "25.000000", open_orders: 0, is_certified: 0, frozen_until: 0 },
    });
    expect((await ada.get(`${DESK}/show`, { id: "999999" })).reason).toBe("SUPPORT_THREAD_UNKNOWN");
  });
});

describe("who answers", () => {
  it("is who answered first, until a colleague takes over; all of it is written down", async () => {
    const { id } = await askSomething();
    await ada.post(`${DESK}/send`, { id, text: "mine" });
    expect((await rowsOf({ box: "mine" })).map((row) => row.id)).toContain(id);
    expect((await rowsOf({ box: "mine" }, bea)).map((row) => row.id)).not.toContain(id);
    const refused = await bea.post(`${DESK}/send`, { id, text: "me too" });
    expect(refused.reason).toBe("SUPPORT_ASSIGNED");
    await bea.post(`${DESK}/assign`, { id, is_mine: "1" });
    expect((await bea.post(`${DESK}/send`, { id, text: "mine now" })).code).toBe(1);
    await bea.post(`${DESK}/assign`, { id, is_mine: "0" });
    expect((await ada.post(`${DESK}/send`, { id, text: "back" })).code).toBe(1);
    const [taken] = await auditOf("support.take");
    expect(taken).toMatchObject({ subject: { id }, detail: { was: String(ada.staffId) } });
  });

  it("leaves word for who does not look, once until they have read", async () => {
    const ann = await floor.openReal();
    await ann.post(SEND, { text: "hello" });
    const { rows } = await sql<{ id: bigint }>`
      select id from support_thread where user_id = ${ann.userId}`.execute(floor.test.database);
    const id = String(rows[0]?.id);
    const told = async () =>
      (await ann.get("/v1/api/main/notice/list")).data.data.filter(
        ({ kind }: { kind: string }) => kind === "supportAnswered",
      );
    await ada.post(`${DESK}/send`, { id, text: "secret words" });
    const { data } = await ada.post(`${DESK}/send`, { id, text: "and more" });
    expect(await told()).toMatchObject([{ link: "/mine/chat", title: "Support has answered" }]);
    expect(JSON.stringify(await told())).not.toContain("secret words");
    await ann.post("/v1/api/support/read", { id: data.id });
    await ada.post(`${DESK}/send`, { id, text: "later" });
    expect(await told()).toHaveLength(2);
  });

  it("T01: an answer sent again is said once", async () => {
    const { id } = await askSomething();
    const named = { "idempotency-key": "one-answer" };
    await ada.post(`${DESK}/send`, { id, text: "hello" }, named);
    await ada.post(`${DESK}/send`, { id, text: "hello" }, named);
    expect((await ada.get(`${DESK}/show`, { id })).data.data).toHaveLength(2);
  });

  it("closes and reopens", async () => {
    const { id } = await askSomething();
    await ada.post(`${DESK}/close`, { id });
    await ada.post(`${DESK}/close`, { id });
    const closed = (await ada.get(`${DESK}/show`, { id })).data;
    expect([closed.is_closed, closed.waiting_since, closed.data.length]).toEqual([1, 0, 2]);
    await ada.post(`${DESK}/reopen`, { id });
    expect((await ada.get(`${DESK}/show`, { id })).data.is_closed).toBe(0);
  });
});

describe("what was said after what is on the screen", () => {
  /** The second message came while the first was on somebody's screen. */
  async function askTwice() {
    const { id, ann } = await askSomething("first");
    const shown = async () => (await ada.get(`${DESK}/show`, { id })).data;
    const seen_id: string = (await shown()).data[0].id;
    floor.clock.advance(60_000);
    await ann.post(SEND, { text: "second" });
    const secondAt = Math.floor(floor.clock.now() / 1_000);
    floor.clock.advance(60_000);
    return { id, seen_id, secondAt, shown };
  }

  it("still waits when what was before it is answered, and is unread", async () => {
    const { id, seen_id, secondAt, shown } = await askTwice();
    const named = { "idempotency-key": "to-the-first" };
    const answer = { id, text: "to it", seen_id };
    await ada.post(`${DESK}/send`, answer, named);
    await ada.post(`${DESK}/send`, answer, named);
    expect(await shown()).toMatchObject({ waiting_since: secondAt, unread: 1 });
    const seen = { seen_id: (await shown()).data[0].id };
    await ada.post(`${DESK}/send`, { id, text: "to both", ...seen });
    expect(await shown()).toMatchObject({ waiting_since: 0, unread: 0 });
    // A page that has not heard of it knows nothing of a wait that is over.
    await ada.post(`${DESK}/send`, { id, text: "and more", seen_id });
    expect(await shown()).toMatchObject({ waiting_since: 0, unread: 0 });
  });

  it("is not closed with the rest unless it was seen", async () => {
    const { id, seen_id, shown } = await askTwice();
    const before = await shown();
    const refused = await ada.post(`${DESK}/close`, { id, seen_id });
    expect(refused.reason).toBe("SUPPORT_UNSEEN");
    expect(await shown()).toEqual(before);
    const seen = { seen_id: (await shown()).data[0].id };
    expect((await ada.post(`${DESK}/close`, { id, ...seen })).code).toBe(1);
    expect((await ada.post(`${DESK}/close`, { id, seen_id })).code).toBe(1);
    expect(await shown()).toMatchObject({ is_closed: 1, waiting_since: 0 });
  });

  it("is answered and closed by a page that does not say what it shows", async () => {
    const { id, shown } = await askTwice();
    await ada.post(`${DESK}/send`, { id, text: "to both" });
    expect(await shown()).toMatchObject({ waiting_since: 0, unread: 0 });
    const other = await askTwice();
    expect((await ada.post(`${DESK}/close`, { id: other.id })).code).toBe(1);
  });
});

describe("T32: what staff write", () => {
  it.each([
    ["Please send me your 6-digit code", "SUPPORT_ASKS_SECRET", "secret"],
    ["Log in at https://evil.test/login", "SUPPORT_LINK_REFUSED", "link"],
  ])("%s: is blocked, audited and not said", async (text, reason, rule) => {
    const { id } = await askSomething();
    const reply = await ada.post(`${DESK}/send`, { id, text });
    expect(reply.reason).toBe(reason);
    const [line] = await auditOf("support.blocked");
    expect(line).toMatchObject({
      actor: { id: ada.staffId },
      subject: { kind: "support", id },
      detail: { rule, text },
    });
    expect((await ada.get(`${DESK}/show`, { id })).data.data).toHaveLength(1);
  });

  it("may name our own host and those of the configuration", async () => {
    const { id } = await askSomething();
    for (const host of ["help.example.test", "trade.example.test"]) {
      const reply = await ada.post(`${DESK}/send`, { id, text: `See https://${host}/fees` });
      expect(reply.code).toBe(1);
    }
  });
});

describe("prepared answers", () => {
  it("are kept per language, by whoever may, under the same rules", async () => {
    const admin = await floor.openStaff(["admin"]);
    const save = (fields: Record<string, string>, by = admin) =>
      by.post(`${DESK}/answer_save`, {
        name: "Hello",
        lang: "en",
        text: "Hi, how are you?",
        ...fields,
      });
    expect((await save({}, ada)).reason).toBe("NOT_PERMITTED");
    const { data } = await save({});
    await save({ id: data.id, lang: "hk", text: "您好" });
    // A second of the same name is the same one.
    expect((await save({ name: "hello", lang: "de", text: "Guten Tag" })).data.id).toBe(data.id);
    const listed = (await ada.get(`${DESK}/answers`)).data.data;
    const texts = { en: "Hi, how are you?", hk: "您好", de: "Guten Tag" };
    expect(listed).toEqual([{ id: data.id, name: "hello", texts }]);
    await save({ id: data.id, lang: "de", text: "" });
    expect(Object.keys((await ada.get(`${DESK}/answers`)).data.data[0].texts)).toEqual([
      "en",
      "hk",
    ]);
    expect((await save({ text: "What is your password?" })).reason).toBe("SUPPORT_ASKS_SECRET");
    expect((await save({ id: "987654" })).reason).toBe("CANNED_UNKNOWN");
    expect((await admin.post(`${DESK}/answer_remove`, { id: data.id })).code).toBe(1);
    expect((await ada.get(`${DESK}/answers`)).data.data).toEqual([]);
    expect((await auditOf("support.canned_remove"))[0].detail).toEqual({ name: "Hello" });
  });

  // The database's letters: JavaScript's small İ is two of its own, and another name.
  it.each(["Fees", "fEES", "İade"])("do not take each other's name: %s", async (name) => {
    const admin = await floor.openStaff(["admin"]);
    const save = (fields: Record<string, string>) =>
      admin.post(`${DESK}/answer_save`, { lang: "en", text: "See the sheet.", ...fields });
    for (const taken of ["Fees", "İade"]) await save({ name: taken });
    const { data } = await save({ name: "Hours" });
    const renamed = await save({ id: data.id, name });
    expect(renamed.reason).toBe("ALIAS_TAKEN");
    const listed: { id: string; name: string }[] = (await ada.get(`${DESK}/answers`)).data.data;
    expect(listed.find(({ id }) => id === data.id)?.name).toBe("Hours");
    // Its own name in other letters is no other's.
    expect((await save({ id: data.id, name: "HOURS" })).code).toBe(1);
  });
});
