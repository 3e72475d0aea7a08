// Payout methods and the moments around them: none is added while payouts are frozen (T16), and one
// that is removed was there for all that was asked of it before (T71, inv23).

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { bind, draw, openPayee } from "../testing/open-payee.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

describe("T16: while payouts are frozen no method is added", () => {
  it("because the password was changed", async () => {
    const member = await floor.openReal();
    await floor.test.database
      .updateTable("app_user")
      .set({ withdrawals_frozen_until: new Date(floor.clock.now() + 5_000) })
      .where("id", "=", BigInt(member.userId))
      .execute();
    expect(await bind(member, "USDT")).toMatchObject({ reason: "WITHDRAWALS_FROZEN" });
    expect((await member.get("/api/wallet/get_draw_method")).data.data).toEqual([]);
    floor.clock.advance(5_000);
    expect((await bind(member, "USDT")).code).toBe(1);
  });

  it("because staff said so", async () => {
    const member = await floor.openReal();
    const operator = await floor.openStaff(["compliance"]);
    const { userId: id } = member;
    await operator.post("/v1/api/desk/user/freeze", { id, hours: 1, reason: "Two new devices" });
    const refused = await bind(member, "USDT");
    expect(refused.reason).toBe("WITHDRAWALS_FROZEN");
    expect(refused.msg).toContain("Two new devices");
    await operator.post("/v1/api/desk/user/unfreeze", { id, reason: "All clear" });
    expect((await bind(member, "USDT")).code).toBe(1);
  });
});

describe("T71: a method", () => {
  it("removed at the very moment at which money was asked for was there for it", async () => {
    const payee = await openPayee(floor);
    expect((await draw(payee, "100")).code).toBe(1);
    const gone = await payee.member.post("/api/wallet/del_draw_method", { id: payee.methodId });
    expect(gone.code).toBe(1);
    expect((await draw(payee, "100")).reason).toBe("METHOD_UNKNOWN");
    const again = await payee.member.post("/api/wallet/del_draw_method", { id: payee.methodId });
    expect(again.reason).toBe("METHOD_UNKNOWN");
  });
});
