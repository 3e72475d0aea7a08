// Where the line of a record goes.

import { expect, test } from "vitest";
import { curveShape } from "./curve-shape.ts";

const BOX = { width: 100, height: 58 };

test("begins at the left, ends at the right, and higher is up", () => {
  const shape = curveShape([0, 0.1, 0.05], BOX);
  expect(shape?.line).toBe("M0.0 54.0L50.0 4.0L100.0 29.0");
  expect(shape?.area).toBe("M0.0 54.0L50.0 4.0L100.0 29.0V54.0H0Z");
});

test("zero is always in sight and is one of the levels", () => {
  const shape = curveShape([0.1, 0.12], BOX);
  expect(shape?.yOf(0)).toBe(54);
  expect(shape?.levels).toContain(0);
  const lost = curveShape([0, -1], BOX);
  expect(lost?.levels).toEqual([0, -0.5, -1].map((level) => expect.closeTo(level)));
});

test("there is no line before the second day, and a still one is drawn all the same", () => {
  expect(curveShape([0.1], BOX)).toBeNull();
  expect(curveShape([0, 0], BOX)?.line).toBe("M0.0 4.0L100.0 4.0");
});
