// The invariants of money in: empty after a working day, and each catches a corruption, done by
// somebody with all the keys to the database, that no other notices (inv26, inv27). The corruption
// is rolled back.

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInvariants } from "../../testing/broken-invariants.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  approveDeposit,
  newReference,
  showDeposit,
  submitCoin,
  submitWire,
} from "../testing/open-depositor.ts";

let floor: TradingFloor;
let owner: pg.Client;
/** Credited by one, credited by two, waiting, rejected, paid by card. */
let ids: { one: string; two: string; open: string; rejected: string; card: string; wire: string };

beforeAll(async () => {
  floor = await openTradingFloor();
  const [ann, bob] = [await floor.openStaff(["finance"]), await floor.openStaff(["finance"])];
  const trader = await floor.openReal();
  const submit = async (number: string) => String((await submitCoin(trader, number)).data.id);
  const wired = async () => String((await submitWire(floor, trader, { number: "60" })).data.id);
  const [one, two, open, rejected] = [
    await submit("100"),
    await submit("3000"),
    await submit("50"),
    await submit("70"),
  ];
  const [wire, other] = [await wired(), await wired()];
  for (const id of [one, two, wire, other]) await approveDeposit(ann, id, newReference());
  await approveDeposit(bob, two);
  await bob.post("/v1/api/desk/deposit/reject", { id: rejected, remark: "Nothing came" });
  const { data } = await trader.post("/api/quickCharge/card_submit", { number: "30" });
  await trader.post("/v1/api/sandbox/card_pay", { id: data.id, card: "4242424242424242" });
  ids = { one, two, open, rejected, card: data.id, wire };
  expect(await showDeposit(ann, two)).toMatchObject({ state: "credited" });
  owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await floor.close();
});

async function corrupt(statements: string): Promise<Record<string, number>> {
  await owner.query("begin; set local session_replication_role = replica");
  try {
    await owner.query(statements);
    return await askInvariants(owner);
  } finally {
    await owner.query("rollback");
  }
}

/** Hashes follow, so that only what is spoken of is wrong. */
const agreeAgain = (id: string) =>
  `update approval set object_hash = decode(deposit_hash(d), 'hex') from deposit d
   where d.id = ${id} and object_kind = 'deposit' and object_id = d.id;`;

const CORRUPTIONS: readonly (readonly [view: string, what: string, sql: () => string])[] = [
  [
    "inv26",
    "1,000 USD or more that one person alone agreed on",
    () =>
      `delete from approval where id = (select max(id) from approval
         where object_kind = 'deposit' and object_id = ${ids.two})`,
  ],
  [
    "inv26",
    "less that nobody agreed on",
    () => `delete from approval where object_kind = 'deposit' and object_id = ${ids.one}`,
  ],
  [
    "inv26",
    "what was agreed on as something else (H08)",
    () => `update deposit set address = 'TElsewhere' where id = ${ids.two}`,
  ],
  [
    "inv26",
    "one person who agreed twice",
    () =>
      `alter table approval drop constraint approval_object_kind_object_id_object_hash_staff_id_key;
       update approval set staff_id = (select min(staff_id) from approval
         where object_kind = 'deposit' and object_id = ${ids.two})
       where object_kind = 'deposit' and object_id = ${ids.two}`,
  ],
  [
    "inv27",
    "said to be credited, and not in the books",
    () => `update deposit set state = 'credited', kind = 'card', network_id = null,
         reference = 'x', reference_key = 'x', rate_numerator = 1, rate_denominator = 1,
         credit_usd = 50000000, decided_at = now()
       where id = ${ids.open}`,
  ],
  [
    "inv27",
    "in the books, and said to wait",
    () => `update deposit set state = 'unpaid', decided_at = null where id = ${ids.card}`,
  ],
  [
    "inv27",
    "booked with another amount than was decided",
    () =>
      `update deposit set credit_usd = credit_usd * 2, rate_numerator = rate_numerator * 2
       where id = ${ids.one}; ${agreeAgain(ids.one)}`,
  ],
  [
    "inv27",
    "a rate that is not the one of the amount",
    () => `update deposit set rate_denominator = rate_denominator * 2 where id = ${ids.one}`,
  ],
  [
    "inv27",
    "money that came by no deposit",
    () => `delete from approval where object_id = ${ids.card} and object_kind = 'deposit';
       delete from card_event where deposit_id = ${ids.card};
       delete from deposit where id = ${ids.card}`,
  ],
  [
    "inv27",
    "one reference credited twice",
    () =>
      `drop index deposit_reference;
       update deposit set reference_key = (select reference_key from deposit where id = ${ids.two})
       where id = ${ids.one}`,
  ],
  [
    "inv27",
    "one picture credited twice",
    () =>
      `drop index deposit_credited_proof;
       update deposit set proof_hash = (select proof_hash from deposit where id = ${ids.wire})
       where kind = 'wire'; update approval set object_hash = decode(deposit_hash(d), 'hex')
       from deposit d where d.kind = 'wire' and object_kind = 'deposit' and object_id = d.id`,
  ],
];

describe("after a working day", () => {
  it("holds every invariant", async () => {
    expect(await askInvariants(owner)).toEqual({});
  });

  it.each(CORRUPTIONS)("%s catches %s", async (view, _what, sql) => {
    expect(Object.keys(await corrupt(sql()))).toEqual([view]);
  });
});

describe("the database itself", () => {
  const refused = (statement: string) =>
    expect(owner.query(statement)).rejects.toThrow(/does not change like that|append-only|refuse/i);

  it("T86: refuses to change what was reported, decided or heard", async () => {
    await refused(`update deposit set amount = 1 where id = ${ids.open}`);
    await refused(`update deposit set address = 'x' where id = ${ids.open}`);
    await refused(
      `update deposit set state = 'reviewing', decided_at = null where id = ${ids.one}`,
    );
    await refused(`update deposit set remark = 'y' where id = ${ids.rejected}`);
    await expect(owner.query(`delete from deposit where id = ${ids.open}`)).rejects.toThrow();
    await expect(owner.query("delete from card_event")).rejects.toThrow();
  });

  it("refuses a second credit of the same reference by itself", async () => {
    await expect(
      owner.query(
        `update deposit set reference = 'r', reference_key =
           (select reference_key from deposit where id = ${ids.two}) where id = ${ids.open}`,
      ),
    ).rejects.toThrow(/deposit_reference/);
  });
});
