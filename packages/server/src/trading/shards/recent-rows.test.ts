// A row is found by its number and by no other that shares its place.

import { expect, it } from "vitest";
import { RecentRows } from "./recent-rows.ts";

const rowOf = (seq: number) => ({ shard: 0, seq, atMs: seq, events: [] });

it("knows the newest rows, and none that came long before or has not come", () => {
  const recent = new RecentRows();
  const [old, next, newest] = [rowOf(1), rowOf(2), rowOf(4_097)];
  for (const row of [old, next, newest]) recent.add(row);
  expect(recent.eventsOf(1), "its place is another's now").toBeNull();
  expect(recent.eventsOf(2)).toBe(next.events);
  expect(recent.eventsOf(4_097)).toBe(newest.events);
  expect(recent.eventsOf(4_098), "has not come").toBeNull();
});
