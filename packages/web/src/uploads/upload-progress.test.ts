// What is said of an upload is true, and nothing is said that nobody can know.

import { expect, test } from "vitest";
import { secondsLeft, writeSize } from "./upload-progress.ts";

test.each([
  [10_000_000, "10 MB"],
  [1_940_000, "1.9 MB"],
  [12, "0.1 MB"],
])("%s bytes are written as %s", (bytes, shown) => {
  expect(writeSize(bytes, "en")).toBe(shown);
});

test("the time left follows the speed so far", () => {
  const half = { sentBytes: 500, totalBytes: 1_000, elapsedMs: 4_000 };
  expect(secondsLeft(half)).toBe(4);
  expect(secondsLeft({ ...half, elapsedMs: 100 })).toBeNull();
  expect(secondsLeft({ ...half, sentBytes: 0 })).toBeNull();
  expect(secondsLeft({ ...half, sentBytes: 1_000 })).toBeNull();
});
