// Who asks for copy stop-losses while another look is under way.

import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { createFollowBook } from "./follow-book.ts";
import { createTender } from "./tend-follows.ts";

it("a look at losses is over for whoever asks during it, not before", async () => {
  const test = await createTestDatabase();
  const readings: (() => void)[] = [];
  const book = createFollowBook(test.database);
  const tender = createTender({
    database: test.database,
    sequencer: {
      submit: () => Promise.reject(new Error("nothing is asked of the engine here")),
      read: () => new Promise((resolve) => readings.push(() => resolve([] as never))),
      subscribe: () => () => undefined,
      followTape: () => undefined,
    },
    // One that may lose something; reading what it has lost takes as long as the test says.
    book: { ...book, all: () => [{ stopPercent: "10" }] as never },
    watchLeader: async () => true,
    copier: { retryWaiting: async () => undefined },
    leaveStopped: async () => () => undefined,
    tellLeft: async () => undefined,
    clock: { now: () => 0 },
    log: createLog("silent"),
    onChanged: () => undefined,
    onStopped: async () => undefined,
  });
  let isOver = false;
  const first = tender.fireStops();
  const second = tender.fireStops().then(() => {
    isOver = true;
  });
  await turn();
  expect([readings.length, isOver]).toEqual([1, false]);
  readings.shift()?.();
  await Promise.all([first, second]);
  expect(isOver).toBe(true);
  await tender.stop();
  await test.close();
});
