// A shard whose start fails at its very end: nothing that was begun for it goes on, so that whoever
// claims it next is alone with it.

import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { holdShard } from "../sequencer/hold-shard.ts";
import { startSequencer } from "../sequencer/sequencer.ts";
import { writeOrder } from "../sessions/hand-orders.ts";
import { GivenTape } from "../tape/given-tape.ts";
import { finishHosting } from "./host-shard.ts";
import { GIVEN, type MissedFloor, openMissedFloor } from "./testing/missed-floor.ts";

/** Halts by hand are looked for, and hours kept, once a second. */
const LOOKED_AT_WITHIN_MS = 1_500;

let floor: MissedFloor;
beforeEach(async () => {
  floor = await openMissedFloor();
});
afterEach(() => floor.close());

it("keeps no hours and tells of no order by hand after it has failed", async () => {
  const { needs, clock, database, market } = floor;
  const { epoch, storedSeq } = needs.tape;
  const held = await holdShard({ ...needs, shard: GIVEN });
  const by = { epoch, storedSeq, onNamed: () => undefined };
  const sequencer = await startSequencer({
    ...{ ...needs, shard: GIVEN, held },
    tape: (heads) => new GivenTape(heads, by),
  });
  const parts = {
    sequencer,
    tellFirst: () => undefined,
    prepare: async () => undefined,
    begin: () => {
      throw new Error("the first quote cannot be given");
    },
    isStale: () => false,
    stop: async () => undefined,
  };
  const hosting = { held, shard: GIVEN, onOver: () => undefined };
  await expect(finishHosting(needs, hosting, parts)).rejects.toThrow("cannot be given");
  const { journalSeq } = sequencer.figures();
  const order = { reason: "the operator's brake", orderedBy: "operator" };
  await writeOrder(database, { ids: [market.id], change: { haltReason: order.reason }, order });
  clock.advance(24 * 3_600_000);
  await sleep(LOOKED_AT_WITHIN_MS);
  expect(sequencer.figures().journalSeq).toBe(journalSeq);
  await sequencer.stop();
  await held.keeper.stop();
});
