// What two people decide: nobody alone, nobody the own, nothing that was changed meanwhile, each
// at its moment and once (H08, inv38), with its lines in the audit log.

import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { refuse } from "../../platform/handler.ts";
import {
  FLOOR_NOTICE_SEC,
  type Operator,
  openTradingFloor,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import type { AgreedProposal } from "./proposal-kinds.ts";

let floor: TradingFloor;
let ann: Operator;
let bob: Operator;
let support: Operator;
const applied: AgreedProposal<{ value: string }>[] = [];
let failures = 0;

beforeAll(async () => {
  floor = await openTradingFloor();
  const { register } = floor.members().staff.proposals;
  for (const notice of ["none", "announced"] as const) {
    register<{ value: string }>({
      kind: `test_${notice}`,
      permission: "settings.change",
      notice,
      isPublic: notice === "announced",
      parse: (given) => {
        const value = (given as { value?: unknown } | null)?.value;
        if (typeof value !== "string") return refuse("PROPOSAL_INVALID", { problem: "value" });
        return { value };
      },
      current: () => ({ value: "old" }),
      apply: async (agreed) => {
        if (failures > 0) {
          failures -= 1;
          throw new Error("the line is down");
        }
        if (agreed.payload.value === "impossible") return refuse("OBJECT_UNKNOWN", { id: 7 });
        applied.push(agreed);
        return null;
      },
    });
  }
  ann = await floor.openStaff(["admin"]);
  bob = await floor.openStaff(["admin"]);
  support = await floor.openStaff(["support"]);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

async function propose(value: string, kind = "test_none") {
  const reply = await ann.post("/v1/api/desk/proposal/submit", {
    kind,
    payload: JSON.stringify({ value, ignored: 1 }),
    reason: "because of the test",
  });
  expect(reply).toMatchObject({ code: 1, data: { status: "open", is_own: 1, can_decide: 0 } });
  return reply.data as { id: string; hash: string };
}

const approveAs = (who: Operator, { id, hash }: { id: string; hash: string }) =>
  who.post("/v1/api/desk/proposal/approve", { id, hash });

async function actionsOf(id: string): Promise<string[]> {
  const rows = await floor.test.database
    .selectFrom("audit_log")
    .select("action")
    .where("subject_kind", "=", "proposal")
    .where("subject_id", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map(({ action }) => action);
}

/** As somebody with the keys to the database would. */
async function tamper(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
  try {
    await owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  } finally {
    await owner.end();
  }
}

describe("two people", () => {
  it("propose, see and approve: it is carried out at once, once, and written down", async () => {
    const { id } = await propose("one");
    const seen = await bob.get("/v1/api/desk/proposal/show", { id });
    expect(seen.data).toMatchObject({
      can_decide: 1,
      payload: '{"value":"one"}',
      current: '{"value":"old"}',
      proposed_by: { id: String(ann.staffId) },
    });
    const independent = await bob.get("/v1/api/desk/object_hash", { kind: "proposal", id });
    expect(independent.data.hash).toBe(seen.data.hash);
    const done = await approveAs(bob, seen.data);
    expect(done.data).toMatchObject({ status: "applied", decided_by: { id: String(bob.staffId) } });
    expect(applied.at(-1)).toMatchObject({
      id: Number(id),
      payload: { value: "one" },
      proposedBy: ann.staffId,
      approvedBy: bob.staffId,
    });
    expect(await actionsOf(id)).toEqual(["proposal.submit", "proposal.approve", "proposal.apply"]);
    const count = applied.length;
    await floor.members().staff.proposals.applyDue();
    expect(applied.length).toBe(count);
    expect((await approveAs(bob, seen.data)).reason).toBe("PROPOSAL_CLOSED");
  });

  it("inv38: the own proposal can neither be approved nor rejected, only taken back", async () => {
    const made = await propose("own");
    expect((await approveAs(ann, made)).reason).toBe("OWN_PROPOSAL");
    const rejected = await ann.post("/v1/api/desk/proposal/reject", { id: made.id, reason: "no" });
    expect(rejected.reason).toBe("OWN_PROPOSAL");
    const gone = await ann.post("/v1/api/desk/proposal/withdraw", { id: made.id });
    expect(gone.data.status).toBe("withdrawn");
    expect((await approveAs(bob, made)).reason).toBe("PROPOSAL_CLOSED");
  });

  it("T87: what somebody proposed who may no longer decide it is not approved", async () => {
    const leaver = await floor.openStaff(["admin"]);
    const { data } = await leaver.post("/v1/api/desk/proposal/submit", {
      kind: "test_none",
      payload: JSON.stringify({ value: "on the way out" }),
      reason: "because of the test",
    });
    await floor.test.database
      .updateTable("staff")
      .set({ disabled_at: new Date() })
      .where("id", "=", BigInt(leaver.staffId))
      .execute();
    expect((await approveAs(bob, data)).reason).toBe("PROPOSAL_CLOSED");
    expect(applied.some(({ id }) => id === Number(data.id))).toBe(false);
    const reason = "its maker left";
    const rejected = await bob.post("/v1/api/desk/proposal/reject", { id: data.id, reason });
    expect(rejected.data.status).toBe("rejected");
  });

  it("T85: a role without the permission neither sees, makes nor decides one", async () => {
    const made = await propose("hidden");
    const show = await support.get("/v1/api/desk/proposal/show", { id: made.id });
    expect(show.reason).toBe("PROPOSAL_UNKNOWN");
    const list = await support.get("/v1/api/desk/proposal/list");
    expect(list.data).toEqual({ data: [], next: "" });
    expect((await approveAs(support, made)).reason).toBe("NOT_PERMITTED");
    const fields = { kind: "test_none", payload: "{}", reason: "x" };
    const submitted = await support.post("/v1/api/desk/proposal/submit", fields);
    expect(submitted).toMatchObject({ status: 403, reason: "NOT_PERMITTED" });
    await ann.post("/v1/api/desk/proposal/withdraw", { id: made.id });
  });

  it("reject with a reason, which everybody can read", async () => {
    const { id } = await propose("rejected");
    await bob.post("/v1/api/desk/proposal/reject", { id, reason: "too much" });
    const seen = await ann.get("/v1/api/desk/proposal/show", { id });
    expect(seen.data).toMatchObject({ status: "rejected", decision: "too much" });
  });

  it("refuse what cannot be read", async () => {
    for (const payload of ["{", '{"value":1}', "null"]) {
      const fields = { kind: "test_none", payload, reason: "x" };
      const reply = await ann.post("/v1/api/desk/proposal/submit", fields);
      expect(reply.reason).toBe("PROPOSAL_INVALID");
    }
    const empty = { kind: "test_none", payload: '{"value":"x"}', reason: "  " };
    expect((await ann.post("/v1/api/desk/proposal/submit", empty)).reason).toBe("FIELD_INVALID");
  });
});

describe("H08: what was changed between the two", () => {
  it("is not approved by who saw it before, and not by who sees it now", async () => {
    const made = await propose("1 EUR");
    await tamper(`update proposal set payload = '{"value":"1000 EUR"}' where id = ${made.id}`);
    expect((await approveAs(bob, made)).reason).toBe("OBJECT_CHANGED");
    const seen = await bob.get("/v1/api/desk/proposal/show", { id: made.id });
    expect(seen.data.hash).not.toBe(made.hash);
    expect((await approveAs(bob, seen.data)).reason).toBe("OBJECT_CHANGED");
    await tamper(`update proposal set payload = '{"value":"1 EUR"}' where id = ${made.id}`);
    expect((await approveAs(bob, made)).data.status).toBe("applied");
  });

  it("cannot be changed by the program's own role at all", async () => {
    const { id } = await propose("fixed");
    const change = floor.test.database
      .updateTable("proposal")
      .set({ payload: '{"value":"other"}' })
      .where("id", "=", BigInt(id))
      .execute();
    await expect(change).rejects.toThrow("does not change like that");
    await ann.post("/v1/api/desk/proposal/withdraw", { id });
  });
});

describe("H09: what is announced", () => {
  it("waits for its notice, and is carried out then", async () => {
    const made = await propose("later", "test_announced");
    const agreed = await approveAs(bob, made);
    expect(agreed.data.status).toBe("approved");
    expect(agreed.data.effective_at - agreed.data.decided_at).toBe(FLOOR_NOTICE_SEC);
    const count = applied.length;
    floor.clock.advance(FLOOR_NOTICE_SEC * 1_000 - 1);
    await floor.members().staff.proposals.applyDue();
    expect(applied.length).toBe(count);
    floor.clock.advance(1);
    await floor.members().staff.proposals.applyDue();
    expect(applied.slice(count).map(({ id }) => id)).toEqual([Number(made.id)]);
    const seen = await ann.get("/v1/api/desk/proposal/show", { id: made.id });
    expect(seen.data.status).toBe("applied");
  });

  it("can be stopped by one person before its moment", async () => {
    const made = await propose("stopped", "test_announced");
    const offered = async (who: Operator) =>
      (await who.get("/v1/api/desk/proposal/show", { id: made.id })).data.can_withdraw;
    expect(await Promise.all([ann, bob].map(offered))).toEqual([1, 0]);
    await approveAs(bob, made);
    const eve = await floor.openStaff(["admin"]);
    expect(await Promise.all([ann, bob, eve].map(offered))).toEqual([1, 1, 1]);
    const stopped = await bob.post("/v1/api/desk/proposal/withdraw", { id: made.id });
    expect(stopped.data).toMatchObject({ status: "withdrawn", can_withdraw: 0 });
    const count = applied.length;
    floor.clock.advance(FLOOR_NOTICE_SEC * 1_000);
    await floor.members().staff.proposals.applyDue();
    expect(applied.length).toBe(count);
  });
});

describe("carrying out", () => {
  it("is tried again after it broke", async () => {
    failures = 1;
    const made = await propose("again");
    expect((await approveAs(bob, made)).data.status).toBe("approved");
    await floor.members().staff.proposals.applyDue();
    const seen = await ann.get("/v1/api/desk/proposal/show", { id: made.id });
    expect(seen.data.status).toBe("applied");
    expect(applied.filter(({ id }) => id === Number(made.id))).toHaveLength(1);
  });

  it("cannot be stopped once its moment has come: it may be half done already", async () => {
    failures = 1;
    const made = await propose("half done");
    expect((await approveAs(bob, made)).data.status).toBe("approved");
    const seenThen = await ann.get("/v1/api/desk/proposal/show", { id: made.id });
    expect(seenThen.data.can_withdraw).toBe(0);
    const stopped = await bob.post("/v1/api/desk/proposal/withdraw", { id: made.id });
    // The job of every second may have been quicker.
    expect(stopped.reason).toBe("PROPOSAL_CLOSED");
    await floor.members().staff.proposals.applyDue();
    const seen = await ann.get("/v1/api/desk/proposal/show", { id: made.id });
    expect(seen.data.status).toBe("applied");
  });

  it("ends for good when it is refused, and says why", async () => {
    const made = await propose("impossible");
    const failed = await approveAs(bob, made);
    expect(failed.data).toMatchObject({ status: "failed", decision: "OBJECT_UNKNOWN, id 7" });
  });

  it("happens once when two approve at the same moment", async () => {
    const eve = await floor.openStaff(["admin"]);
    const made = await propose("race");
    const replies = await Promise.all([approveAs(bob, made), approveAs(eve, made)]);
    expect(replies.map(({ reason = "ok" }) => reason).sort()).toEqual(["PROPOSAL_CLOSED", "ok"]);
    expect(applied.filter(({ id }) => id === Number(made.id))).toHaveLength(1);
  });
});

describe("the list", () => {
  it("pages by the last row, and counts what waits for the reader", async () => {
    for (let at = 0; at < 52; at += 1) await propose(`row ${at}`);
    const first = await bob.get("/v1/api/desk/proposal/list", { status: "open" });
    expect(first.data.data).toHaveLength(50);
    const { next } = first.data;
    const second = await bob.get("/v1/api/desk/proposal/list", { status: "open", cursor: next });
    expect(second.data).toMatchObject({ next: "" });
    const ids = [...first.data.data, ...second.data.data].map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const waiting = async (who: Operator) =>
      (await who.get("/v1/api/desk/summary")).data.queues.find(
        ({ queue }: { queue: string }) => queue === "proposals",
      ).open;
    expect(await waiting(bob)).toBe(ids.length);
    expect(await waiting(ann)).toBe(0);
    expect(await waiting(support)).toBe(0);
  });
});
