// F02: "your copy was stopped" is told once, with what is stored, whatever breaks after that: a
// look at the leader's figures that fails, an answer to the commit that is lost, a life that ends.

import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openLed } from "./testing/copy-crowd.ts";
import { openFaultyCopying } from "./testing/faulty-copying.ts";

const FIRST_BID = 110_000;
const FOLLOWERS = 3;
const HEALED_WITHIN = { timeout: 8_000, interval: 50 };

let lab: Awaited<ReturnType<typeof openFaultyCopying>>;
beforeEach(async () => {
  lab = await openFaultyCopying(FOLLOWERS);
  lab.quote(FIRST_BID);
  await sql`update follow set leader_base = '0', stop_percent = 10`.execute(lab.database);
});
afterEach(async () => {
  expect(await lab.close()).toEqual({});
});

/** Everybody who copies loses more than they may. */
async function reachStops(): Promise<void> {
  await openLed(lab.sequencer, lab.leader);
}

async function expectStopped(): Promise<void> {
  const stopped = async () => {
    const ends = await Promise.all(lab.follows.map(({ id }) => lab.endOf(id)));
    return ends.filter((end) => end?.status === "stopped").length;
  };
  await expect.poll(stopped, HEALED_WITHIN).toBe(FOLLOWERS);
}

/** Each once. */
const everybody = () => lab.follows.map(({ userId }) => [userId, "copyStopped"]);

it("nobody's notice is lost with a look at the leader's figures that fails", async () => {
  const copying = await lab.start();
  await reachStops();
  await copying.settle();
  let isBroken = true;
  lab.faults.returnSince = async () => {
    if (!isBroken) return "0.5";
    isBroken = false;
    throw new Error("the figures are away");
  };
  lab.quote(FIRST_BID - 3_000);
  await expectStopped();
  await copying.settle();
  expect(isBroken).toBe(false);
  expect((await lab.told()).toSorted()).toEqual(everybody());
  const { rows } = await sql`select from follow where leader_rate = '0.5000'`.execute(lab.database);
  expect(rows).toHaveLength(FOLLOWERS - 1);
  await copying.stop();
});

it("nor with the answer to the commit that stopped them, and the life that asked", async () => {
  const first = await lab.start();
  await reachStops();
  await first.settle();
  let isEnding = false;
  let isOver = false;
  lab.faults.onQuery = (text) => {
    if (text.includes("set status = 'stopped'")) isEnding = true;
    return isOver;
  };
  lab.faults.onCommit = () => {
    isOver ||= isEnding;
    return isOver;
  };
  lab.quote(FIRST_BID - 3_000);
  await expectStopped();
  await first.stop();
  lab.faults.onQuery = () => false;
  lab.faults.onCommit = () => false;
  const next = await lab.start();
  await next.settle();
  expect((await lab.told()).toSorted()).toEqual(everybody());
  await next.stop();
});
