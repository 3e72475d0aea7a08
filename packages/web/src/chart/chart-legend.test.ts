// The change of a bar in percent, as the legend tells it.
// @vitest-environment node

import { expect, test } from "vitest";
import { changeOf } from "./chart-legend.ts";

const bar = (open: number, close: number) => ({ timestamp: 0, open, high: 0, low: 0, close });

test.each([
  ["from the close before it", bar(1.1, 1.15), bar(1, 1.1), "4.55"],
  ["downwards", bar(1.1, 1.05), bar(1, 1.1), "-4.55"],
  ["from its own open when it is the first", bar(1, 1.01), null, "1.00"],
  ["of almost nothing without a sign", bar(1, 0.999999), bar(1, 1), "0.00"],
])("a change %s", (_what, now, before, change) => {
  expect(changeOf({ bar: now, before })).toBe(change);
});

test("without a bar there is no change", () => {
  expect(changeOf({ bar: null, before: null })).toBeNull();
});
