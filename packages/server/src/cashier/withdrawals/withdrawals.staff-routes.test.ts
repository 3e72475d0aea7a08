// A withdrawal from the desk's side: two people approve exactly what they saw, what changed in
// between is another thing, and every act is written down (H07, H08, T85, T87, inv26, inv33).

import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { offerPayoutCoin } from "../testing/offer-payout-coin.ts";
import {
  approve,
  approveTwice,
  balanceOf,
  bind,
  drawConfirmed,
  openPayee,
  type Payee,
} from "../testing/open-payee.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

async function statusOf({ member }: Payee, id: string): Promise<string> {
  const { data } = await member.get("/api/account/draw_list");
  return data.data.find((row: { id: string }) => row.id === id)?.status;
}

describe("approving", () => {
  it("takes two different people; then the sandbox's bank pays and the books settle", async () => {
    const payee = await openPayee(floor, { code: "USD" });
    const id = await drawConfirmed(floor, payee, "200");
    const finance = await floor.openStaff(["finance"]);
    const first = await approve(finance, id);
    expect(first.data).toMatchObject({ status: "reviewing", approvals: 1 });
    expect((await approve(finance, id)).reason).toBe("ALREADY_APPROVED_BY_YOU");
    const second = await approve(await floor.openStaff(["compliance"]), id);
    expect(second.data).toMatchObject({ approvals: 2 });
    await floor.cashier().sweep();
    const shown = await finance.get("/v1/api/desk/withdrawal/show", { id });
    expect(shown.data).toMatchObject({
      status: "paid",
      provider: "sandbox",
      received: "185.00",
      fee: "15.000000",
      certified_name: "Chan Tai Man",
      is_third_party: false,
      deposited_total: "1000.000000",
      paid_total: "200.000000",
    });
    expect(shown.data.destination).toContainEqual({
      field: "payee_account",
      value: "DE89370400440532013000",
    });
    expect(await balanceOf(payee)).toEqual({ cash: "800.000000", held: "0.000000" });
    const letters = await floor.letters();
    expect(letters.findLast(({ kind }) => kind === "withdrawalPaid")?.text).toContain(
      shown.data.reference,
    );
  });

  it("H08: the hash of the page is that of the database, and another is refused", async () => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "100");
    const operator = await floor.openStaff(["finance"]);
    const { data } = await operator.get("/v1/api/desk/withdrawal/show", { id });
    const stored = await operator.get("/v1/api/desk/object_hash", { kind: "withdrawal", id });
    expect(stored.data.hash).toBe(data.hash);
    const hash = data.hash.replace(/^./, (digit: string) => (digit === "0" ? "1" : "0"));
    const other = await operator.post("/v1/api/desk/withdrawal/approve", { id, hash });
    expect(other.reason).toBe("OBJECT_CHANGED");
  });

  it("H08, T87: tampering between the approvals voids the first", async () => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "100");
    const [one, other] = [await floor.openStaff(["finance"]), await floor.openStaff(["admin"])];
    await approve(one, id);
    const { data: seen } = await other.get("/v1/api/desk/withdrawal/show", { id });
    const undo = await tamper(id, "fee = fee + 1000000, received = received - 1000000");
    const late = await other.post("/v1/api/desk/withdrawal/approve", { id, hash: seen.hash });
    expect(late.reason).toBe("OBJECT_CHANGED");
    const { data } = await other.get("/v1/api/desk/withdrawal/show", { id });
    expect(data).toMatchObject({ approvals: 0, approved_by: [] });
    // Agreeing to the changed thing is the first approval of it.
    const again = await other.post("/v1/api/desk/withdrawal/approve", { id, hash: data.hash });
    expect(again.data).toMatchObject({ status: "reviewing", approvals: 1 });
    await undo();
  });

  it("T71: a destination that was exchanged in the rows is neither approved nor paid", async () => {
    const payee = await openPayee(floor);
    const thief = await openPayee(floor);
    const other = (await bind(thief.member, "USDT", "2")).data.id;
    const id = await drawConfirmed(floor, payee, "100");
    const stolen = `sealed = (select sealed from payout_method where id = ${other})`;
    const operator = await floor.openStaff(["finance"]);
    const { data } = await operator.get("/v1/api/desk/withdrawal/show", { id });
    const undo = await tamper(id, stolen);
    const approved = await operator.post("/v1/api/desk/withdrawal/approve", {
      id,
      hash: data.hash,
    });
    expect(approved.status).toBe(500);
    await undo();
    expect(await statusOf(payee, id)).toBe("reviewing");
  });

  it("a row cannot be changed by the program itself (T86)", async () => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "100");
    const { database } = floor.test;
    const change = (set: object) =>
      database.updateTable("withdrawal").set(set).where("id", "=", BigInt(id)).execute();
    await expect(change({ amount: 1n })).rejects.toThrow(/does not change like that/);
    await expect(change({ fee: 1n })).rejects.toThrow(/does not change like that/);
    await expect(change({ status: "paid" })).rejects.toThrow(/does not change like that/);
    await expect(
      database.deleteFrom("withdrawal").where("id", "=", BigInt(id)).execute(),
    ).rejects.toThrow();
  });

  it("waits while the member is frozen", async () => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "100");
    const compliance = await floor.openStaff(["compliance"]);
    const freeze = { id: payee.member.userId, hours: 1, reason: "Documents are being checked" };
    expect((await compliance.post("/v1/api/desk/user/freeze", freeze)).code).toBe(1);
    const refused = await approve(compliance, id);
    expect(refused.reason).toBe("WITHDRAWALS_FROZEN");
    expect(refused.msg).toContain("Documents are being checked");
    floor.clock.advance(3_600_000);
    expect((await approve(compliance, id)).code).toBe(1);
  });

  it("T85: only who may decide decides, and traders see nothing", async () => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "100");
    for (const role of ["support", "dealer"] as const) {
      const operator = await floor.openStaff([role]);
      const list = await operator.get("/v1/api/desk/withdrawal/list");
      expect(list).toMatchObject({ status: 403, reason: "NOT_PERMITTED" });
    }
    const { status } = await payee.member.get("/v1/api/desk/withdrawal/show", { id });
    expect(status).toBe(404);
  });
});

describe("rejecting", () => {
  it("returns all of the money with a reason that the trader reads", async () => {
    const payee = await openPayee(floor, { code: "USD" });
    const id = await drawConfirmed(floor, payee, "200");
    const operator = await floor.openStaff(["finance"]);
    await approve(await floor.openStaff(["admin"]), id);
    const fields = { id, reason: "third_party", remark: "The account is your brother's." };
    const rejected = await operator.post("/v1/api/desk/withdrawal/reject", fields);
    expect(rejected.data).toMatchObject({ status: "rejected", rejection: "third_party" });
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
    const { data } = await payee.member.get("/api/account/draw_list", { type: 2 });
    expect(data.data[0]).toMatchObject({
      status_name: "Rejected",
      notes: "The account is not in your own name: The account is your brother's.",
    });
    const letters = await floor.letters();
    expect(letters.some(({ kind }) => kind === "withdrawalRejected")).toBe(true);
    expect((await operator.post("/v1/api/desk/withdrawal/reject", fields)).reason).toBe(
      "WITHDRAWAL_DECIDED",
    );
    expect((await approve(operator, id)).reason).toBe("WITHDRAWAL_DECIDED");
    const nothing = { id, reason: "made_up", remark: "x" };
    expect((await operator.post("/v1/api/desk/withdrawal/reject", nothing)).reason).toBe(
      "FIELD_INVALID",
    );
  });

  it("marks a payee who is somebody else for the reviewer (T70)", async () => {
    const payee = await openPayee(floor, { code: "EUR" });
    floor.quote("EURUSD", "1.10000", "1.10010");
    const id = await drawConfirmed(floor, payee, "100");
    const operator = await floor.openStaff(["finance"]);
    const own = await operator.get("/v1/api/desk/withdrawal/show", { id });
    expect(own.data.is_third_party).toBe(false);
    await payee.member.post("/api/wallet/bind_draw_method", {
      draw_id: payee.currencyId,
      type: 2,
      bank_name: "Other Bank",
      bank_swift: "DEUTDEFF",
      payee_name: "Li Siu Ming",
      payee_account: "123456789",
    });
    floor.clock.advance(60_000);
    floor.quote("EURUSD", "1.10000", "1.10010");
    const { data } = await payee.member.get("/api/wallet/get_draw_method");
    const other = { ...payee, methodId: data.data[0].id };
    const second = await drawConfirmed(floor, other, "100");
    const shown = await operator.get("/v1/api/desk/withdrawal/show", { id: second });
    expect(shown.data.is_third_party).toBe(true);
    expect(shown.data.history).toMatchObject([{ id, is_same_destination: false }]);
  });
});

describe("lists and the promise", () => {
  it("page by cursor, the longest waiting first, ended ones newest first, or by uid", async () => {
    const own = await openTradingFloor();
    try {
      const payee = await openPayee(own, { cash: "100000" });
      const ids: string[] = [];
      for (let number = 0; number < 19; number += 1) {
        ids.push(await drawConfirmed(own, payee, "20"));
      }
      const operator = await own.openStaff(["finance"]);
      const list = (fields: Record<string, string> = {}) =>
        operator.get("/v1/api/desk/withdrawal/list", fields);
      const waiting = await list();
      expect(waiting.data.data.map(({ id }: { id: string }) => id)).toEqual(ids);
      expect(waiting.data.next).toBe("");
      const { uid } = waiting.data.data[0];
      expect((await list({ q: uid })).data.data).toHaveLength(19);
      expect((await list({ q: "999999999" })).data.data).toEqual([]);
      expect((await list({ q: ids[3] ?? "" })).data.data).toHaveLength(1);
      const rest = await list({ cursor: ids[16] ?? "" });
      expect(rest.data.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(17));
      for (const id of ids.slice(0, 2)) {
        const fields = { id, reason: "law", remark: "Not there" };
        await operator.post("/v1/api/desk/withdrawal/reject", fields);
      }
      const rejected = await list({ status: "rejected" });
      expect(rejected.data.data.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0]]);
      const summary = await operator.get("/v1/api/desk/summary");
      expect(summary.data.queues).toContainEqual({ queue: "withdrawals", open: 17 });
    } finally {
      await own.close();
    }
  });

  it("H11: median, deadline and refusals are public, from the rows", async () => {
    const own = await openTradingFloor();
    try {
      const payee = await openPayee(own);
      const first = await drawConfirmed(own, payee, "20");
      const second = await drawConfirmed(own, payee, "20");
      await drawConfirmed(own, payee, "20");
      own.clock.advance(600_000);
      await approveTwice(own, first);
      await own.cashier().sweep();
      const operator = await own.openStaff(["finance"]);
      own.clock.advance(600_000);
      const fields = { id: second, reason: "details_wrong", remark: "Closed account" };
      await operator.post("/v1/api/desk/withdrawal/reject", fields);
      const read = () => own.ask("/v1/api/cashier/promises");
      own.clock.advance(10_000);
      expect((await read()).data).toEqual({
        review_hours: 24,
        median_seconds: 900,
        p95_seconds: 1_170,
        waiting: 1,
        overdue: 0,
        paid: 1,
        rejected_by_reason: [{ reason: "details_wrong", count: 1 }],
      });
      own.clock.advance(24 * 3_600_000);
      expect((await read()).data).toMatchObject({ waiting: 1, overdue: 1 });
    } finally {
      await own.close();
    }
  });
});

describe("paying by hand", () => {
  it("ends with a reference, once, or gives the money back", { timeout: 30_000 }, async () => {
    const live = await openTradingFloor("live");
    try {
      await offerPayoutCoin(live);
      const payee = await openPayee(live);
      const ids = [
        await drawConfirmed(live, payee, "100"),
        await drawConfirmed(live, payee, "50"),
        await drawConfirmed(live, payee, "25"),
      ];
      const [paid = "", alsoPaid = "", back = ""] = ids;
      for (const id of ids) await approveTwice(live, id);
      await live.cashier().sweep();
      const finance = await live.openStaff(["finance"]);
      const { data } = await finance.get("/v1/api/desk/withdrawal/show", { id: paid });
      expect(data).toMatchObject({ status: "paying", provider: "manual", can_mark_paid: true });
      const mark = (id: string, reference: string) =>
        finance.post("/v1/api/desk/withdrawal/mark_paid", { id, reference });
      expect((await mark(paid, "0xABC123")).data).toMatchObject({
        status: "paid",
        reference: "0xABC123",
      });
      expect((await mark(paid, "0xABC124")).reason).toBe("WITHDRAWAL_DECIDED");
      expect((await mark(alsoPaid, "0xabc123")).reason).toBe("PAYOUT_REFERENCE_USED");
      expect((await mark(alsoPaid, "0xDEF456")).code).toBe(1);
      // H08: money that may have left does not come back on one person's word.
      const giveBack = { id: back, remark: "The account is closed" };
      const alone = await finance.post("/v1/api/desk/withdrawal/return", giveBack);
      expect(alone.data).toMatchObject({ status: "paying", remark: "The account is closed" });
      const again = await finance.post("/v1/api/desk/withdrawal/return", giveBack);
      expect(again.reason).toBe("ALREADY_APPROVED_BY_YOU");
      expect(await balanceOf(payee)).toEqual({ cash: "825.000000", held: "25.000000" });
      const other = await live.openStaff(["compliance"]);
      const returned = await other.post("/v1/api/desk/withdrawal/return", giveBack);
      expect(returned.data).toMatchObject({ status: "returned" });
      expect(await balanceOf(payee)).toEqual({ cash: "850.000000", held: "0.000000" });
      const letters = await live.letters();
      expect(letters.findLast(({ kind }) => kind === "withdrawalReturned")?.text).toContain(
        "The account is closed",
      );
      expect(await live.broken()).toEqual({});
    } finally {
      await live.close();
    }
  });
});

/** As whoever has the database and no conscience; answers how to undo it. */
async function tamper(id: string, set: string): Promise<() => Promise<void>> {
  const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
  owner.on("error", () => undefined);
  const { rows } = await owner.query("select * from withdrawal where id = $1", [id]);
  const run = async (sql: string, values: unknown[]) => {
    await owner.query("begin; set local session_replication_role = replica");
    await owner.query(sql, values);
    await owner.query("commit");
  };
  await run(`update withdrawal set ${set} where id = $1`, [id]);
  const [before] = rows;
  return async () => {
    const values = [before.fee, before.received, before.sealed, id];
    await run("update withdrawal set fee = $1, received = $2, sealed = $3 where id = $4", values);
    await owner.end();
  };
}
