// What breaks between a commit and what follows from it: a reading that fails, an answer that is
// lost (F03, F07). A follow that has ended is closed and its cash returned all the same, every
// transfer counts once, and what is told of its money is what came back.

import { setTimeout as sleep } from "node:timers/promises";
import { CALLS } from "@truetick/contract/calls";
import { accountId, marketId, NO_LIMITS } from "@truetick/engine";
import { lots } from "@truetick/money";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import type { Outcome, Sequencer } from "../../trading/sequencer/sequencer.ts";
import { carryOut, countCopies, openLed } from "./testing/copy-crowd.ts";
import { openFaultyCopying } from "./testing/faulty-copying.ts";

const FIRST_BID = 110_000;
/** Longer than a few rounds of the tender, shorter than the slow look at everything. */
const HEALED_WITHIN = { timeout: 8_000, interval: 50 };
const SILENCE: Outcome = {
  isAccepted: false,
  refusal: { reason: "UNAVAILABLE", why: "outcome-unknown" },
};

let lab: Awaited<ReturnType<typeof openFaultyCopying>>;
beforeEach(async () => {
  lab = await openFaultyCopying();
  lab.quote(FIRST_BID);
});
afterEach(async () => {
  expect(await lab.close()).toEqual({});
});

function theFollow() {
  const [follow] = lab.follows;
  if (!follow) throw new Error("Invariant: somebody follows");
  return follow;
}

/** Ending a follow is stored; the first look at it afterwards fails. */
function failAfterEnding(): void {
  let isEnded = false;
  lab.faults.onQuery = (text) => {
    if (text.includes("update follow set status")) isEnded = true;
    const isBroken = isEnded && text.includes("f.id = any");
    if (isBroken) lab.faults.onQuery = () => false;
    return isBroken;
  };
}

/** Ending a follow is stored, and whoever did it is not told. */
function forgetEnding(): void {
  let isEnded = false;
  lab.faults.onQuery = (text) => {
    if (text.includes("update follow set status")) isEnded = true;
    return false;
  };
  lab.faults.onCommit = () => {
    if (!isEnded) return false;
    lab.faults.onCommit = () => false;
    return true;
  };
}

async function expectStopped(reason: string): Promise<void> {
  const { id, own } = theFollow();
  await expect.poll(async () => (await lab.endOf(id))?.status, HEALED_WITHIN).toBe("stopped");
  expect((await lab.endOf(id))?.stop_reason).toBe(reason);
  expect(await lab.cashOf(own)).toBe(0n);
}

const FAULTS = [
  ["a look at it fails", failAfterEnding],
  ["the answer to the commit is lost", forgetEnding],
] as const;

describe.each(FAULTS)("a follow has ended, and %s", (_what, breakIt) => {
  it("by its stop-loss: it is closed and its cash returned", async () => {
    const copying = await lab.start();
    await openLed(lab.sequencer, lab.leader);
    await copying.settle();
    breakIt();
    lab.quote(FIRST_BID - 3_000);
    await expectStopped("stop-loss");
    await copying.stop();
  });

  it("because its leader has lost everything: it is closed and its cash returned", async () => {
    await sql`update follow set factor = 20, stop_percent = null`.execute(lab.database);
    const copying = await lab.start();
    await openLed(lab.sequencer, lab.leader, 50_000);
    await copying.settle();
    breakIt();
    lab.quote(FIRST_BID - 3_000);
    await expectStopped("leader-blown");
    await copying.stop();
  });

  it("by its owner: it is closed, and a repeated call says that it is stopped", async () => {
    const copying = await lab.start();
    await openLed(lab.sequencer, lab.leader);
    await copying.settle();
    breakIt();
    const { id, userId, main } = theFollow();
    const stop = async () =>
      copying.handlers.stopFollow({ id: String(id), is_keeping: "0" }, lab.contextOf(userId, main));
    await expect(stop()).rejects.toThrow();
    expect(await stop()).toMatchObject({ reason: "FOLLOW_STOPPED" });
    await expectStopped("owner");
    await copying.stop();
  });
});

it("copies whose planning was stored without an answer are placed", async () => {
  const copying = await lab.start();
  await copying.settle();
  lab.faults.onQuery = (text) => {
    if (text.includes("insert into copy_plan")) {
      lab.faults.onCommit = () => {
        lab.faults.onCommit = () => false;
        return true;
      };
    }
    return false;
  };
  await openLed(lab.sequencer, lab.leader);
  await expect.poll(async () => (await countCopies(lab.database)).opened, HEALED_WITHIN).toBe(1);
  await copying.stop();
});

it("a copy that waited for the look at its leader's loss is not lost with it", async () => {
  await sql`update follow set factor = 20, stop_percent = null`.execute(lab.database);
  const copying = await lab.start();
  await openLed(lab.sequencer, lab.leader, 50_000);
  await copying.settle();
  let isBroken = true;
  lab.faults.submit = (command, key) => {
    const isCopy = key?.key.startsWith("copy/") ?? false;
    if (isCopy && isBroken) {
      isBroken = false;
      throw new Error("the line is down");
    }
    return lab.sequencer.submit(command, key);
  };
  lab.quote(FIRST_BID - 3_000);
  await expectStopped("leader-blown");
  expect(isBroken).toBe(false);
  await copying.stop();
});

/** Money between a follow and its owner. */
function isMoving(...[command, key]: Parameters<Sequencer["submit"]>): boolean {
  return command.type === "Transfer" && (key?.key.startsWith("copy-transfer/") ?? false);
}

/** What opens it, and what waits for that. */
function gate(): readonly [letGo: () => void, opened: Promise<void>] {
  let letGo: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return [() => letGo(), opened];
}

/** The first of these commands waits until it is let go, the second is not taken; or all wait. */
function hold(isMeant: typeof isMoving, { isAll = false } = {}): () => void {
  const [letGo, held] = gate();
  let times = 0;
  lab.faults.submit = async (command, key) => {
    if (!isMeant(command, key)) return lab.sequencer.submit(command, key);
    times += 1;
    if (isAll || times === 1) await held;
    if (!isAll && times === 2) {
      return { isAccepted: false, refusal: { reason: "OVERLOADED", queuedRows: 1 } };
    }
    return lab.sequencer.submit(command, key);
  };
  return letGo;
}

describe("money under way while a follow ends", () => {
  it("a return whose answer was lost is told as what came back", async () => {
    const { id, userId, main, own } = theFollow();
    const before = await lab.cashOf(own);
    const copying = await lab.start();
    let isLost = true;
    lab.faults.submit = async (command, key) => {
      const outcome = await lab.sequencer.submit(command, key);
      if (!isMoving(command, key) || !isLost) return outcome;
      isLost = false;
      return SILENCE;
    };
    const fields = { id: String(id), is_keeping: "0" } as const;
    await copying.handlers.stopFollow(fields, lab.contextOf(userId, main));
    await expectStopped("owner");
    expect(isLost).toBe(false);
    expect((await lab.endOf(id))?.final_cash).toBe(before);
    const { rows } = await sql`
      select from copy_transfer where kind = 'return'`.execute(lab.database);
    expect(rows).toHaveLength(1);
    await copying.stop();
  });

  it("what was added returns with the rest", async () => {
    const { id, userId, main, own } = theFollow();
    const [cash, before] = [await lab.cashOf(main), await lab.cashOf(own)];
    const copying = await lab.start();
    const letGo = hold(isMoving);
    const context = lab.contextOf(userId, main);
    const adding = copying.handlers.addToFollow({ id: String(id), amount: "5" }, context);
    const isPlanned = async () => {
      const { rows } = await sql`
        select from copy_transfer where kind = 'add'`.execute(lab.database);
      return rows.length === 1;
    };
    await expect.poll(isPlanned).toBe(true);
    await copying.handlers.stopFollow({ id: String(id), is_keeping: "0" }, context);
    await expectStopped("owner");
    letGo();
    expect(isRefused(await adding)).toBe(false);
    expect((await lab.endOf(id))?.final_cash).toBe(before + 5_000_000n);
    expect(await lab.cashOf(own)).toBe(0n);
    expect(await lab.cashOf(main)).toBe(cash + before);
    await copying.stop();
  });

  it("T45: what is on its way counts for the most that may be put in", async () => {
    const { id, userId, main } = theFollow();
    const copying = await lab.start();
    const letGo = hold(isMoving, { isAll: true });
    const add = (attempt: string) =>
      copying.handlers.addToFollow(
        { id: String(id), amount: "999000" },
        lab.contextOf(userId, main, attempt),
      );
    const first = add("first");
    const isPlanned = async () => {
      const { rows } = await sql`
        select from copy_transfer where kind = 'add'`.execute(lab.database);
      return rows.length === 1;
    };
    await expect.poll(isPlanned).toBe(true);
    expect(await add("second")).toMatchObject({ reason: "FOLLOW_ABOVE_MAXIMUM" });
    letGo();
    expect(await first).toMatchObject({ reason: "FUNDS_EXCEED_AVAILABLE" });
    await copying.stop();
  });
});

it("an opening waits for the closing before it that was not taken at once", async () => {
  const copying = await lab.start();
  const { leader, sequencer } = lab;
  const order = await openLed(sequencer, leader, 40_000);
  await copying.settle();
  let isRefusing = true;
  lab.faults.submit = async (command, key) => {
    if (command.type !== "CloseOrder" || !isRefusing) return sequencer.submit(command, key);
    isRefusing = false;
    return { isAccepted: false, refusal: { reason: "OVERLOADED", queuedRows: 1 } };
  };
  const own = { accountId: leader, orderId: order, reason: "user" } as const;
  const closing = carryOut(sequencer, { type: "CloseOrder", ...own, lots: null });
  const opening = openLed(sequencer, leader, 40_000);
  await Promise.all([closing, opening]);
  await copying.settle();
  expect(isRefusing).toBe(false);
  const { opened, skipped, left } = await countCopies(lab.database);
  expect({ opened, skipped, left }).toEqual({ opened: 2, skipped: 0, left: 0 });
  await copying.stop();
});

it("a closing that begins to wait while those that wait are read is not forgotten", async () => {
  const { leader, sequencer } = lab;
  const [letGo, held] = gate();
  lab.faults.onResult = async (text) => {
    if (!text.includes("p.status = 'waiting'")) return;
    lab.faults.onResult = async () => undefined;
    await held;
  };
  const copying = await lab.start();
  const opened = await openLed(sequencer, leader);
  const count = () => countCopies(lab.database);
  await expect.poll(async () => (await count()).opened).toBe(1);
  const session = (to: "open" | "closed") =>
    carryOut(sequencer, { type: "SetMarketSession", marketId: marketId(1), session: to });
  const own = { accountId: leader, orderId: opened, reason: "user" } as const;
  const closing = carryOut(sequencer, { type: "CloseOrder", ...own, lots: null });
  await Promise.all([closing, session("closed")]);
  const isWaiting = async () => {
    const { rows } = await sql`
      select from copy_plan where status = 'waiting'`.execute(lab.database);
    return rows.length === 1;
  };
  await expect.poll(isWaiting).toBe(true);
  letGo();
  await copying.settle();
  await session("open");
  lab.quote(FIRST_BID);
  await expect.poll(async () => (await count()).undone, HEALED_WITHIN).toBe(0);
  expect((await count()).left).toBe(0);
  await copying.stop();
});

it("one that waits on a shard that takes nothing keeps no other copy waiting", async () => {
  const { leader, sequencer } = lab;
  const copying = await lab.start();
  const opened = await openLed(sequencer, leader);
  await copying.settle();
  const session = (to: "open" | "closed") =>
    carryOut(sequencer, { type: "SetMarketSession", marketId: marketId(1), session: to });
  const own = { accountId: leader, orderId: opened, reason: "user" } as const;
  const closing = carryOut(sequencer, { type: "CloseOrder", ...own, lots: null });
  await Promise.all([closing, session("closed")]);
  await copying.settle();
  let refused = 0;
  lab.faults.submit = async (command, key) => {
    if (command.type !== "CloseOrder") return sequencer.submit(command, key);
    refused += 1;
    return { isAccepted: false, refusal: { reason: "UNAVAILABLE", why: "halted" } };
  };
  await session("open");
  lab.quote(FIRST_BID);
  await expect.poll(() => refused, HEALED_WITHIN).toBeGreaterThan(0);
  await openLed(sequencer, leader);
  await expect.poll(async () => (await countCopies(lab.database)).opened).toBe(2);
  lab.faults.submit = sequencer.submit;
  await expect.poll(async () => (await countCopies(lab.database)).undone, HEALED_WITHIN).toBe(0);
  await copying.stop();
});

it("a part that waited is closed once, also when the next is planned meanwhile", async () => {
  const { leader, sequencer } = lab;
  const { own: account } = theFollow();
  const copying = await lab.start();
  const order = await openLed(sequencer, leader);
  await copying.settle();
  const own = { accountId: leader, orderId: order, reason: "user" } as const;
  const closePart = () => carryOut(sequencer, { type: "CloseOrder", ...own, lots: lots(2_000) });
  const session = (to: "open" | "closed") =>
    carryOut(sequencer, { type: "SetMarketSession", marketId: marketId(1), session: to });
  await Promise.all([closePart(), session("closed")]);
  await copying.settle();
  const [letGo, held] = gate();
  let isOut = false;
  lab.faults.submit = async (command, key) => {
    if (command.type === "CloseOrder" && !isOut) {
      isOut = true;
      await held;
    }
    return sequencer.submit(command, key);
  };
  await session("open");
  lab.quote(FIRST_BID);
  await expect.poll(() => isOut, HEALED_WITHIN).toBe(true);
  await closePart();
  await sleep(300);
  letGo();
  await copying.settle();
  const left = await sequencer.read((books) => books.orders(account).map((one) => one.lots));
  expect(left).toEqual([600]);
  await copying.stop();
});

it("limits that are set while a follow begins hold for it", async () => {
  const { id, userId, main } = theFollow();
  const copying = await lab.start();
  const fields = { id: String(id), is_keeping: "0" } as const;
  await copying.handlers.stopFollow(fields, lab.contextOf(userId, main));
  const limits = { ...NO_LIMITS, leverageMax: 20 };
  const setNewer = () =>
    carryOut(lab.sequencer, { type: "SetLimits", accountId: main, limits, dayEndsAtMs: 0 });
  const areCopied = async () => {
    const { rows } = await sql`
      select from copy_plan where kind = 'limits' and status = 'done'`.execute(lab.database);
    return rows.length === 1;
  };
  let isFirst = true;
  lab.faults.submit = async (command, key) => {
    if (command.type === "SetLimits" && key === undefined && isFirst) {
      isFirst = false;
      await setNewer();
      await expect.poll(areCopied).toBe(true);
    }
    return lab.sequencer.submit(command, key);
  };
  const asked = CALLS.startFollow.input.parse({ user: "crowd-leader", amount: "500", factor: "1" });
  const started = await copying.handlers.startFollow(asked, lab.contextOf(userId, main));
  expect(isRefused(started)).toBe(false);
  expect(isFirst).toBe(false);
  const { rows } = await sql<{ own: bigint }>`
    select account_id as own from follow where status = 'copying'`.execute(lab.database);
  const own = accountId(Number(rows[0]?.own));
  const set = await lab.sequencer.read((books) => books.account(own)?.limits ?? null);
  expect(set).toEqual(limits);
  await copying.stop();
});
