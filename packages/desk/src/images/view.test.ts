// Looking at a picture: never smaller than whole, at most eight times as large, turned in
// quarters.
// @vitest-environment node

import { expect, test } from "vitest";
import { isSideways, moved, turned, WHOLE, ZOOM_MAX, zoomed } from "./view.ts";

test("zoom stays within its bounds and the whole picture stands in the middle", () => {
  expect(zoomed(WHOLE, -3)).toEqual(WHOLE);
  expect(zoomed(WHOLE, 100).zoom).toBe(ZOOM_MAX);
  const away = moved(zoomed(WHOLE, 4), { x: 30, y: -10 });
  expect([away.x, away.y]).toEqual([30, -10]);
  expect(zoomed(away, -100)).toEqual(WHOLE);
});

test("what is moved grows with what is around it", () => {
  const near = moved(zoomed(WHOLE, 2), { x: 10, y: 0 });
  expect(zoomed(near, 1).x).toBeCloseTo(12.5);
});

test("the whole picture does not move", () => {
  expect(moved(WHOLE, { x: 50, y: 50 })).toEqual(WHOLE);
});

test("four quarters are none", () => {
  expect(isSideways(turned(WHOLE))).toBe(true);
  expect(isSideways(turned(turned(WHOLE)))).toBe(false);
  expect(turned(turned(turned(turned(WHOLE))))).toEqual(WHOLE);
});
