// What insiders would try with withdrawals: approvals of people who no longer work here, a note to
// the payer that changes after it was agreed on, requests that are agreed on and never paid (H08,
// H11, T87).

import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { offerPayoutCoin } from "../testing/offer-payout-coin.ts";
import { approve, approveTwice, draw, drawConfirmed, openPayee } from "../testing/open-payee.ts";

let floor: TradingFloor;
beforeAll(async () => {
  // Live pays by hand: what is approved stays unpaid until somebody says otherwise.
  floor = await openTradingFloor("live");
  await offerPayoutCoin(floor);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const show = async (id: string) => {
  const operator = await floor.openStaff(["finance"]);
  return (await operator.get("/v1/api/desk/withdrawal/show", { id })).data;
};

describe("T87: an approval counts while its giver may give it", () => {
  it.each([
    ["was disabled", { disabled_at: new Date() }],
    ["is no longer one who decides", { roles: ["support" as const] }],
  ])("not of who %s meanwhile", async (_, change) => {
    const id = await drawConfirmed(floor, await openPayee(floor), "20");
    const gone = await floor.openStaff(["finance"]);
    await approve(gone, id);
    await floor.test.database
      .updateTable("staff")
      .set(change)
      .where("id", "=", BigInt(gone.staffId))
      .execute();
    await approve(await floor.openStaff(["compliance"]), id);
    expect(await show(id)).toMatchObject({ status: "reviewing" });
    await approve(await floor.openStaff(["admin"]), id);
    await floor.cashier().sweep();
    expect(await show(id)).toMatchObject({ status: "paying" });
  });
});

describe("T87: nobody decides about the own money", () => {
  it("who is a member, too, does not approve the own withdrawal", async () => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "20");
    const self = await floor.openStaff(["admin"]);
    const { email } = await floor.test.database
      .selectFrom("app_user")
      .select("email")
      .where("id", "=", BigInt(payee.member.userId))
      .executeTakeFirstOrThrow();
    await floor.test.database
      .updateTable("staff")
      .set({ email: email ?? "" })
      .where("id", "=", BigInt(self.staffId))
      .execute();
    expect((await approve(self, id)).reason).toBe("OWN_PROPOSAL");
    expect(await show(id)).toMatchObject({ status: "reviewing", approvals: 0 });
  });
});

describe("H08: what is agreed on", () => {
  it("is also what the payer is told, and whether it is somebody else's account", async () => {
    const payee = await openPayee(floor);
    const { data } = await draw(payee, "20", { memo: 'tag "7" \\ é' });
    const before = await show(data.id);
    const operator = await floor.openStaff(["finance"]);
    const second = await operator.get("/v1/api/desk/object_hash", {
      kind: "withdrawal",
      id: data.id,
    });
    expect(second.data.hash).toBe(before.hash);
    await expect(
      floor.test.database
        .updateTable("withdrawal")
        .set({ memo: "tag 8" })
        .where("id", "=", BigInt(data.id))
        .execute(),
    ).rejects.toThrow("does not change like that");
    for (const change of ["memo = 'tag 8'", "is_third_party = not is_third_party"]) {
      await asOwner(`update withdrawal set ${change} where id = ${data.id}`);
      const after = await show(data.id);
      expect(after.hash).not.toBe(before.hash);
      before.hash = after.hash;
    }
  });
});

describe("H11: the public promise", () => {
  it("counts what was agreed on and not paid: waiting, overdue, then its whole age", async () => {
    const own = await openTradingFloor("live");
    try {
      await offerPayoutCoin(own);
      const id = await drawConfirmed(own, await openPayee(own), "20");
      const read = async () => {
        own.clock.advance(6_000);
        return (await own.ask("/v1/api/cashier/promises")).data;
      };
      await approveTwice(own, id);
      await own.cashier().sweep();
      expect(await read()).toMatchObject({ waiting: 1, overdue: 0, median_seconds: 0 });
      own.clock.advance(48 * 3_600_000);
      expect(await read()).toMatchObject({ waiting: 1, overdue: 1, paid: 0 });
      const operator = await own.openStaff(["finance"]);
      await operator.post("/v1/api/desk/withdrawal/mark_paid", { id, reference: "BANK-1" });
      const { median_seconds, ...rest } = await read();
      expect(rest).toMatchObject({ waiting: 0, overdue: 0, paid: 1 });
      expect(median_seconds).toBeGreaterThan(48 * 3_600);
    } finally {
      await own.close();
    }
  });
});

/** As whoever has the database and no conscience. */
async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
  await owner.query("begin; set local session_replication_role = replica");
  await owner.query(statement);
  await owner.query("commit");
  await owner.end();
}
