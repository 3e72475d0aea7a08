// Between the decision and the books: whatever breaks there, a deposit is credited exactly once and
// says so only then (inv27). Crashes are played by setting the row back to
// what a process that died there would have left.

import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  approveDeposit,
  cashOf,
  newReference,
  showDeposit,
  statusOf,
  submitCoin,
} from "../testing/open-depositor.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const setState = (id: string, state: "crediting" | "stuck") =>
  floor.test.database.updateTable("deposit").set({ state }).where("id", "=", BigInt(id)).execute();

/** Reported by somebody who has shut themselves out for a day since. */
async function openExcluded() {
  const trader = await floor.openReal();
  const finance = await floor.openStaff(["finance"]);
  const { data } = await submitCoin(trader, "100");
  await trader.post("/v1/api/main/limit", { exclude_days: "1" });
  return { trader, finance, id: String(data.id) };
}

describe("a crash", () => {
  it("after the decision and before the books: the next start credits it, once", async () => {
    const trader = await floor.openReal();
    const finance = await floor.openStaff(["finance"]);
    const { data } = await submitCoin(trader, "2000");
    await approveDeposit(finance, data.id, newReference());
    // The second approval reached the database and nothing after it.
    const { hash } = await showDeposit(finance, data.id);
    const second = await floor.openStaff(["finance"]);
    await floor.test.database
      .insertInto("approval")
      .values({
        object_kind: "deposit",
        object_id: BigInt(data.id),
        object_hash: Buffer.from(hash, "hex"),
        staff_id: BigInt(second.staffId),
        part: "checker",
      })
      .execute();
    await setState(data.id, "crediting");
    expect(await statusOf(trader, data.id)).toBe(0);
    await floor.restart();
    await floor.cashier().sweep();
    expect(await statusOf(trader, data.id)).toBe(1);
    expect(await cashOf(trader)).toBe("2000.000000");
    await floor.cashier().sweep();
    expect(await cashOf(trader)).toBe("2000.000000");
  });

  it("after the books and before the record: it is found there, not credited again", async () => {
    const trader = await floor.openReal();
    const finance = await floor.openStaff(["finance"]);
    const { data } = await submitCoin(trader, "100");
    await approveDeposit(finance, data.id, newReference());
    expect(await cashOf(trader)).toBe("100.000000");
    await asOwner(
      `update deposit set state = 'crediting', decided_at = null where id = ${data.id}`,
    );
    expect(await statusOf(trader, data.id)).toBe(0);
    await floor.restart();
    await floor.cashier().sweep();
    expect(await statusOf(trader, data.id)).toBe(1);
    expect(await cashOf(trader)).toBe("100.000000");
  });

  it("many times over, with many deposits and every sweep at once", async () => {
    const trader = await floor.openReal();
    const finance = await floor.openStaff(["finance"]);
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const { data } = await submitCoin(trader, "10");
      await approveDeposit(finance, data.id, newReference());
      ids.push(data.id);
    }
    const list = ids.join(",");
    for (let round = 0; round < 3; round += 1) {
      await asOwner(
        `update deposit set state = 'crediting', decided_at = null where id in (${list})`,
      );
      await floor.restart();
      await Promise.all([floor.cashier().sweep(), floor.cashier().sweep()]);
    }
    expect(await cashOf(trader)).toBe("100.000000");
    for (const id of ids) expect(await statusOf(trader, id)).toBe(1);
  });
});

describe("books that refuse", () => {
  it("leave it stuck, in the queue and in plain sight, to be tried again or rejected", async () => {
    const { trader, finance, id } = await openExcluded();
    await asOwner(
      `update deposit set state = 'crediting', reference = 'r${id}', reference_key = 'r${id}',
         rate_numerator = 1, rate_denominator = 1, credit_usd = 100000000 where id = ${id}`,
    );
    const { hash } = await showDeposit(finance, id);
    await floor.test.database
      .insertInto("approval")
      .values({
        object_kind: "deposit",
        object_id: BigInt(id),
        object_hash: Buffer.from(hash, "hex"),
        staff_id: BigInt(finance.staffId),
        part: "checker",
      })
      .execute();
    await floor.cashier().sweep();
    expect(await showDeposit(finance, id)).toMatchObject({
      state: "stuck",
      problem: "SELF_EXCLUDED",
      approvals: 1,
    });
    expect(await statusOf(trader, id)).toBe(0);
    expect(await cashOf(trader)).toBe("0.000000");
    floor.clock.advance(25 * 3_600_000);
    // Who agreed already tries again: nothing new is agreed on.
    expect((await approveDeposit(finance, id)).data).toMatchObject({ state: "credited" });
    expect(await cashOf(trader)).toBe("100.000000");
  });
});

/** What only somebody with all the keys can do: triggers off. */
async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
  try {
    await owner.query("set session_replication_role = replica");
    await owner.query(statement);
  } finally {
    await owner.end();
  }
}
