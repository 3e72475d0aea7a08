// What insiders would try with deposits: a large sum in small parts, the own money, a price that
// nobody believes any more (H08, T87).

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  approveDeposit,
  cashOf,
  newReference,
  showDeposit,
  submitCoin,
  submitWire,
} from "../testing/open-depositor.ts";

let floor: TradingFloor;
let finance: Operator;
let second: Operator;
beforeAll(async () => {
  floor = await openTradingFloor();
  finance = await floor.openStaff(["finance"]);
  second = await floor.openStaff(["finance"]);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

describe("an approval", () => {
  it("by one person of many small parts ends where two must agree (H08)", async () => {
    const trader = await floor.openReal();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push((await submitCoin(trader, "400")).data.id);
    }
    const [one = "", two = "", third = ""] = ids;
    for (const id of [one, two]) {
      const reply = await approveDeposit(finance, id, newReference());
      expect(reply.data).toMatchObject({ state: "credited" });
    }
    expect(await showDeposit(finance, third)).toMatchObject({ approvals_needed: 2 });
    const alone = await approveDeposit(finance, third, newReference());
    expect(alone.data).toMatchObject({ state: "reviewing", approvals: 1, approvals_needed: 2 });
    expect(await cashOf(trader)).toBe("800.000000");
    expect((await approveDeposit(second, third)).data).toMatchObject({ state: "credited" });
    // At the same moment they are still a large sum.
    const other = await floor.openReal();
    const parts = await Promise.all(
      Array.from({ length: 6 }, async () => (await submitCoin(other, "400")).data.id as string),
    );
    await Promise.all(parts.map((id) => approveDeposit(finance, id, newReference())));
    expect(await cashOf(other)).toBe("800.000000");
    // A day later it is another sum.
    floor.clock.advance(86_400_001);
    const next = (await submitCoin(trader, "400")).data.id;
    expect(await showDeposit(finance, next)).toMatchObject({ approvals_needed: 1 });
  });

  it("T87: is not given by who is the member as well", async () => {
    const trader = await floor.openReal();
    const self = await floor.openStaff(["admin"]);
    await sql`update staff set email = (select email from app_user where id = ${trader.userId})
      where id = ${self.staffId}`.execute(floor.test.database);
    const { data } = await submitCoin(trader, "100");
    const reply = await approveDeposit(self, data.id, newReference());
    expect(reply.reason).toBe("OWN_PROPOSAL");
    expect(await cashOf(trader)).toBe("0.000000");
  });
});

describe("a rate", () => {
  it("is none while the market is halted, or closed for longer than a long weekend", async () => {
    const trader = await floor.openReal();
    floor.quote("EURUSD", "1.10000", "1.10010");
    const { data } = await submitWire(floor, trader, { number: "500", currency: "EUR" });
    await floor.setSession("EURUSD", "halted");
    expect((await showDeposit(finance, data.id)).usd_price).toBe("");
    expect(await approveDeposit(finance, data.id, newReference())).toMatchObject({
      reason: "RATE_MISSING",
    });
    await floor.setSession("EURUSD", "closed");
    floor.clock.advance(4 * 86_400_000 + 1);
    expect(await approveDeposit(finance, data.id, newReference())).toMatchObject({
      reason: "RATE_MISSING",
    });
    expect(await cashOf(trader)).toBe("0.000000");
    await floor.setSession("EURUSD", "open");
  });
});
