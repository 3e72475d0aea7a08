// T01: money for a copy that the books do not take now stays planned and is moved when they do, so
// nobody is told that nothing was done: whoever believed it would put it in twice.

import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { openFaultyCopying } from "./testing/faulty-copying.ts";

let lab: Awaited<ReturnType<typeof openFaultyCopying>>;
beforeEach(async () => {
  lab = await openFaultyCopying();
  lab.quote(110_000);
});
afterEach(async () => {
  expect(await lab.close()).toEqual({});
});

it.each(["add", "take"] as const)("T01: %s is told as not known, and done once", async (kind) => {
  const [follow] = lab.follows;
  if (!follow) throw new Error("Invariant: somebody follows");
  const copying = await lab.start();
  let isRefusing = true;
  lab.faults.submit = async (command, key) => {
    if (command.type !== "Transfer" || !isRefusing) return lab.sequencer.submit(command, key);
    isRefusing = false;
    return { isAccepted: false, refusal: { reason: "OVERLOADED", queuedRows: 1 } };
  };
  const { addToFollow, takeFromFollow } = copying.handlers;
  const context = lab.contextOf(follow.userId, follow.main, "once");
  const move = kind === "add" ? addToFollow : takeFromFollow;
  const ask = async () => move({ id: String(follow.id), amount: "5" }, context);
  expect(await ask()).toMatchObject({ reason: "OUTCOME_UNKNOWN" });
  expect(isRefused(await ask())).toBe(false);
  const { rows } = await sql`
    select status from copy_transfer where kind = ${kind}`.execute(lab.database);
  expect(rows).toEqual([{ status: "done" }]);
  await copying.stop();
});
