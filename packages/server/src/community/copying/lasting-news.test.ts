// F02: "an order was skipped" and "your leader takes nobody new" are told once, whatever breaks at
// that: a notice that cannot be written, an answer to the commit that is lost, a life that ends.

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLed } from "./testing/copy-crowd.ts";
import { openFaultyCopying } from "./testing/faulty-copying.ts";

const FIRST_BID = 110_000;
const FOLLOWERS = 3;
/** The leader's least order; what it makes of it for who has a tenth of the money is none. */
const LEAST_LOTS = 100;
const HEALED_WITHIN = { timeout: 8_000, interval: 50 };

let lab: Awaited<ReturnType<typeof openFaultyCopying>>;
beforeEach(async () => {
  lab = await openFaultyCopying(FOLLOWERS);
  lab.quote(FIRST_BID);
});
afterEach(async () => {
  expect(await lab.close()).toEqual({});
});

/** Each once. */
const everybody = (kind: string) => lab.follows.map(({ userId }) => [userId, kind]);
const told = async () => (await lab.told()).toSorted();

const isNotice = (text: string) => text.includes("insert into notice");

/** The first notice cannot be written. */
function failFirstNotice(): void {
  lab.faults.onQuery = (text) => {
    if (isNotice(text)) lab.faults.onQuery = () => false;
    return isNotice(text);
  };
}

/** From the first notice on nothing is carried out any more: the life ends there. */
function endWithFirstNotice(): void {
  let isOver = false;
  lab.faults.onQuery = (text) => {
    isOver ||= isNotice(text);
    return isOver;
  };
}

/** The first notice is written, nobody hears of it, and the life ends with that. */
function endAfterFirstNotice(): void {
  let isOver = false;
  let isTelling = false;
  lab.faults.onQuery = (text) => {
    isTelling ||= isNotice(text);
    return isOver;
  };
  lab.faults.onCommit = () => {
    isOver ||= isTelling;
    return isOver;
  };
}

function heal(): void {
  lab.faults.onQuery = () => false;
  lab.faults.onCommit = () => false;
  lab.faults.submit = lab.sequencer.submit;
}

const FAULTS = [
  ["it cannot be written once", failFirstNotice],
  ["the life ends before it is written", endWithFirstNotice],
  ["the life ends after it is written", endAfterFirstNotice],
] as const;

/** By the rule, before anything is asked for. */
async function skipByRule(): Promise<void> {
  await openLed(lab.sequencer, lab.leader, LEAST_LOTS);
}

/** By the engine, which is asked. */
async function skipByRefusal(): Promise<void> {
  lab.faults.submit = async (command, key) => {
    const isCopy = key?.key.startsWith("copy/") ?? false;
    if (!isCopy) return lab.sequencer.submit(command, key);
    return { isAccepted: false, refusal: { reason: "COOLING_OFF", untilMs: 1 } };
  };
  await openLed(lab.sequencer, lab.leader, 40_000);
}

const SKIPS = [
  ["by the rule", skipByRule],
  ["by the engine", skipByRefusal],
] as const;

async function countSkipped(): Promise<number> {
  const { rows } = await sql`
    select from copy_plan where status = 'skipped' and kind = 'open'`.execute(lab.database);
  return rows.length;
}

describe.each(SKIPS)("an opening that is skipped %s is told once", (_how, skip) => {
  it.each(FAULTS)("when %s", async (_what, breakIt) => {
    const first = await lab.start();
    await first.settle();
    breakIt();
    await skip();
    await first.settle().catch(() => undefined);
    await first.stop();
    lab.faults.onQuery = () => false;
    lab.faults.onCommit = () => false;
    const next = await lab.start();
    await expect.poll(countSkipped, HEALED_WITHIN).toBe(FOLLOWERS);
    await next.settle();
    heal();
    expect(await told()).toEqual(everybody("copySkipped"));
    await next.stop();
  });
});

async function leave(): Promise<void> {
  await sql`
    update leader set left_at = clock_timestamp() where account_id = ${lab.leader}
  `.execute(lab.database);
}

describe("a leader who takes nobody new is told of once", () => {
  it.each(FAULTS)("when %s", async (_what, breakIt) => {
    const first = await lab.start();
    await first.settle();
    await leave();
    breakIt();
    await first.tellLeft(lab.leader);
    await first.stop();
    heal();
    const next = await lab.start();
    await expect.poll(told, HEALED_WITHIN).toEqual(everybody("leaderLeft"));
    await next.tellLeft(lab.leader);
    await next.settle();
    await next.stop();
    const last = await lab.start();
    await last.settle();
    expect(await told()).toEqual(everybody("leaderLeft"));
    await last.stop();
  });

  it("when the life ends before anybody was told, and no more once it takes new ones", async () => {
    await leave();
    const first = await lab.start();
    await expect.poll(told, HEALED_WITHIN).toEqual(everybody("leaderLeft"));
    await first.stop();
    await sql`delete from notice`.execute(lab.database);
    await sql`update leader set left_at = null`.execute(lab.database);
    const next = await lab.start();
    await next.settle();
    await next.stop();
    expect(await told()).toEqual([]);
  });

  it("of who left long ago nobody hears any more", async () => {
    await sql`
      update leader set left_at = clock_timestamp() - interval '2 days'`.execute(lab.database);
    const copying = await lab.start();
    await copying.settle();
    await copying.stop();
    expect(await told()).toEqual([]);
  });
});
