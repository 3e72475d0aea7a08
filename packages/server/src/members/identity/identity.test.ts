// An identity from the form to the certificate: every state against every call (T40), documents
// that are handed in twice, and looks that are capped, written down and shown (T41, H22).

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../../gateway/testing/open-gateway.ts";
import { callSocket } from "../../gateway/testing/socket-caller.ts";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { caseOf, certify, handIn, placePicture, uploadPicture } from "../testing/certify-member.ts";
import { lockCase } from "./identity-table.ts";
import { createIdentityViews } from "./identity-views.ts";

const CENTER = "/api/user_real/center";
const SUBMIT = "/api/user_real/real_name";
const ACCESSES = "/v1/api/main/identity/access_list";
const DESK = "/v1/api/desk/identity";
const DAY_MS = 86_400_000;

let floor: TradingFloor;
let ann: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  ann = await floor.openStaff(["compliance"]);
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

async function open(trader: Trader, operator = ann): Promise<string> {
  const id = await caseOf(operator, trader);
  expect((await operator.get(`${DESK}/show`, { id })).code).toBe(1);
  return id;
}

async function auditOf(action: string, id: string) {
  const rows = await floor.test.database
    .selectFrom("audit_log")
    .select("body")
    .where("action", "=", action)
    .where("subject_kind", "=", "identity")
    .where("subject_id", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map(({ body }) => JSON.parse(body));
}

describe("an identity", () => {
  it("is a form, waits with a deadline, is certified; the member hears of it", async () => {
    const trader = await floor.openReal();
    expect((await trader.get(CENTER)).data).toMatchObject({
      review_status: 0,
      name: "",
      due_at: 0,
    });
    const { identity } = floor.members();
    expect(await identity.isCertified(Number(trader.userId))).toBe(false);

    const handed = await handIn(floor, trader, { name: "  Chan   Tai Man ", cardId: "a123456(7)" });
    expect(handed).toMatchObject({ code: 1, data: { review_status: 1, reason: "", question: "" } });
    const { data } = await trader.get(CENTER);
    expect(data).toEqual(handed.data);
    expect(data).toMatchObject({ name: "C*** T*** M***", card_id: "***4567" });
    expect(data.due_at - data.submitted_at).toBe(86_400);
    expect(await identity.certifiedName(Number(trader.userId))).toBeNull();

    const socket = await callSocket(floor.gateway(), { path: "/v1/ws?lang=en" });
    socket.say({ type: "login", params: trader.token });
    socket.say({ type: "sub", params: "CASHIER" });
    await socket.until("login");
    const id = await open(trader);
    const shown = (await ann.get(`${DESK}/show`, { id })).data;
    expect(shown).toMatchObject({ name: "Chan Tai Man", card_id: "A123456(7)", status: "waiting" });
    const before = (await floor.letters()).length;
    expect((await ann.post(`${DESK}/approve`, { id })).code).toBe(1);

    await socket.until("CASHIER", (frame) => JSON.stringify(frame).includes('["identity"]'));
    socket.socket.terminate();
    expect((await trader.get(CENTER)).data).toMatchObject({ review_status: 2, due_at: 0 });
    expect(await identity.certifiedName(Number(trader.userId))).toBe("Chan Tai Man");
    const [letter, ...others] = (await floor.letters()).slice(before);
    expect([letter?.kind, others]).toEqual(["identityDecided", []]);
    expect(await auditOf("identity.approve", id)).toMatchObject([{ actor: { id: ann.staffId } }]);
  });

  it("that is rejected is a form again, with the reason, and can be handed in anew", async () => {
    const trader = await floor.openReal();
    await handIn(floor, trader);
    const id = await open(trader);
    expect((await ann.post(`${DESK}/reject`, { id, reason: " " })).reason).toBe("COMPLETE_FORM");
    await ann.post(`${DESK}/reject`, { id, reason: "The back cannot be read." });
    const { data } = await trader.get(CENTER);
    expect(data).toMatchObject({ review_status: 0, reason: "The back cannot be read." });
    const letter = (await floor.letters()).at(-1);
    expect(letter?.text).toContain("The back cannot be read.");
    expect((await handIn(floor, trader)).data).toMatchObject({ review_status: 1, reason: "" });
    const again = await open(trader);
    const { history } = (await ann.get(`${DESK}/show`, { id: again })).data;
    expect(history).toMatchObject([{ id, status: "rejected", reason: "The back cannot be read." }]);
  });

  it("that is asked about is handed in again while it waits", async () => {
    const trader = await floor.openReal();
    await handIn(floor, trader);
    const id = await open(trader);
    expect((await ann.post(`${DESK}/ask`, { id, question: "Which address?" })).code).toBe(1);
    const { data } = await trader.get(CENTER);
    expect(data).toMatchObject({ review_status: 1, question: "Which address?" });
    floor.clock.advance(3_600_000);
    expect((await handIn(floor, trader)).data).toMatchObject({ review_status: 1, question: "" });
    // H11: questions do not move the deadline, however many there are.
    expect((await trader.get(CENTER)).data.due_at).toBe(data.due_at);
    const replaced = (await ann.get(`${DESK}/show`, { id })).data;
    expect(replaced.status).toBe("replaced");
    expect((await ann.post(`${DESK}/approve`, { id })).reason).toBe("IDENTITY_DECIDED");
  });

  it("is sealed in the database: neither name nor number can be read there", async () => {
    const trader = await floor.openReal();
    await handIn(floor, trader, { name: "Canary Name", cardId: "CANARY99" });
    const { rows } = await sql<{ row: string }>`select row_to_json(c)::text as row
      from identity_case c where user_id = ${trader.userId}`.execute(floor.test.database);
    expect(rows[0]?.row).not.toMatch(/canary/i);
    const hex = Buffer.from("CANARY99").toString("hex");
    expect(rows[0]?.row).not.toContain(hex);
  });
});

describe("T40: what is refused", () => {
  it("every call in every state that is not for it", async () => {
    const waiting = await floor.openReal();
    await handIn(floor, waiting);
    expect((await handIn(floor, waiting)).reason).toBe("IDENTITY_WAITING");
    const certified = await floor.openReal();
    const done = await certify(floor, certified);
    expect((await handIn(floor, certified)).reason).toBe("IDENTITY_CERTIFIED");
    await ann.get(`${DESK}/show`, { id: done });
    const fields = { id: done, reason: "no", question: "what" };
    for (const act of ["approve", "reject", "ask"]) {
      expect((await ann.post(`${DESK}/${act}`, fields)).reason).toBe("IDENTITY_DECIDED");
      const unknown = { ...fields, id: "999999999" };
      expect((await ann.post(`${DESK}/${act}`, unknown)).reason).toBe("IDENTITY_UNKNOWN");
    }
    expect((await ann.get(`${DESK}/show`, { id: 999_999_999 })).reason).toBe("IDENTITY_UNKNOWN");
  });

  it("a decision by somebody who has not opened the case within the hour", async () => {
    const trader = await floor.openReal();
    await handIn(floor, trader);
    const id = await caseOf(ann, trader);
    const bob = await floor.openStaff(["compliance"]);
    expect((await bob.post(`${DESK}/approve`, { id })).reason).toBe("IDENTITY_NOT_OPENED");
    await open(trader, bob);
    floor.clock.advance(3_600_001);
    expect((await bob.post(`${DESK}/approve`, { id })).reason).toBe("IDENTITY_NOT_OPENED");
    expect((await trader.get(CENTER)).data.review_status).toBe(1);
  });

  it.each([
    ["<script>alert(1)</script>", "A1234567", "IDENTITY_NAME_INVALID"],
    ["Ann {name}", "A1234567", "IDENTITY_NAME_INVALID"],
    ["=cmd|calc", "A1234567", "IDENTITY_NAME_INVALID"],
    ["A", "A1234567", "IDENTITY_NAME_INVALID"],
    ["x".repeat(101), "A1234567", "IDENTITY_NAME_INVALID"],
    ["Ann Lee", "A1", "CARD_ID_INVALID"],
    ["Ann Lee", "'; drop table staff", "CARD_ID_INVALID"],
    ["Ann Lee", "1".repeat(41), "CARD_ID_INVALID"],
    ["", "A1234567", "COMPLETE_FORM"],
    ["Ann Lee", "", "COMPLETE_FORM"],
  ])("the name %j with the number %j", async (name, card_id, reason) => {
    const trader = await floor.openReal();
    const pictures = { front_pic: "/files/x", reverse_pic: "/files/y" };
    expect((await trader.post(SUBMIT, { name, card_id, ...pictures })).reason).toBe(reason);
  });

  it.each(["陳大文", "Ανδρέας Παπάς", "محمد علي", "O’Brien-Smith Jr.", "नरेन्द्र", "สมชาย ใจดี"])(
    "not: %s is a name",
    async (name) => {
      const trader = await floor.openReal();
      expect((await handIn(floor, trader, { name })).code).toBe(1);
    },
  );

  it("T38: pictures that are another's, used, or none; and nothing of it stays", async () => {
    const [trader, other] = [await floor.openReal(), await floor.openReal()];
    const [own, theirs] = [await placePicture(floor, trader), await placePicture(floor, other)];
    const form = { name: "Ann Lee", card_id: "A7654321", front_pic: own };
    const wrong = [theirs, own, "http://169.254.169.254/", "file:///etc/passwd", "/files/nothing"];
    for (const reverse_pic of wrong) {
      const reply = await trader.post(SUBMIT, { ...form, reverse_pic });
      expect([reverse_pic, reply.reason]).toEqual([reverse_pic, "UPLOAD_UNKNOWN"]);
    }
    expect((await trader.get(CENTER)).data.review_status).toBe(0);
    const reverse_pic = await placePicture(floor, trader);
    expect((await trader.post(SUBMIT, { ...form, reverse_pic })).code).toBe(1);
    const again = await floor.openReal();
    const stolen = await again.post(SUBMIT, { ...form, reverse_pic });
    expect(stolen.reason).toBe("UPLOAD_UNKNOWN");
  });

  it("fifty at once: one is handed in, one decision counts", async () => {
    const trader = await floor.openReal();
    const pictures: string[] = [];
    for (let count = 0; count < 20; count += 1) pictures.push(await placePicture(floor, trader));
    const forms = Array.from({ length: 50 }, (_, at) => ({
      name: "Ann Lee",
      card_id: "A5050505",
      front_pic: pictures[(2 * at) % 20] ?? "",
      reverse_pic: pictures[(2 * at + 1) % 20] ?? "",
    }));
    const handed = await Promise.all(forms.map((form) => trader.post(SUBMIT, form)));
    expect(handed.filter(({ code }) => code === 1)).toHaveLength(1);
    const id = await open(trader);
    const decided = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2 === 0
          ? ann.post(`${DESK}/approve`, { id })
          : ann.post(`${DESK}/reject`, { id, reason: "no" }),
      ),
    );
    expect(decided.filter(({ code }) => code === 1)).toHaveLength(1);
    const lines = [
      ...(await auditOf("identity.approve", id)),
      ...(await auditOf("identity.reject", id)),
    ];
    expect(lines).toHaveLength(1);
  });

  it("the eleventh of a day", async () => {
    const trader = await floor.openReal();
    for (let count = 0; count < 10; count += 1) {
      expect((await handIn(floor, trader)).code).toBe(1);
      const id = await open(trader);
      await ann.post(`${DESK}/reject`, { id, reason: "again" });
    }
    expect((await handIn(floor, trader)).reason).toBe("TOO_MANY_ATTEMPTS");
  });
});

describe("T40: one document of several people", () => {
  it("is flagged, however it is typed, and certified once", async () => {
    const [first, second] = [await floor.openReal(), await floor.openReal()];
    await handIn(floor, first, { cardId: "K-99 88/77" });
    await handIn(floor, second, { cardId: "k998877" });
    const [one, two] = [await open(first), await open(second)];
    const shown = (await ann.get(`${DESK}/show`, { id: two })).data;
    expect(shown).toMatchObject({ is_duplicate: true, twins: [{ user_id: first.userId }] });
    expect((await ann.get(`${DESK}/show`, { id: one })).data.is_duplicate).toBe(false);
    const heard = await Promise.all([one, two].map((id) => ann.post(`${DESK}/approve`, { id })));
    expect(heard.map(({ code, reason }) => reason ?? code).sort()).toEqual([
      1,
      "IDENTITY_DUPLICATE",
    ]);
  });

  it("handed in by many at once: one is the first", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => floor.openReal()));
    await Promise.all(people.map((person) => handIn(floor, person, { cardId: "RACE1234" })));
    const firsts = await floor.test.database
      .selectFrom("identity_case")
      .select("id")
      .where("status", "=", "waiting")
      .where("is_duplicate", "=", false)
      .where(
        "user_id",
        "in",
        people.map(({ userId }) => BigInt(userId)),
      )
      .execute();
    expect(firsts).toHaveLength(1);
  });
});

/** Somebody whose documents can be looked at. */
async function openDocumented(): Promise<Trader> {
  const trader = await floor.openReal();
  const pictures = [await uploadPicture(floor, trader), await uploadPicture(floor, trader)];
  expect((await handIn(floor, trader, { pictures })).code).toBe(1);
  return trader;
}

describe("T41, H22: looks", () => {
  it("at a picture while the case is opened again wait their turn, and none fails", async () => {
    const { database } = floor.test;
    const trader = await openDocumented();
    const caseId = Number(await open(trader));
    const views = createIdentityViews({ clock: floor.clock });
    const staff = { staffId: ann.staffId, name: "Ann" };
    const look = { staff, caseId, userId: Number(trader.userId) };
    let picture: Promise<void> = Promise.resolve();
    await database.transaction().execute(async (trx) => {
      await lockCase(trx, caseId);
      picture = database
        .transaction()
        .execute((other) => views.record(other, { ...look, what: "front" }));
      await sleep(200);
      expect(await views.openCase(trx, look)).toBeGreaterThan(0);
    });
    await picture;
  });

  it("are written down one by one and shown to the member, equal to the audit log", async () => {
    const trader = await openDocumented();
    expect((await trader.get(ACCESSES)).data.data).toEqual([]);
    const id = await open(trader);
    const { front_pic, reverse_pic } = (await ann.get(`${DESK}/show`, { id })).data;
    for (const path of [front_pic, reverse_pic]) {
      const seen = await ask(floor.gateway(), path, { headers: { authorization: ann.token } });
      expect(seen.status).toBe(200);
    }
    const { data } = (await trader.get(ACCESSES)).data;
    const who = `Staff ${ann.staffId}`;
    const whats = data.map((access: { who: string; what: string }) => [access.who, access.what]);
    expect(whats).toEqual(["back", "front", "case", "case"].map((what) => [who, what]));
    const lines = await auditOf("identity.view", id);
    expect(lines.map(({ detail }) => detail.what).reverse()).toEqual(
      whats.map(([, what]: string[]) => what),
    );
    const other = await floor.openReal();
    expect((await other.get(ACCESSES)).data.data).toEqual([]);
  });

  it("of one day are fifty cases and no more, also in a race; tomorrow is new", async () => {
    const operator = await floor.openStaff(["compliance"]);
    const trader = await floor.openReal();
    await handIn(floor, trader);
    const last = await caseOf(operator, trader);
    const others = await manyCases(51);
    for (const id of others.slice(0, 48)) {
      expect((await operator.get(`${DESK}/show`, { id })).code).toBe(1);
    }
    const race = await Promise.all(
      others.slice(48).map((id) => operator.get(`${DESK}/show`, { id })),
    );
    expect(race.map(({ code, reason }) => reason ?? code).sort()).toEqual([1, 1, "VIEW_CAP"]);
    expect(await operator.get(`${DESK}/show`, { id: last })).toMatchObject({
      reason: "VIEW_CAP",
      data: { max: 50 },
    });
    expect((await operator.get(`${DESK}/show`, { id: others[0] ?? "" })).data.views_left).toBe(0);
    expect((await trader.get(ACCESSES)).data.data).toEqual([]);
    expect(await auditOf("identity.view_refused", last)).toMatchObject([
      { actor: { id: operator.staffId } },
    ]);
    floor.clock.advance(DAY_MS);
    expect((await operator.get(`${DESK}/show`, { id: last })).code).toBe(1);
  });
});

/** Cases that are only there to be counted. */
async function manyCases(count: number): Promise<string[]> {
  const trader = await floor.openReal();
  const made: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { rows } = await sql<{ id: string }>`insert into identity_case (user_id, status,
      name_sealed, card_id_sealed, card_mark, is_duplicate, submitted_at, due_at, decided_at)
      select ${trader.userId}::bigint, 'replaced', name_sealed, card_id_sealed, ${randomBytes(32)},
        false, submitted_at, due_at, submitted_at from identity_case order by id desc limit 1
      returning id::text`.execute(floor.test.database);
    made.push(rows[0]?.id ?? "");
  }
  return made;
}

describe("the queue", () => {
  it("shows who waits the longest first, page by page, and no name", async () => {
    const seen: string[] = [];
    let cursor = "";
    do {
      const { data } = await ann.get(`${DESK}/list`, { status: "replaced", cursor });
      seen.push(...data.data.map(({ id }: { id: string }) => id));
      expect(data.data.length).toBeLessThanOrEqual(50);
      cursor = data.next;
    } while (cursor !== "");
    expect(seen.length).toBeGreaterThan(50);
    expect(seen).toEqual([...seen].sort((one, two) => Number(two) - Number(one)));
    const waiting = await ann.get(`${DESK}/list`);
    const ids = waiting.data.data.map(({ id }: { id: string }) => Number(id));
    expect(ids).toEqual([...ids].sort((one, two) => one - two));
    expect(waiting.body).not.toContain("Chan");
    expect((await ann.get(`${DESK}/list`, { cursor: "x" })).reason).toBe("FIELD_INVALID");
    const { data } = await ann.get("/v1/api/desk/summary");
    const identity = data.queues.find(({ queue }: { queue: string }) => queue === "identity");
    expect(identity.open).toBeGreaterThan(0);
  });
});
