// Who works here is decided by two people: hiring, changing roles, disabling, lost phones (T87).

import { randomBytes } from "node:crypto";
import { STAFF_PROPOSAL_KIND, type StaffPayload } from "@truetick/contract/desk";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { createOutbox } from "../../platform/outbox/outbox.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { appOf } from "../testing/open-member.ts";
import { createStaffKind } from "./change-staff.ts";
import { createStaffTickets } from "./staff-tickets.ts";

const PASSWORD = "quite another desk 77";

let floor: TradingFloor;
let ann: Operator;
let bob: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  ann = await floor.openStaff(["admin"]);
  bob = await floor.openStaff(["admin"]);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const submit = (payload: StaffPayload | object) =>
  ann.post("/v1/api/desk/proposal/submit", {
    kind: STAFF_PROPOSAL_KIND,
    payload: JSON.stringify(payload),
    reason: "as agreed",
  });

async function decide(payload: StaffPayload) {
  const { data } = await submit(payload);
  return await bob.post("/v1/api/desk/proposal/approve", { id: data.id, hash: data.hash });
}

const CAROL = {
  act: "create",
  email: "carol@desk.test",
  name: "Carol",
  person_ref: "P-1007",
  roles: ["finance"],
} as const;

async function rowOf(email: string) {
  const { data } = await ann.get("/v1/api/desk/staff/list");
  return data.data.find((each: { email: string }) => each.email === email);
}

const visit = (path: string, fields: Record<string, string>) =>
  floor.ask(path, {
    method: "POST",
    headers: { "content-type": "application/json", lang: "en" },
    body: JSON.stringify(fields),
  });

describe("hiring", () => {
  it("takes two, an invitation, a password and an app", async () => {
    expect((await decide(CAROL)).data.status).toBe("applied");
    const letter = (await floor.letters()).at(-1);
    expect(letter).toMatchObject({ to: CAROL.email, kind: "staffInvited" });
    expect(letter?.text).toContain("/desk");
    const code = letter?.code ?? "";
    const accept = "/v1/api/desk/login/accept";
    const weak = await visit(accept, { email: CAROL.email, code, password: "12345678" });
    expect(weak.reason).toBe("PASSWORD_COMMON");
    const wrong = await visit(accept, { email: CAROL.email, code: "nonsense", password: PASSWORD });
    expect(wrong.reason).toBe("CODE_WRONG");
    const { data } = await visit(accept, { email: CAROL.email, code, password: PASSWORD });
    const app = appOf(floor, data.setup.secret);
    const enrolled = await visit("/v1/api/desk/login/enrol", {
      ticket: data.setup.ticket,
      auth_code: app.nextCode(),
    });
    expect(enrolled.data.staff).toMatchObject({ name: "Carol", roles: ["finance"] });
    const again = await visit(accept, { email: CAROL.email, code, password: PASSWORD });
    expect(again.reason).toBe("CODE_WRONG");
    expect(await rowOf(CAROL.email)).toMatchObject({ has_factor: 1, person_ref: "P-1007" });
  });

  it("sends nobody a code that opens nothing, when it is undone", async () => {
    const { database } = floor.test;
    const [seal, clock] = [createSeal(randomBytes(32), "outbox"), systemClock];
    const messenger = createOutbox({
      ...{ database, seal, clock, log: createLog("silent"), news: createAloneNews() },
      carriers: { email: { name: "none", deliver: async () => ({ outcome: "sent" }) } },
      runsJobs: false,
    });
    const tickets = createStaffTickets({ database, seal });
    const kind = createStaffKind({ database, tickets, messenger, publicOrigin: "https://x.test" });
    const payload = { ...CAROL, email: "undone@desk.test", person_ref: "P-1099" };
    const agreed = { id: 1, payload, reason: "", proposedBy: 1, approvedBy: 2 };
    const waiting = async () => (await messenger.waiting()).map(({ count }) => count);
    const undone = database.transaction().execute(async (trx) => {
      expect(await kind.apply(agreed, trx)).toBeNull();
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await rowOf(payload.email)).toBeUndefined();
    expect(await waiting()).toEqual([]);
    await database.transaction().execute(async (trx) => await kind.apply(agreed, trx));
    expect(await waiting()).toEqual([1]);
  });

  it("T87: one person has one account, however it is spelt", async () => {
    for (const [change, problem] of [
      [{ email: "carol2@desk.test" }, "person_ref"],
      [{ email: "carol2@desk.test", person_ref: " p-1007 " }, "person_ref"],
      [{ email: "CAROL@desk.test", person_ref: "P-2000" }, "email"],
    ] as const) {
      const reply = await submit({ ...CAROL, ...change });
      expect(reply).toMatchObject({ reason: "PROPOSAL_INVALID", data: { problem } });
    }
    const twin = floor.test.database
      .insertInto("staff")
      .values({ email: "x@desk.test", name: "x", person_ref: "p-1007", roles: ["support"] })
      .execute();
    await expect(twin).rejects.toThrow("staff_person");
  });

  it("two at once of one person: one comes true", async () => {
    const dave = { ...CAROL, email: "dave@desk.test", person_ref: "P-3" };
    const first = (await submit(dave)).data;
    const second = (await submit({ ...dave, email: "dave2@desk.test" })).data;
    const replies = await Promise.all(
      [first, second].map(({ id, hash }) =>
        bob.post("/v1/api/desk/proposal/approve", { id, hash }),
      ),
    );
    expect(replies.map(({ data }) => data.status).sort()).toEqual(["applied", "failed"]);
  });

  it.each([
    [{ act: "fire" }, "act"],
    [{ ...CAROL, roles: [] }, "roles"],
    [{ ...CAROL, roles: ["king"] }, "roles"],
    [{ ...CAROL, name: "\u202e" }, "name"],
    [{ act: "disable", staff_id: "999999" }, "staff_id"],
    [{ act: "disable", staff_id: 1 }, "staff_id"],
    [[], "act"],
  ])("refuses %j: %s", async (payload, problem) => {
    expect(await submit(payload)).toMatchObject({
      reason: "PROPOSAL_INVALID",
      data: { problem },
    });
  });
});

describe("changing", () => {
  it("new roles end the sessions that had the old ones", async () => {
    const eve = await floor.openStaff(["support"]);
    const staff_id = String(eve.staffId);
    await decide({ act: "change", staff_id, name: "Eve", roles: ["dealer", "support"] });
    expect((await eve.get("/v1/api/desk/me")).code).toBe(999);
    const { data } = await ann.get("/v1/api/desk/staff/list");
    const row = data.data.find(({ id }: { id: string }) => id === staff_id);
    expect(row).toMatchObject({ name: "Eve", roles: ["support", "dealer"] });
  });

  it("a disabled one is out at once; a lost phone is forgotten by two", async () => {
    const eve = await floor.openStaff(["support"]);
    const staff_id = String(eve.staffId);
    await floor.test.database
      .updateTable("staff")
      .set({ totp_sealed: Buffer.alloc(40) })
      .where("id", "=", BigInt(eve.staffId))
      .execute();
    expect((await decide({ act: "reset_factor", staff_id })).data.status).toBe("applied");
    expect((await eve.get("/v1/api/desk/me")).code).toBe(999);
    await decide({ act: "disable", staff_id });
    const { data } = await ann.get("/v1/api/desk/staff/list");
    const row = data.data.find(({ id }: { id: string }) => id === staff_id);
    expect(row).toMatchObject({ has_factor: 0, is_disabled: 1 });
  });

  it("a set-up that was begun with the old password ends nowhere after a reset", async () => {
    const frank = { ...CAROL, email: "frank@desk.test", name: "Frank", person_ref: "P-1010" };
    await decide(frank);
    const codeOf = async () => (await floor.letters()).findLast(({ to }) => to === frank.email);
    const { email } = frank;
    const code = (await codeOf())?.code ?? "";
    const { data } = await visit("/v1/api/desk/login/accept", { email, code, password: PASSWORD });
    const { id: staff_id } = await rowOf(email);
    // Somebody has the password: two people take it away before the thief's app is set up.
    await decide({ act: "reset_password", staff_id });
    const app = appOf(floor, data.setup.secret);
    const thief = await visit("/v1/api/desk/login/enrol", {
      ticket: data.setup.ticket,
      auth_code: app.nextCode(),
    });
    expect(thief.reason).toBe("ENROLMENT_EXPIRED");
    expect(await rowOf(email)).toMatchObject({ has_factor: 0 });
    // An invitation that lay about while somebody was disabled opens nothing later.
    const fresh = (await codeOf())?.code ?? "";
    await decide({ act: "disable", staff_id });
    await decide({ act: "enable", staff_id });
    const late = await visit("/v1/api/desk/login/accept", {
      email,
      code: fresh,
      password: PASSWORD,
    });
    expect(late.reason).toBe("CODE_WRONG");
  });

  it("two admins always remain", async () => {
    for (const who of [ann, bob]) {
      const staff_id = String(who.staffId);
      const reply = await submit({ act: "disable", staff_id });
      expect(reply).toMatchObject({ reason: "PROPOSAL_INVALID", data: { problem: "admins" } });
      const less = { act: "change", staff_id, name: "x", roles: ["support"] };
      expect((await submit(less)).reason).toBe("PROPOSAL_INVALID");
    }
  });

  it("two admins remain who have come: who was only invited may never", async () => {
    await floor.test.database
      .updateTable("staff")
      .set({ password_hash: "$argon2id$" })
      .where("id", "in", [BigInt(ann.staffId), BigInt(bob.staffId)])
      .execute();
    const roles = ["admin"] as const;
    const erin = { ...CAROL, email: "erin@desk.test", person_ref: "P-5", roles };
    expect((await decide(erin)).data.status).toBe("applied");
    const reply = await submit({ act: "disable", staff_id: String(bob.staffId) });
    expect(reply).toMatchObject({ reason: "PROPOSAL_INVALID", data: { problem: "admins" } });
    const code = (await floor.letters()).findLast(({ to }) => to === erin.email)?.code ?? "";
    const accept = "/v1/api/desk/login/accept";
    await visit(accept, { email: erin.email, code, password: PASSWORD });
    expect((await submit({ act: "disable", staff_id: String(bob.staffId) })).code).toBe(1);
  });
});
