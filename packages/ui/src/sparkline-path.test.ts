// The geometry of a sparkline: inside its box, level when nothing moved, nothing without bars.
// @vitest-environment node

import { expect, test } from "vitest";
import { sparklineShape } from "./sparkline-path.ts";

const box = { width: 44, height: 26 };

test("runs from edge to edge, high at the top, low at the bottom", () => {
  const shape = sparklineShape([1, 3, 2], null, box);
  expect(shape?.line).toBe("M1.5 24.5L22.0 1.5L42.5 13.0");
  expect(shape?.openY).toBeNull();
});

test("makes room for an open outside of the closes", () => {
  const shape = sparklineShape([2, 3], 1, box);
  expect(shape?.openY).toBe(24.5);
  expect(shape?.line).toBe("M1.5 13.0L42.5 1.5");
});

test("a market that has not moved is a level line through the middle", () => {
  expect(sparklineShape([5, 5], 5, box)).toMatchObject({ line: "M1.5 13.0L42.5 13.0", openY: 13 });
});

test("one bar is no line", () => {
  expect(sparklineShape([5], null, box)).toBeNull();
  expect(sparklineShape([], null, box)).toBeNull();
});
