// What followers of the price room hear of it: from when on charts are recorded is the room's
// moment for all of them, whenever they began to follow (inv20).

import { expect, it } from "vitest";
import { createMemoryBus } from "../platform/bus/memory-bus.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { hearRoomReports } from "./room-report.ts";

it("tells when charts began to be recorded: at the first report, and when it changes", async () => {
  const bus = createMemoryBus();
  const begun: number[] = [];
  const heard = hearRoomReports({
    bus,
    clock: createFakeClock(),
    sources: [],
    onBegun: (atMs) => begun.push(atMs),
  });
  const told = { readings: [], refused: [], silent: [] };
  for (const [epoch, beganAtMs] of [
    [4, 1_000],
    [4, 1_000],
    // Of a room that was overtaken.
    [3, 500],
    [5, 2_000],
  ]) {
    const report = JSON.stringify({ ...told, epoch, beganAtMs });
    bus.publish("prices.room", new TextEncoder().encode(report));
  }
  await expect.poll(() => begun).toEqual([1_000, 2_000]);
  heard.stop();
});
