// Feedback from both sides: written, answered, written back, closed; told in the inbox and by mail
// in the writer's language; with a picture that only its writer and who answers may see (T37, T38),
// and nothing of anybody else's (T74).

import { HOSTILE_TEXTS } from "@truetick/contract/testing/hostile-texts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../../gateway/testing/open-gateway.ts";
import { placePicture, uploadPicture } from "../../members/testing/certify-member.ts";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";

const DESK = "/v1/api/desk/feedback";
const SUBMIT = "/api/feedback/submit";
const REPLY = "/v1/api/feedback/reply";
const DAY_MS = 86_400_000;

let floor: TradingFloor;
let sue: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  sue = await floor.openStaff(["support"]);
});
afterAll(async () => {
  expect(await floor.broken()).toEqual({});
  await floor.close();
});

async function tell(trader: Trader, content: string, more: Record<string, string> = {}) {
  const heard = await trader.post(SUBMIT, { content, ...more });
  expect(heard.code).toBe(1);
  return String(heard.data.id);
}

const own = async (trader: Trader) => (await trader.get("/api/feedback/list")).data;
const waiting = async () => (await sue.get(`${DESK}/list`)).data.data.map(({ id }: Row) => id);
type Row = { readonly id: string };
type Said = { readonly text: string };

describe("feedback", () => {
  it("is written, answered, written back and closed; each side sees where it stands", async () => {
    const trader = await floor.openReal();
    const id = await tell(trader, "  The chart\nstands still. ", { type: "1" });
    const [written] = (await own(trader)).data;
    expect(written).toMatchObject({
      id,
      type: 1,
      content: "The chart\nstands still.",
      image: "",
      status: 0,
      can_reply: 1,
      replies: [],
    });
    expect(await waiting()).toContain(id);
    expect((await sue.post(`${DESK}/move`, { id, status: "working" })).code).toBe(1);
    expect((await own(trader)).data[0].status).toBe(1);
    expect((await sue.post(`${DESK}/answer`, { id, text: "Please reload." })).code).toBe(1);
    const [answered] = (await own(trader)).data;
    expect(answered).toMatchObject({
      status: 2,
      replies: [{ text: "Please reload.", is_staff: 1 }],
    });
    expect(Object.keys(answered.replies[0]), "nobody's name").toEqual([
      "id",
      "text",
      "at",
      "is_staff",
    ]);
    expect(await waiting()).not.toContain(id);
    expect((await trader.post(REPLY, { id, text: "It helped." })).code).toBe(1);
    expect((await own(trader)).data[0].status).toBe(0);
    expect(await waiting()).toContain(id);
    const { data: file } = await sue.get(`${DESK}/show`, { id });
    expect(file.talk).toMatchObject([
      { text: "Please reload.", is_staff: 1, author: expect.stringMatching(/./) },
      { text: "It helped.", is_staff: 0, author: "" },
    ]);
    expect((await sue.post(`${DESK}/move`, { id, status: "closed" })).code).toBe(1);
    expect((await sue.post(`${DESK}/move`, { id, status: "closed" })).reason).toBe(
      "FEEDBACK_UNMOVED",
    );
    expect((await trader.post(REPLY, { id, text: "More." })).reason).toBe("FEEDBACK_CLOSED");
    expect((await sue.post(`${DESK}/answer`, { id, text: "x" })).reason).toBe("FEEDBACK_CLOSED");
    expect((await own(trader)).data[0]).toMatchObject({ status: 3, can_reply: 0 });
    expect((await sue.post(`${DESK}/move`, { id, status: "working" })).code).toBe(1);
  });

  it("is answered in the inbox and by mail, in the writer's language, once each", async () => {
    const trader = await floor.openReal();
    await trader.post("/v1/api/main/setting", { language: "hk" });
    const id = await tell(trader, "你好");
    const before = (await floor.letters()).length;
    await sue.post(`${DESK}/answer`, { id, text: "多謝你的意見。" });
    const letters = (await floor.letters()).slice(before);
    expect(letters).toMatchObject([
      { channel: "email", kind: "feedbackAnswered", subject: "你的意見已獲回覆" },
    ]);
    expect(letters[0]?.text).toContain("多謝你的意見。");
    const { data } = await trader.get("/v1/api/main/notice/list");
    const told = data.data.filter(({ kind }: { kind: string }) => kind === "feedbackAnswered");
    expect(told).toMatchObject([
      { text: `Feedback ${id}: 多謝你的意見。`, link: "/feedback", is_read: 0 },
    ]);
  });

  it("T01: a reply sent again is said once, also when it was closed meanwhile", async () => {
    const trader = await floor.openReal();
    const id = await tell(trader, "Twice.");
    await sue.post(`${DESK}/answer`, { id, text: "What is?" });
    const named = { "idempotency-key": "one-reply" };
    const reply = (text: string) => trader.post(REPLY, { id, text }, named);
    const said = async () => (await own(trader)).data[0].replies.map(({ text }: Said) => text);
    const both = await Promise.all([reply("This."), reply("This.")]);
    expect(both.map(({ code }) => code)).toEqual([1, 1]);
    expect(await said()).toEqual(["What is?", "This."]);
    expect((await reply("That.")).reason).toBe("KEY_REUSED");
    // Told again it is nothing new: nobody waits for an answer to it.
    await sue.post(`${DESK}/answer`, { id, text: "I see." });
    expect((await reply("This.")).code).toBe(1);
    expect(await waiting()).not.toContain(id);
    await sue.post(`${DESK}/move`, { id, status: "closed" });
    expect((await reply("This.")).code).toBe(1);
    expect(await said()).toEqual(["What is?", "This.", "I see."]);
  });

  it("T01: an answer sent again is one reply, one notice and one letter", async () => {
    const trader = await floor.openReal();
    const id = await tell(trader, "Twice.");
    const before = (await floor.letters()).length;
    const named = { "idempotency-key": "one-answer" };
    const answer = (text: string, of = sue) => of.post(`${DESK}/answer`, { id, text }, named);
    expect((await answer("Once.")).code).toBe(1);
    expect((await answer("Once.")).code).toBe(1);
    expect((await answer("More.")).reason).toBe("KEY_REUSED");
    await sue.post(`${DESK}/move`, { id, status: "closed" });
    expect((await answer("Once.")).code).toBe(1);
    expect((await own(trader)).data[0]).toMatchObject({ status: 3, replies: [{ text: "Once." }] });
    expect((await floor.letters()).slice(before)).toHaveLength(1);
    const { rows } = await sql`select 1 from audit_log where action = 'feedback.answer'
      and subject_id = ${id}`.execute(floor.test.database);
    expect(rows).toHaveLength(1);
    // A colleague's is another one, whatever it is called.
    await sue.post(`${DESK}/move`, { id, status: "working" });
    expect((await answer("Once.", await floor.openStaff(["support"]))).code).toBe(1);
    expect((await own(trader)).data[0].replies).toHaveLength(2);
  });

  it.each([
    ["Please send me your password", "SUPPORT_ASKS_SECRET"],
    ["Read https://evil.test/login", "SUPPORT_LINK_REFUSED"],
  ])("T32: %j is not sent as an answer, and written down", async (text, reason) => {
    const trader = await floor.openReal();
    const id = await tell(trader, "Help.");
    expect((await sue.post(`${DESK}/answer`, { id, text })).reason).toBe(reason);
    expect((await own(trader)).data[0]).toMatchObject({ status: 0, replies: [] });
    const { rows } = await sql`select 1 from audit_log where action = 'support.blocked'
      and subject_kind = 'feedback' and subject_id = ${id}`.execute(floor.test.database);
    expect(rows).toHaveLength(1);
    const link = "Read https://help.example.test/charts";
    expect((await sue.post(`${DESK}/answer`, { id, text: link })).code).toBe(1);
  });

  it("of demo users is taken, too, without a picture", async () => {
    const demo = await floor.openDemo();
    const id = await tell(demo, "Nice demo.", { type: "2" });
    const { data } = await sue.get(`${DESK}/show`, { id });
    expect(data).toMatchObject({ is_demo: 1, kind: "idea", status: "new" });
    await sue.post(`${DESK}/answer`, { id, text: "Thank you." });
    const notices = (await demo.get("/v1/api/main/notice/list")).data.data;
    expect(notices.map(({ kind }: { kind: string }) => kind)).toContain("feedbackAnswered");
  });

  it("sent twice in a row is one, and there is an end to it each day", async () => {
    const trader = await floor.openReal();
    const [one, two] = await Promise.all([tell(trader, "Same."), tell(trader, "Same.")]);
    expect(one).toBe(two);
    for (let n = 2; n <= 10; n += 1) await tell(trader, `Number ${n}.`);
    expect((await trader.post(SUBMIT, { content: "Number 11." })).reason).toBe(
      "TOO_MANY_FEEDBACKS",
    );
    expect((await own(trader)).total).toBe(10);
    floor.clock.advance(DAY_MS + 1);
    await tell(trader, "Number 11.");
    expect(await own(await floor.openReal())).toEqual({ data: [], total: 0 });
  });

  it.each([
    { content: "" },
    { content: " \n " },
    { content: "x".repeat(4_001) },
    { content: "a\u0007b" },
    { content: "ok", type: "9" },
    { content: "ok", image: "https://evil.test/x.png" },
    { content: "ok", image: "/pictures/00000000000000000000000000000000" },
  ])("refuses %j", async (fields) => {
    const trader = await floor.openReal();
    expect((await trader.post(SUBMIT, fields)).reason).toBe("FIELD_INVALID");
  });

  it("T31: whatever it says is words, on both sides", async () => {
    const trader = await floor.openReal();
    const content = HOSTILE_TEXTS.slice(0, 40).join("\n");
    const id = await tell(trader, content);
    expect((await own(trader)).data[0].content).toBe(content);
    expect((await sue.get(`${DESK}/show`, { id })).data.text).toBe(content);
  });
});

describe("T37, T38: a picture of feedback", () => {
  it("is its writer's and for who answers, with a line in the log; nobody else's", async () => {
    const trader = await floor.openReal();
    const image = await uploadPicture(floor, trader);
    const id = await tell(trader, "Look.", { image });
    expect((await own(trader)).data[0].image).toBe(image);
    const look = async (token: string) =>
      (await ask(floor.gateway(), image, { headers: { authorization: token } })).status;
    expect(await look(trader.token)).toBe(200);
    expect(await look(sue.token)).toBe(200);
    for (const stranger of [
      await floor.openReal(),
      await floor.openStaff(["finance"]),
      await floor.openStaff(["editor"]),
      await floor.openStaff(["compliance"]),
    ]) {
      expect(await look(stranger.token)).toBe(404);
    }
    const { rows } = await sql`select 1 from audit_log where subject_kind = 'feedback'
      and subject_id = ${id} and action = 'feedback.view_feedback'`.execute(floor.test.database);
    expect(rows).toHaveLength(1);
  });

  it("of somebody else, or used before, is unknown and leaves no trace", async () => {
    const [ann, bob] = [await floor.openReal(), await floor.openReal()];
    const image = await placePicture(floor, ann);
    expect((await bob.post(SUBMIT, { content: "Mine?", image })).reason).toBe("UPLOAD_UNKNOWN");
    expect((await own(bob)).total).toBe(0);
    await tell(ann, "Mine.", { image });
    expect((await ann.post(SUBMIT, { content: "Again.", image })).reason).toBe("UPLOAD_UNKNOWN");
  });
});

describe("T74, T85: whose it is", () => {
  it("another's is as unknown as what never was", async () => {
    const [ann, bob] = [await floor.openReal(), await floor.openReal()];
    const id = await tell(ann, "Private.");
    expect((await bob.post(REPLY, { id, text: "x" })).reason).toBe("FEEDBACK_UNKNOWN");
    expect((await bob.post(REPLY, { id: "999999", text: "x" })).reason).toBe("FEEDBACK_UNKNOWN");
    expect((await own(bob)).data).toEqual([]);
  });

  it("who moves money does not read it", async () => {
    const finance = await floor.openStaff(["finance"]);
    expect((await finance.get(`${DESK}/list`)).reason).toBe("NOT_PERMITTED");
    expect((await finance.post(`${DESK}/answer`, { id: "1", text: "x" })).reason).toBe(
      "NOT_PERMITTED",
    );
  });

  it("words never change: the table refuses", async () => {
    const id = await tell(await floor.openReal(), "As said.");
    await sue.post(`${DESK}/answer`, { id, text: "As answered." });
    const { database } = floor.test;
    await expect(
      sql`update feedback set text = 'other' where id = ${id}`.execute(database),
    ).rejects.toThrow("does not change");
    await expect(sql`update feedback_reply set text = 'other'`.execute(database)).rejects.toThrow();
    await expect(sql`delete from feedback where id = ${id}`.execute(database)).rejects.toThrow();
  });
});

describe("the queue", () => {
  it("shows who waits the longest first, each once; states show the newest", async () => {
    await sql`update feedback set status = 'closed', waiting_since = null`.execute(
      floor.test.database,
    );
    const expected: string[] = [];
    for (let person = 0; person < 6; person += 1) {
      const trader = await floor.openReal();
      for (let n = 0; n < 10; n += 1) {
        floor.clock.advance(1_000);
        expected.push(await tell(trader, `${person}-${n}`));
      }
    }
    const first = (await sue.get(`${DESK}/list`)).data;
    const second = (await sue.get(`${DESK}/list`, { cursor: first.next })).data;
    expect([...first.data, ...second.data].map(({ id }: Row) => id)).toEqual(expected);
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 10, ""]);
    const fresh = (await sue.get(`${DESK}/list`, { status: "new" })).data.data;
    expect(fresh[0].id).toBe(expected.at(-1));
    expect((await sue.get(`${DESK}/list`, { cursor: "x" })).reason).toBe("FIELD_INVALID");
    const { queues } = (await sue.get("/v1/api/desk/summary")).data;
    expect(queues).toContainEqual({ queue: "feedback", open: 60 });
  }, 60_000);
});
