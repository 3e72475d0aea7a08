// H08, H10: a balance is adjusted by two people, once, in the open: the trader sees line, reason
// and who agreed, and can dispute it; everybody sees the month's sums, recomputed from the ledger.

import { accountId } from "@truetick/engine";
import { money } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";

const SUBMIT = "/v1/api/desk/proposal/submit";
const APPROVE = "/v1/api/desk/proposal/approve";
const SHOW = "/v1/api/desk/proposal/show";
const LIST = "/v1/api/desk/adjustment/list";
const DISPUTES = "/v1/api/desk/dispute/list";
const ANSWER = "/v1/api/desk/dispute/answer";
const OWN = "/v1/api/main/adjustment/list";
const DISPUTE = "/v1/api/main/adjustment/dispute";
const MONTHS = "/v1/api/cashier/adjustments";

let floor: TradingFloor;
let maker: Operator;
let checker: Operator;
let trader: Trader;

beforeAll(async () => {
  floor = await openTradingFloor();
  [maker, checker] = [await floor.openStaff(["finance"]), await floor.openStaff(["finance"])];
});
afterAll(() => floor.close());
beforeEach(async () => {
  trader = await floor.openReal("100");
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const propose = (payload: object, by = maker) =>
  by.post(SUBMIT, { kind: "adjustment", payload: JSON.stringify(payload), reason: "see ticket" });

async function book(amount: string, reason = "Fee charged twice"): Promise<string> {
  const { data } = await propose({ user_id: trader.userId, amount, reason });
  const approved = await checker.post(APPROVE, { id: data.id, hash: data.hash });
  expect(approved).toMatchObject({ code: 1, data: { status: "applied" } });
  return data.id;
}

const cash = async () => (await trader.get("/v1/api/main/account/forexDetail")).data.Cash;

describe("H08: an adjustment", () => {
  it("is booked when a second person agrees, and not before", async () => {
    const { data } = await propose({ user_id: trader.userId, amount: "12.34", reason: "Error" });
    expect(await cash()).toBe("100.000000");
    const seen = await checker.get(SHOW, { id: data.id });
    expect(JSON.parse(seen.data.payload)).toEqual({
      user_id: trader.userId,
      amount: "12.340000",
      reason: "Error",
    });
    expect(JSON.parse(seen.data.current)).toEqual({
      cash: "100.000000",
      available: "100.000000",
    });
    const own = await maker.post(APPROVE, { id: data.id, hash: data.hash });
    expect(own.reason).toBe("OWN_PROPOSAL");
    const other = await checker.post(APPROVE, { id: data.id, hash: "0".repeat(64) });
    expect(other.reason).toBe("OBJECT_CHANGED");
    expect(await cash()).toBe("100.000000");
    await checker.post(APPROVE, { id: data.id, hash: data.hash });
    expect(await cash()).toBe("112.340000");
  });

  it("takes as well as it gives, but nothing that is not there", async () => {
    await book("-40");
    expect(await cash()).toBe("60.000000");
    const { data } = await propose({ user_id: trader.userId, amount: "-60.000001", reason: "x" });
    const reply = await checker.post(APPROVE, { id: data.id, hash: data.hash });
    expect(reply.data).toMatchObject({ status: "failed" });
    expect(reply.data.decision).toContain("FUNDS_EXCEED_AVAILABLE");
    expect(await cash()).toBe("60.000000");
    expect((await trader.get(OWN)).data.data).toHaveLength(1);
  });

  it("is booked once, though it is carried out again after a crash", async () => {
    const { data } = await propose({ user_id: trader.userId, amount: "5", reason: "Once" });
    // As if the engine had booked it and the server had died before it wrote that down.
    const { rows } = await sql<{ id: bigint }>`
      select id from user_account where user_id = ${trader.userId}`.execute(floor.test.database);
    await floor.sequencer().submit({
      type: "Credit",
      cause: "adjustment",
      causeId: Number(data.id),
      accountId: accountId(Number(rows[0]?.id)),
      amount: money(5_000_000n),
    });
    await checker.post(APPROVE, { id: data.id, hash: data.hash });
    await floor.members().staff.proposals.applyDue();
    expect(await cash()).toBe("105.000000");
    expect((await trader.get(OWN)).data.data).toMatchObject([{ id: data.id, reason: "Once" }]);
  });

  it.each<[{ user_id?: string | number; amount: string | number; reason?: string }, string]>([
    [{ amount: "1", reason: "x" }, "user_id"],
    [{ user_id: "999999", amount: "1", reason: "x" }, "user_id"],
    [{ user_id: 1, amount: "1", reason: "x" }, "user_id"],
    [{ user_id: "own", amount: "0", reason: "x" }, "amount"],
    [{ user_id: "own", amount: "1e3", reason: "x" }, "amount"],
    [{ user_id: "own", amount: "0.0000001", reason: "x" }, "amount"],
    [{ user_id: "own", amount: 5, reason: "x" }, "amount"],
    [{ user_id: "own", amount: "--5", reason: "x" }, "amount"],
    [{ user_id: "own", amount: "5", reason: "  " }, "reason"],
    [{ user_id: "own", amount: "5", reason: "x".repeat(501) }, "reason"],
    [{ user_id: "own", amount: "5" }, "reason"],
  ])("refuses %j for its %s", async (given, problem) => {
    const user_id = given.user_id === "own" ? trader.userId : given.user_id;
    const reply = await propose({ ...given, user_id });
    expect(reply).toMatchObject({ reason: "PROPOSAL_INVALID", data: { problem } });
  });

  it("of play money is refused", async () => {
    const demo = await floor.openDemo();
    const reply = await propose({ user_id: demo.userId, amount: "5", reason: "x" });
    expect(reply.reason).toBe("PROPOSAL_INVALID");
  });

  it("T87: is neither proposed, agreed on nor turned down by who is that member", async () => {
    const self = await floor.openStaff(["finance"]);
    await sql`update staff set email = (select email from app_user where id = ${trader.userId})
      where id = ${self.staffId}`.execute(floor.test.database);
    const payload = { user_id: trader.userId, amount: "-5", reason: "Paid twice" };
    expect((await propose(payload, self)).reason).toBe("OWN_PROPOSAL");
    const { data } = await propose(payload);
    const approved = await self.post(APPROVE, { id: data.id, hash: data.hash });
    expect(approved.reason).toBe("OWN_PROPOSAL");
    const rejected = await self.post("/v1/api/desk/proposal/reject", { id: data.id, reason: "no" });
    expect(rejected.reason).toBe("OWN_PROPOSAL");
    expect(await cash()).toBe("100.000000");
    const other = await checker.post(APPROVE, { id: data.id, hash: data.hash });
    expect(other.data).toMatchObject({ status: "applied" });
  });

  it("T85: takes the permission, to propose and to agree", async () => {
    const compliance = await floor.openStaff(["compliance", "support", "dealer"]);
    const payload = { user_id: trader.userId, amount: "5", reason: "x" };
    expect((await propose(payload, compliance)).reason).toBe("NOT_PERMITTED");
    const { data } = await propose(payload);
    const reply = await compliance.post(APPROVE, { id: data.id, hash: data.hash });
    expect(reply.reason).toBe("NOT_PERMITTED");
    expect((await compliance.get(LIST)).reason).toBe("NOT_PERMITTED");
  });
});

describe("H10: the trader", () => {
  it("sees the line with its reason, and which two agreed", async () => {
    const id = await book("3.5", "Order 7 was closed late");
    const { data } = await trader.get(OWN);
    expect(data.data).toEqual([
      {
        id,
        amount: "3.500000",
        reason: "Order 7 was closed late",
        agreed_by: [`Staff ${maker.staffId}`, `Staff ${checker.staffId}`],
        booked_at: Math.floor(floor.clock.now() / 1_000),
        disputes: [],
        can_dispute: 1,
      },
    ]);
    const statement = await trader.get("/v1/api/main/statement", { from: 0, to: 4_000_000_000 });
    expect(statement.data.data.at(-1)).toMatchObject({
      cause: "adjustment",
      cause_id: id,
      amount: "3.500000",
      balance: "103.500000",
      reason: "Order 7 was closed late",
    });
  });

  it("is told by a letter", async () => {
    const id = await book("-1", "Bonus of another");
    const letter = (await floor.letters()).findLast(({ kind }) => kind === "adjustmentBooked");
    for (const part of [id, "-1.000000", "Bonus of another", `Staff ${maker.staffId}`]) {
      expect(letter?.text).toContain(part);
    }
  });

  it("disputes it, one at a time, and is answered", async () => {
    const id = await book("-7");
    expect((await trader.post(DISPUTE, { id, text: "I never had it" })).code).toBe(1);
    const again = await trader.post(DISPUTE, { id, text: "again" });
    expect(again.reason).toBe("DISPUTE_OPEN");
    const open = await maker.get(DISPUTES);
    const dispute = open.data.data.at(-1);
    expect(dispute).toMatchObject({ adjustment_id: id, text: "I never had it", answer: "" });
    expect((await maker.get(LIST)).data.data[0]).toMatchObject({ id, dispute: "open" });
    expect((await checker.post(ANSWER, { id: dispute.id, answer: "See row 9" })).code).toBe(1);
    const twice = await checker.post(ANSWER, { id: dispute.id, answer: "Other" });
    expect(twice.reason).toBe("DISPUTE_ANSWERED");
    const { data } = await trader.get(OWN);
    expect(data.data[0]).toMatchObject({
      disputes: [{ text: "I never had it", answer: "See row 9" }],
      can_dispute: 1,
    });
    expect((await floor.letters()).at(-1)).toMatchObject({ kind: "disputeAnswered" });
    const answered = await maker.get(DISPUTES, { status: "answered" });
    expect(answered.data.data[0]).toMatchObject({ id: dispute.id, answer: "See row 9" });
  });

  it("cannot dispute for ever, at once from many windows, or another's", async () => {
    const id = await book("-1");
    const stranger = await floor.openReal();
    const other = await stranger.post(DISPUTE, { id, text: "x" });
    expect(other.reason).toBe("ADJUSTMENT_UNKNOWN");
    expect((await stranger.get(OWN)).data.data).toEqual([]);
    for (let count = 0; count < 5; count += 1) {
      const posts = Array.from({ length: 4 }, () => trader.post(DISPUTE, { id, text: "no" }));
      const replies = await Promise.all(posts);
      expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
      const { data } = await maker.get(DISPUTES);
      await maker.post(ANSWER, { id: data.data.at(-1).id, answer: "yes" });
    }
    expect((await trader.post(DISPUTE, { id, text: "no" })).reason).toBe("TOO_MANY_DISPUTES");
    expect((await trader.get(OWN)).data.data[0].can_dispute).toBe(0);
  });

  it("H07: an answer stays as it was given", async () => {
    const { database } = floor.test;
    const change = sql`update adjustment_dispute set answer = 'x' where answer is not null`;
    await expect(change.execute(database)).rejects.toThrow("does not change");
    await expect(sql`delete from adjustment_dispute`.execute(database)).rejects.toThrow();
    await expect(sql`update adjustment set amount = 1`.execute(database)).rejects.toThrow();
  });
});

describe("H10: everybody", () => {
  it("sees the sums of every month, equal to the ledger", async () => {
    await book("10.000001");
    await book("-2");
    floor.clock.advance(11_000);
    const { data } = await floor.ask(MONTHS);
    const { rows } = await sql<{ given: string; taken: string; count: bigint }>`
      select sum(greatest(amount, 0))::text as given, sum(greatest(-amount, 0))::text as taken,
        count(*) as count
      from ledger_posting where cause = 'adjustment' and account_id is not null`.execute(
      floor.test.database,
    );
    const micros = (text: string) => text.replace(".", "").replace(/^0+(?=\d)/, "");
    expect(data.data).toHaveLength(1);
    const [month] = data.data;
    expect(month).toMatchObject({ month: "2026-01", count: Number(rows[0]?.count) });
    expect(micros(month.given)).toBe(rows[0]?.given);
    expect(micros(month.taken)).toBe(rows[0]?.taken);
    expect(month.disputed).toBe(2);
  });
});
