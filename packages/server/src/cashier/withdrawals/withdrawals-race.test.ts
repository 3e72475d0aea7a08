// Many at once: the same money is held once (T65), every pair of owner, method and currency but the
// right ones is refused (T66, inv23), and what changes while a request is looked at counts for it.

import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { certify } from "../../members/testing/certify-member.ts";
import { openMember, turnOnApp } from "../../members/testing/open-member.ts";
import {
  FLOOR_COOLING_SEC,
  openTradingFloor,
  type Reply,
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

describe("T71: a method that is removed while money is asked for", () => {
  it("is refused, or was named first; both at once, time and again", async () => {
    const payee = await openPayee(floor);
    const methods = [payee];
    while (methods.length < 10) {
      const { data } = await bind(payee.member, "USDT", String(methods.length + 1));
      methods.push({ ...payee, methodId: data.id });
    }
    floor.clock.advance(FLOOR_COOLING_SEC * 1_000);
    const remove = async ({ member, methodId }: Payee, place: number) => {
      await setTimeout(place * 20);
      return await member.post("/api/wallet/del_draw_method", { id: methodId });
    };
    const ends = await Promise.all(
      methods.map((method, place) => Promise.all([draw(method, "20"), remove(method, place)])),
    );
    for (const [asked, removed] of ends) {
      expect(asked.reason ?? "held").toMatch(/^(held|METHOD_UNKNOWN)$/);
      expect(removed.code).toBe(1);
    }
  });

  it("before the row is written is not there any more", async () => {
    const payee = await openPayee(floor);
    const removed = await drawMeanwhile(
      payee,
      `update payout_method set removed_at = $1 where id = ${payee.methodId}`,
    );
    expect(removed.reason).toBe("METHOD_UNKNOWN");
  });
});

describe("H11: a freeze while money is asked for", () => {
  it("holds for the request, and once it is lifted does not", async () => {
    const payee = await openPayee(floor);
    const { userId: id } = payee.member;
    const frozen = await drawMeanwhile(
      payee,
      `with frozen as (select id from app_user where id = ${id} for update)
       insert into user_freeze (user_id, until, reason, staff_id, at)
         select id, $1::timestamptz + interval '1 hour', 'why', 1, $1 from frozen`,
    );
    expect(frozen).toMatchObject({ reason: "WITHDRAWALS_FROZEN" });
    floor.clock.advance(1_000);
    const operator = await floor.openStaff(["compliance"]);
    await operator.post("/v1/api/desk/user/unfreeze", { id, reason: "All clear" });
    // At the very moment at which it was lifted.
    expect((await draw(payee, "20")).code).toBe(1);
    // And it was asked for before the next freeze of that moment.
    const again = { id, hours: "1", reason: "Again" };
    expect((await operator.post("/v1/api/desk/user/freeze", again)).code).toBe(1);
  });

  it("by a changed password holds for it, too", async () => {
    const payee = await openPayee(floor);
    const frozen = await drawMeanwhile(
      payee,
      `update app_user set withdrawals_frozen_until = $1::timestamptz + interval '1 hour'
       where id = ${payee.member.userId}`,
    );
    expect(frozen.reason).toBe("WITHDRAWALS_FROZEN");
  });
});

describe("T01: the same attempt twice at once", () => {
  it("with a code of the app is answered the same", async () => {
    const member = await openMember(floor);
    await certify(floor, member);
    const { data } = await bind(member, "USDT");
    const app = await turnOnApp(floor, member);
    floor.clock.advance(FLOOR_COOLING_SEC * 1_000);
    const payee = { member, methodId: data.id, currencyId: data.draw_currency.id };
    for (let round = 0; round < 5; round += 1) {
      const auth_code = app.nextCode();
      const key = { "idempotency-key": `twins-${round}` };
      const twins = await Promise.all(
        Array.from({ length: 4 }, () => draw(payee, "20", { auth_code }, key)),
      );
      expect(twins.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
      expect(new Set(twins.map(({ body }) => body)).size).toBe(1);
      const other = await draw(payee, "20", { auth_code }, { "idempotency-key": `other-${round}` });
      expect(other.reason).toBe("AUTH_CODE_WRONG");
    }
    expect(await balanceOf(payee)).toEqual({ cash: "900.000000", held: "100.000000" });
  });
});

/** Something is changed at this moment ($1) and kept once the request waits for it, or is done. */
async function drawMeanwhile(payee: Payee, change: string): Promise<Reply> {
  const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
  try {
    await owner.query("begin");
    await owner.query(change, [new Date(floor.clock.now())]);
    const asked = draw(payee, "20");
    await Promise.race([asked, someoneWaits(owner)]);
    await owner.query("commit");
    return await asked;
  } finally {
    await owner.end();
  }
}

async function someoneWaits(owner: pg.Client): Promise<void> {
  const blocked = `select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  for (let looks = 0; looks < 200; looks += 1) {
    if ((await owner.query(blocked)).rowCount) return;
  }
}
