// T10: a crowd of costly calls goes on one by one, in its order, and others come in between.

import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createSideLane } from "./side-lane.ts";

it("lets one go per turn of the loop, first come, first served", async () => {
  const lane = createSideLane();
  const gone: number[] = [];
  const all = Array.from({ length: 100 }, async (_, n) => {
    await lane.turn();
    gone.push(n);
  });
  expect(gone).toEqual([]);
  for (let turn = 1; turn <= 20; turn += 1) {
    await nextTurn();
    expect(gone.length).toBeLessThanOrEqual(turn + 1);
  }
  expect(gone.length).toBeGreaterThan(10);
  await Promise.all(all);
  expect(gone).toEqual(Array.from({ length: 100 }, (_, n) => n));
  await lane.turn();
});
