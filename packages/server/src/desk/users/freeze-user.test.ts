// H11: nobody's payouts are stopped in silence, for long, or by one person alone. Freezes by calls
// on a real database, told to the trader, each in the audit log.

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freezeOf } from "../../members/freezes/freezes.ts";
import { createCashierChanges } from "../../platform/member-changes.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { freezeUser, unfreezeUser } from "./freeze-user.ts";

const FREEZE = "/v1/api/desk/user/freeze";
const UNFREEZE = "/v1/api/desk/user/unfreeze";
const OWN = "/v1/api/main/freeze";
const HOUR_MS = 3_600_000;

let floor: TradingFloor;
let first: Operator;
let second: Operator;
let trader: Trader;

beforeAll(async () => {
  floor = await openTradingFloor();
  [first, second] = [await floor.openStaff(["compliance"]), await floor.openStaff(["admin"])];
});
afterAll(() => floor.close());
beforeEach(async () => {
  trader = await floor.openReal("100");
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const freeze = (by: Operator, hours: number | string = 24, reason = "unusual payouts") =>
  by.post(FREEZE, { id: trader.userId, hours, reason });
const isFrozen = async () =>
  (await freezeOf(floor.test.database, {
    userId: Number(trader.userId),
    nowMs: floor.clock.now(),
  })) !== null;

describe("H11: a freeze", () => {
  it("has an end and a reason, which the trader reads on the screen and in a letter", async () => {
    const { data } = await freeze(first, 24, "Two payouts to new accounts");
    const until = Math.floor(floor.clock.now() / 1_000) + 24 * 3_600;
    expect(data).toEqual({ until });
    expect((await trader.get(OWN)).data).toEqual({
      frozen_by: "staff",
      until,
      reason: "Two payouts to new accounts",
    });
    const letter = (await floor.letters()).at(-1);
    expect(letter).toMatchObject({ kind: "accountFrozen", channel: "email" });
    expect(letter?.text).toContain("Two payouts to new accounts");
  });

  it("T76: is shown live: the trader's own screens are told to look again", async () => {
    const { database } = floor.test;
    const { clock } = floor;
    const changes = createCashierChanges(createAloneNews());
    const told: string[] = [];
    for (const id of [Number(trader.userId), Number(trader.userId) + 1]) {
      changes.follow(id, (kind) => told.push(`${id} ${kind}`));
    }
    const letters = { send: async () => undefined };
    const staff = { staffId: first.staffId, sessionId: 1, name: "x", can: () => true };
    const parts = { database, clock, letters, changes };
    const act = { userId: Number(trader.userId), reason: "why", staff };
    await freezeUser(parts, { ...act, hours: 1 });
    await unfreezeUser(parts, act);
    expect(told).toEqual([`${trader.userId} withdrawal`, `${trader.userId} withdrawal`]);
  });

  it("ends by itself", async () => {
    await freeze(first, 2);
    floor.clock.advance(2 * HOUR_MS - 1);
    expect(await isFrozen()).toBe(true);
    floor.clock.advance(1);
    expect(await isFrozen()).toBe(false);
    expect((await trader.get(OWN)).data).toEqual({ frozen_by: "", until: 0, reason: "" });
  });

  it("does not stop trading", async () => {
    await freeze(first);
    floor.quote("EURUSD", "1.08490", "1.08500");
    const order = { type: 1, cont: "0.01", forex_id: 1, status: 1, multiple: 100 };
    expect((await trader.get("/v1/api/forex/submit", order)).code).toBe(1);
  });

  it.each([0, 73, 100, "1.5", "-1", ""])("refuses %j hours", async (hours) => {
    expect((await freeze(first, hours)).reason).toBe("FIELD_INVALID");
    expect(await isFrozen()).toBe(false);
  });

  it("is refused without a reason", async () => {
    expect((await freeze(first, 1, "  ")).reason).toBe("FIELD_INVALID");
  });

  it("the table itself takes no longer one, and changes none (H07)", async () => {
    const { database } = floor.test;
    const insert = (hours: number) =>
      sql`insert into user_freeze (user_id, until, reason, staff_id, at)
        values (${trader.userId}, now() + make_interval(hours => ${hours}), 'x', 1, now())`.execute(
        database,
      );
    await expect(insert(73)).rejects.toThrow("check");
    await freeze(first);
    await expect(sql`update user_freeze set reason = 'x'`.execute(database)).rejects.toThrow();
    await expect(sql`delete from user_freeze`.execute(database)).rejects.toThrow();
  });

  it("is renewed by somebody else only, also after it ended or was lifted", async () => {
    await freeze(first);
    expect((await freeze(first)).reason).toBe("FREEZE_NEEDS_ANOTHER");
    floor.clock.advance(25 * HOUR_MS);
    expect((await freeze(first)).reason).toBe("FREEZE_NEEDS_ANOTHER");
    expect((await freeze(second)).code).toBe(1);
    await first.post(UNFREEZE, { id: trader.userId, reason: "explained" });
    expect((await freeze(second)).reason).toBe("FREEZE_NEEDS_ANOTHER");
    expect((await freeze(first)).code).toBe(1);
  });

  it("by the same person is a new one after a month", async () => {
    await freeze(first);
    floor.clock.advance(31 * 24 * HOUR_MS);
    // The session of the floor's clockless database lives on; only freezes follow the clock.
    expect((await freeze(first)).code).toBe(1);
  });

  it("of two at once by one person, one holds", async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => freeze(first)));
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  it("is lifted with a reason that the trader is told", async () => {
    await freeze(first);
    expect((await second.post(UNFREEZE, { id: trader.userId, reason: "All clear" })).code).toBe(1);
    expect(await isFrozen()).toBe(false);
    expect((await floor.letters()).at(-1)?.text).toContain("All clear");
    const again = await second.post(UNFREEZE, { id: trader.userId, reason: "x" });
    expect(again.reason).toBe("NOT_FROZEN");
  });

  it("T87: is not lifted by who is that member", async () => {
    const self = await floor.openStaff(["compliance"]);
    await sql`update staff set email = (select email from app_user where id = ${trader.userId})
      where id = ${self.staffId}`.execute(floor.test.database);
    await freeze(first);
    const own = await self.post(UNFREEZE, { id: trader.userId, reason: "All clear" });
    expect(own.reason).toBe("OWN_PROPOSAL");
    expect(await isFrozen()).toBe(true);
    expect((await second.post(UNFREEZE, { id: trader.userId, reason: "All clear" })).code).toBe(1);
  });

  it("of a demo user, or of nobody, is refused", async () => {
    const demo = await floor.openDemo();
    for (const id of [demo.userId, "999999"]) {
      const reply = await first.post(FREEZE, { id, hours: 1, reason: "x" });
      expect(reply.reason).toBe("USER_UNKNOWN");
    }
  });

  it("T85: takes the permission", async () => {
    const finance = await floor.openStaff(["finance", "support", "dealer"]);
    expect(await freeze(finance)).toMatchObject({ status: 403, reason: "NOT_PERMITTED" });
    expect(await isFrozen()).toBe(false);
  });

  it("H07: and its lifting are in the audit log with their reasons", async () => {
    await freeze(first, 3, "why");
    await second.post(UNFREEZE, { id: trader.userId, reason: "why not" });
    const { rows } = await sql<{ action: string; actor_id: bigint; body: string }>`
      select action, actor_id, body from audit_log
      where subject_kind = 'user' and subject_id = ${trader.userId} order by seq`.execute(
      floor.test.database,
    );
    expect(rows.map(({ action, actor_id }) => [action, Number(actor_id)])).toEqual([
      ["user.freeze", first.staffId],
      ["user.unfreeze", second.staffId],
    ]);
    expect(rows[0]?.body).toContain('"why"');
  });
});

it("a changed password is told as what it is", async () => {
  const until = new Date(floor.clock.now() + HOUR_MS);
  await sql`
    update app_user set withdrawals_frozen_until = ${until}
    where id = ${trader.userId}`.execute(floor.test.database);
  expect((await trader.get(OWN)).data).toMatchObject({ frozen_by: "password", reason: "" });
  await freeze(first, 72, "longer");
  expect((await trader.get(OWN)).data).toMatchObject({ frozen_by: "staff", reason: "longer" });
});
