// Many at once: the same money is held once (T65), and every pair of owner, method and currency but
// the right ones is refused (T66, inv23).

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { certify } from "../../members/testing/certify-member.ts";
import {
  FLOOR_COOLING_SEC,
  openTradingFloor,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import {
  approve,
  balanceOf,
  bind,
  draw,
  drawConfirmed,
  openPayee,
  type PaidCode,
} from "../testing/open-payee.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const PARALLEL = 500;

describe("T65: parallel withdrawals of the full balance", () => {
  it(`of ${PARALLEL} exactly one holds`, { timeout: 120_000 }, async () => {
    const payee = await openPayee(floor, { cash: "1000" });
    const replies = await Promise.all(Array.from({ length: PARALLEL }, () => draw(payee, "1000")));
    const reasons = replies.map(({ code, reason }) => (code === 1 ? "held" : reason));
    // A machine that is too busy turns some away without having begun.
    const SAID = ["held", "FUNDS_EXCEED_AVAILABLE", "TOO_MANY_WITHDRAWALS", "UNAVAILABLE"];
    expect(reasons.filter((reason) => !SAID.includes(String(reason)))).toEqual([]);
    expect(reasons.filter((reason) => reason === "held")).toHaveLength(1);
    await floor.cashier().sweep();
    expect(await balanceOf(payee)).toEqual({ cash: "0.000000", held: "1000.000000" });
    const { data } = await payee.member.get("/api/account/draw_list");
    expect(data.total).toBe(1);
  });

  it("of many by halves two hold, whatever the worker does meanwhile", async () => {
    const payee = await openPayee(floor, { cash: "1000" });
    const sweeping = Promise.all([floor.cashier().sweep(), floor.cashier().sweep()]);
    const replies = await Promise.all(Array.from({ length: 60 }, () => draw(payee, "500")));
    await sweeping;
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(2);
    expect(await balanceOf(payee)).toEqual({ cash: "0.000000", held: "1000.000000" });
  });

  it("cancelled by many at once the money is back once", async () => {
    const payee = await openPayee(floor, { cash: "1000" });
    const id = await drawConfirmed(floor, payee, "400");
    const cancel = () => payee.member.post("/v1/api/main/withdrawal/cancel", { id });
    const replies = await Promise.all(Array.from({ length: 50 }, cancel));
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
  });

  it("cancelled and approved at once it is one of both", async () => {
    const payee = await openPayee(floor, { cash: "1000" });
    const [one, other] = [await floor.openStaff(["finance"]), await floor.openStaff(["admin"])];
    for (let round = 0; round < 5; round += 1) {
      const id = await drawConfirmed(floor, payee, "20");
      const [cancelled, ...approved] = await Promise.all([
        payee.member.post("/v1/api/main/withdrawal/cancel", { id }),
        approve(one, id),
        approve(other, id),
      ]);
      const wasApproved = approved.some(({ code }) => code === 1);
      expect(cancelled.code === 1).toBe(!wasApproved);
    }
  });

  it("one wrong code of a hundred at once counts as one, and five are looked at", async () => {
    const payee = await openPayee(floor, { cash: "1000" });
    const { id } = (await draw(payee, "400")).data;
    const guess = (code: number) =>
      payee.member.post("/api/account/draw_confirm", { id, auth_code: String(code) });
    const replies = await Promise.all(Array.from({ length: 60 }, (_, code) => guess(code)));
    expect(replies.filter(({ reason }) => reason === "CODE_WRONG")).toHaveLength(5);
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
  });
});

describe("T66: owner, method and currency", () => {
  it("accept only the diagonal", { timeout: 60_000 }, async () => {
    const codes: readonly PaidCode[] = ["USDT", "USD", "EUR"];
    const users = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const member = await floor.openReal("100000");
        await certify(floor, member);
        const methods = [];
        for (const code of codes) {
          const { data } = await bind(member, code, String(number));
          methods.push({ id: String(data.id), currencyId: String(data.draw_currency.id) });
        }
        return { member, methods };
      }),
    );
    floor.clock.advance(FLOOR_COOLING_SEC * 1_000);
    floor.quote("EURUSD", "1.10000", "1.10010");
    const currencies = users[0]?.methods.map(({ currencyId }) => currencyId) ?? [];
    const wrong: string[] = [];
    let accepted = 0;
    for (const user of users) {
      for (const owner of users) {
        for (const method of owner.methods) {
          for (const currencyId of [...currencies, "2", "3", "99"]) {
            const payee = { member: user.member, methodId: method.id, currencyId };
            const reply = await draw(payee, "60");
            const isDiagonal = user === owner && method.currencyId === currencyId;
            if (reply.code === 1) accepted += 1;
            const expected = isDiagonal ? undefined : "METHOD_UNKNOWN";
            if (reply.reason !== expected) wrong.push(`${method.id} ${currencyId} ${reply.reason}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(accepted).toBe(users.length * codes.length);
  });
});
