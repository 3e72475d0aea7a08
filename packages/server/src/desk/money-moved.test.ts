// inv33: whatever staff do to money is written down with who did it. A deposit that was credited, a
// withdrawal that was paid and one that was rejected; then each line of the log is made to say
// something else, with the whole chain made anew, and only this invariant notices (T86, H07).

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approveDeposit, newReference, submitCoin } from "../cashier/testing/open-depositor.ts";
import { approveTwice, drawConfirmed, openPayee } from "../cashier/testing/open-payee.ts";
import { askInvariants } from "../testing/broken-invariants.ts";
import { REHASH_LOG } from "../testing/rehash-log.ts";
import { openTradingFloor, type TradingFloor } from "../testing/trading-floor.ts";

let floor: TradingFloor;
let owner: pg.Client;

beforeAll(async () => {
  floor = await openTradingFloor();
  const payee = await openPayee(floor);
  const finance = await floor.openStaff(["finance"]);
  const deposit = await submitCoin(payee.member, "50");
  await approveDeposit(finance, deposit.data.id, newReference());
  await approveTwice(floor, await drawConfirmed(floor, payee, "100"));
  const rejected = await drawConfirmed(floor, payee, "60");
  const fields = { id: rejected, reason: "other", remark: "not today" };
  expect((await finance.post("/v1/api/desk/withdrawal/reject", fields)).code).toBe(1);
  await floor.cashier().settle();
  owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await floor.close();
});

async function askAfter(statements: string): Promise<Record<string, number>> {
  await owner.query("begin; set local session_replication_role = replica");
  try {
    await owner.query(statements);
    return await askInvariants(owner);
  } finally {
    await owner.query("rollback");
  }
}

describe("money that staff moved", () => {
  it("was moved in all three ways, and every invariant holds", async () => {
    const answer = await owner.query<{ ways: string[] }>(`
      select array_agg(distinct p.cause order by p.cause) as ways from ledger_posting p
      where p.cause in ('deposit', 'withdrawal-payout', 'withdrawal-release')`);
    expect(answer.rows[0]?.ways).toEqual(["deposit", "withdrawal-payout", "withdrawal-release"]);
    expect(await askInvariants(owner)).toEqual({});
  });

  it.each(["deposit.approve", "withdrawal.approve", "withdrawal.reject"])(
    "inv33: is missed when the log forgets %s",
    async (action) => {
      const forgotten = `update audit_log set action = 'staff.login',
        body = replace(body, '"action":"${action}"', '"action":"staff.login"')
        where action = '${action}'; ${REHASH_LOG}`;
      expect(Object.keys(await askAfter(forgotten))).toEqual(["inv33"]);
    },
  );
});
