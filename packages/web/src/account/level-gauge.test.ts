// The needle stands where the design's zones say.
// @vitest-environment node

import { expect, test } from "vitest";
import { placeOnGauge } from "./level-gauge.tsx";

test.each([
  [0, 0],
  [50, 16],
  [75, 26],
  [100, 36],
  [500, 100],
  [25_902, 100],
  [-10, 0],
])("%d %% stands at %d", (percent, place) => {
  expect(placeOnGauge(percent)).toBeCloseTo(place, 6);
});
