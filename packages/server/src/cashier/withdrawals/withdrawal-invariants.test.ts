// The invariants of money out: empty after withdrawals of every kind, and each catches a corruption
// that no other notices (inv21–inv26). Done as a superuser with triggers off, and rolled back. And
// what was booked is what was shown, for every currency, by the calls themselves (P18).

import { formatMoney, type Money, money, parseMoney } from "@truetick/money";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { certify } from "../../members/testing/certify-member.ts";
import { askInvariants } from "../../testing/broken-invariants.ts";
import {
  FLOOR_COOLING_SEC,
  openTradingFloor,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import {
  approve,
  approveTwice,
  bind,
  draw,
  drawConfirmed,
  openPayee,
  type PaidCode,
} from "../testing/open-payee.ts";

let floor: TradingFloor;
let owner: pg.Client;
beforeAll(async () => {
  floor = await openTradingFloor();
  owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  owner.on("error", () => undefined);
  await owner.connect();
  await runWithdrawals();
}, 60_000);
afterAll(async () => {
  await owner.end();
  await floor.close();
});

/** Paid twice over, rejected, cancelled, refused, waiting. */
async function runWithdrawals(): Promise<void> {
  const payee = await openPayee(floor, { code: "USD" });
  for (const amount of ["100", "120"]) {
    await approveTwice(floor, await drawConfirmed(floor, payee, amount));
  }
  await floor.cashier().sweep();
  const rejected = await drawConfirmed(floor, payee, "60");
  const operator = await floor.openStaff(["finance"]);
  const fields = { id: rejected, reason: "other", remark: "Not now" };
  await operator.post("/v1/api/desk/withdrawal/reject", fields);
  const cancelled = await drawConfirmed(floor, payee, "61");
  await payee.member.post("/v1/api/main/withdrawal/cancel", { id: cancelled });
  await draw(payee, "99999");
  await approve(operator, await drawConfirmed(floor, payee, "62"));
  await openPayee(floor, { code: "USDT" });
}

async function corrupt(statements: string): Promise<Record<string, number>> {
  await owner.query("begin; set local session_replication_role = replica");
  try {
    await owner.query(statements);
    return await askInvariants(owner);
  } finally {
    await owner.query("rollback");
  }
}

const PAID = "(select min(id) from withdrawal where status = 'paid')";
const WAITING = "(select min(id) from withdrawal where status = 'reviewing')";
const CANCELLED = "(select min(id) from withdrawal where status = 'cancelled')";

const CORRUPTIONS: readonly (readonly [view: string, what: string, sql: string])[] = [
  [
    "inv21",
    "one that was cancelled is called paid by nobody and returned by nobody",
    `update withdrawal set status = 'unconfirmed' where id = ${CANCELLED}`,
  ],
  [
    "inv21",
    "one that waits is called cancelled, and its money is not back",
    `update withdrawal set status = 'cancelled' where id = ${WAITING}`,
  ],
  [
    "inv22",
    "two payments share a reference",
    `drop index payout_reference;
     update payout set reference = (select min(lower(reference)) from payout)`,
  ],
  [
    "inv22",
    "what was paid has lost its reference",
    `update payout set reference = null, ended_at = null where withdrawal_id = ${PAID}`,
  ],
  [
    "inv23",
    "money went by somebody else's method",
    `update payout_method set user_id = (select max(user_id) from payout_method)
     where id = (select method_id from withdrawal where id = ${PAID})`,
  ],
  [
    "inv23",
    "a method was used before its wait was over",
    `update payout_method set usable_at = now() + interval '100 years'
     where id = (select method_id from withdrawal where id = ${PAID})`,
  ],
  [
    "inv23",
    "what was paid went elsewhere",
    `update payout set destination_hash = sha256('elsewhere') where withdrawal_id = ${PAID}`,
  ],
  [
    "inv24",
    "a fee was added afterwards, by the terms",
    `update payout_terms set fee = fee + 1 where currency_id =
       (select currency_id from withdrawal where id = ${PAID})`,
  ],
  [
    "inv25",
    "somebody nobody knows",
    "update identity_case set status = 'replaced', decided_by = null where id = 1",
  ],
  [
    "inv25",
    "somebody whose payouts were stopped then",
    `insert into user_freeze (user_id, until, reason, staff_id, at)
     select user_id, created_at + interval '1 hour', 'Stopped', 1, created_at - interval '1 minute'
     from withdrawal where id = ${PAID}`,
  ],
  [
    "inv26",
    "approved by one person",
    `delete from approval where object_kind = 'withdrawal' and object_id = ${PAID}
       and staff_id = (select min(staff_id) from approval where object_id = ${PAID}
         and object_kind = 'withdrawal')`,
  ],
  [
    "inv26",
    "approved as something else",
    `update approval set object_hash = sha256('other') where object_kind = 'withdrawal'
       and object_id = ${PAID}`,
  ],
];

describe("the invariants of money out", () => {
  it("hold after withdrawals of every kind", async () => {
    expect(await askInvariants(owner)).toEqual({});
    const { rows } = await owner.query<{ statuses: string[] }>(
      "select array_agg(distinct status order by status) as statuses from withdrawal",
    );
    expect(rows[0]?.statuses).toEqual(
      ["cancelled", "paid", "refused", "rejected", "reviewing"].sort(),
    );
  });

  it.each(CORRUPTIONS)("%s catches %s", async (view, _what, sql) => {
    expect(Object.keys(await corrupt(sql))).toEqual([view]);
  });
});

/** Rates by hand for those whose markets are not traded on the floor. */
async function fixRate(code: PaidCode, rate: string): Promise<void> {
  await owner.query(
    `insert into payout_terms (currency_id, version, fee_kind, fee, fixed_rate, amount_min,
       amount_max, decimals, is_offered, at)
     select t.currency_id, t.version + 1, t.fee_kind, t.fee, $2::numeric, 1, 1000000000000,
       t.decimals, true, now()
     from payout_terms t join payout_currency c on c.id = t.currency_id where c.code = $1
     order by t.version desc limit 1`,
    [code, rate],
  );
}

describe("P18: what was shown is what is booked", () => {
  const RATES: Readonly<Record<PaidCode, string>> = {
    USDT: "1",
    BTC: "0.000016543210",
    ETH: "0.000412345678",
    USD: "1",
    EUR: "0.909049588655",
  };

  it.each(Object.entries(RATES))("in %s", { timeout: 60_000 }, async (code, rate) => {
    await fixRate(code as PaidCode, rate);
    const member = await floor.openReal("2000000");
    await certify(floor, member);
    const { data: method } = await bind(member, code as PaidCode);
    floor.clock.advance(FLOOR_COOLING_SEC * 1_000);
    const payee = { member, methodId: method.id, currencyId: method.draw_currency.id };
    const fee = await feeOf(payee.currencyId);
    const maximum = parseMoney("1000000") ?? fee;
    for (const amount of [0n, fee - 1n, fee, fee + 1n, 10_000_001n, 123_456_789n, maximum]) {
      if (amount < 0n) continue;
      const number = formatMoney(money(amount));
      const { data: quote } = await member.get("/v1/api/main/withdrawal/quote", {
        draw_currency_id: payee.currencyId,
        number,
      });
      const asked = await draw(payee, number, { quote_id: quote.quote_id });
      expect(asked.code === 1).toBe(quote.refusal === "");
      if (asked.code !== 1) {
        expect(Number(quote.received)).toBe(0);
        continue;
      }
      expect(asked.data).toMatchObject({ fee: quote.fee, real_number: quote.received });
      const { data } = await member.get("/api/account/draw_list");
      expect(data.data[0]).toMatchObject({ number, fee: quote.fee, real_number: quote.received });
      await member.post("/v1/api/main/withdrawal/cancel", { id: asked.data.id });
    }
    expect(await floor.broken()).toEqual({});
  });

  async function feeOf(currencyId: string): Promise<Money> {
    const { rows } = await owner.query<{ fee: string; fee_kind: string }>(
      "select fee, fee_kind from payout_terms where currency_id = $1 order by version desc limit 1",
      [currencyId],
    );
    const [terms] = rows;
    return money(terms?.fee_kind === "fixed" ? BigInt(terms.fee) : 1n);
  }
});
