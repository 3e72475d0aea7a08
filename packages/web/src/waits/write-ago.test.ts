// Ages and deadlines are said in whole units and never flatter.

import { expect, test } from "vitest";
import { writeAgo } from "./write-ago.ts";

const NOW = 1_800_000_000;

test.each([
  [-5, "now"],
  [-60, "1 minute ago"],
  [-3_599, "59 minutes ago"],
  [-7_200, "2 hours ago"],
  [-172_800, "2 days ago"],
  [40, "in 40 seconds"],
  [86_399, "in 23 hours"],
  [86_400, "in 1 day"],
])("%s s from now is “%s”", (away, said) => {
  expect(writeAgo(NOW + away, NOW, "en")).toBe(said);
});

test("in the reader's language", () => {
  expect(writeAgo(NOW - 120, NOW, "de")).toBe("vor 2 Minuten");
});
