// Frames of a topic: in order they are taken, after a gap nothing is until the snapshot.
// @vitest-environment node

import { type ServerFrame, TOPIC_CLOSED, TOPIC_QUOTES } from "@truetick/contract";
import { expect, test } from "vitest";
import { createFrameOrder } from "./frame-order.ts";

const frame = (seq: number, isSnapshot = false): ServerFrame => ({
  type: TOPIC_QUOTES,
  sim: true,
  seq,
  ...(isSnapshot && { snapshot: 1 }),
  data: [],
});

test("a snapshot, then each frame after the one before it", () => {
  const order = createFrameOrder();
  expect([frame(7, true), frame(8), frame(9)].map(order.judge)).toEqual(["take", "take", "take"]);
});

test.each([
  ["a missing frame", [frame(7, true), frame(9)]],
  ["a repeated one", [frame(7, true), frame(8), frame(8)]],
  ["an older one", [frame(7, true), frame(6)]],
  ["no snapshot at all", [frame(1)]],
])("%s is a gap, told once, until the next snapshot", (_what, frames) => {
  const order = createFrameOrder();
  expect(frames.map(order.judge).at(-1)).toBe("gap");
  expect(order.judge(frame(10))).toBe("late");
  expect(order.judge(frame(11, true))).toBe("take");
  expect(order.judge(frame(12))).toBe("take");
});

test("topics are numbered by themselves, and what has no number is taken", () => {
  const order = createFrameOrder();
  order.judge(frame(7, true));
  const closed: ServerFrame = { type: TOPIC_CLOSED, sim: true, seq: 1, snapshot: 1, data: [] };
  expect(order.judge(closed)).toBe("take");
  expect(order.judge({ type: "login", data: { ok: 1 } })).toBe("take");
  expect(order.judge(frame(8))).toBe("take");
});
