// T20: the device id is made of 128 random bits, kept, and replaced when it is not one.
// @vitest-environment node

import { expect, test } from "vitest";
import { memoryStorage } from "../testing/memory-storage.ts";
import { deviceIdOf } from "./demo-login.ts";

test("T20: no two devices have the same, and one keeps its own", () => {
  const storage = memoryStorage();
  const id = deviceIdOf(storage);
  expect(deviceIdOf(storage)).toBe(id);
  const ids = new Set(Array.from({ length: 1_000 }, () => deviceIdOf(memoryStorage())));
  expect(ids.size).toBe(1_000);
});

test.each(["", "1", "ffff", "G".repeat(32), "0".repeat(31)])("%j is no device id", (kept) => {
  expect(deviceIdOf(memoryStorage({ demoId: kept }))).toMatch(/^[0-9a-f]{32}$/);
});
