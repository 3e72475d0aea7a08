// Between the decision and the books: whatever breaks there, a deposit is credited exactly once and
// says so only then (inv27). Crashes are played by setting the row back to
// what a process that died there would have left.

import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  approveDeposit,
  cashOf,
  newReference,
  showDeposit,
  statusOf,
  submitCoin,
} from "../testing/open-depositor.ts";
import { creditDeposit } from "./credit-deposit.ts";

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
  it("one try while another is under way: it is not rejected behind its back", async () => {
    const trader = await floor.openReal();
    const finance = await floor.openStaff(["finance"]);
    const { data } = await submitCoin(trader, "100");
    await approveDeposit(finance, data.id, newReference());
    await asOwner(
      `update deposit set state = 'crediting', decided_at = null where id = ${data.id}`,
    );
    const { submit } = floor.sequencer();
    let goOn: () => void = () => undefined;
    const going = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const parts = {
      database: floor.test.database,
      clock: floor.clock,
      changes: { tell: () => undefined },
      letters: { send: async () => undefined },
      log: createLog("silent"),
    };
    const refusal = { reason: "SELF_EXCLUDED", untilMs: 1 } as const;
    const slow = creditDeposit(
      { ...parts, submit: (command) => going.then(() => submit(command)) },
      Number(data.id),
    );
    await setTimeout(100);
    const refused = creditDeposit(
      { ...parts, submit: async () => ({ isAccepted: false, refusal }) },
      Number(data.id),
    );
    await Promise.race([refused, setTimeout(300)]);
    const fields = { id: data.id, remark: "The books refused it" };
    const rejected = finance.post("/v1/api/desk/deposit/reject", fields);
    await Promise.race([rejected, setTimeout(300)]);
    goOn();
    await Promise.all([slow, refused, rejected]);
    // What the trader reads is what the books say, and so do the invariants after every test.
    const isCredited = (await statusOf(trader, data.id)) === 1;
    expect(await cashOf(trader)).toBe(isCredited ? "100.000000" : "0.000000");
  });

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

  it("found under another reference it is agreed on anew, by two (H08, inv26)", async () => {
    const trader = await floor.openReal();
    const [first, second] = [await floor.openStaff(["finance"]), await floor.openStaff(["admin"])];
    const { data } = await submitCoin(trader, "2000");
    await approveDeposit(first, data.id, newReference());
    const { hash } = await showDeposit(second, data.id);
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
    await trader.post("/v1/api/main/limit", { exclude_days: "1" });
    await setState(data.id, "crediting");
    await floor.cashier().sweep();
    expect(await showDeposit(first, data.id)).toMatchObject({ state: "stuck", approvals: 2 });
    floor.clock.advance(25 * 3_600_000);
    const corrected = await approveDeposit(first, data.id, newReference());
    expect(corrected.data).toMatchObject({ state: "reviewing", problem: "", approvals: 1 });
    expect(await floor.broken()).toEqual({});
    expect(await cashOf(trader)).toBe("0.000000");
    expect((await approveDeposit(second, data.id)).data).toMatchObject({ state: "credited" });
    expect(await cashOf(trader)).toBe("2000.000000");
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
