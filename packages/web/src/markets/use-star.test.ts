// Stars keep their order, come once, and end at the hundredth.
// @vitest-environment node

import { WATCHED_MAX } from "@truetick/contract";
import { expect, test } from "vitest";
import { toggleStar } from "./use-star.ts";

test("a star is added at the end and taken off again", () => {
  expect(toggleStar(["XAUUSD"], "EURUSD")).toEqual(["XAUUSD", "EURUSD"]);
  expect(toggleStar(["XAUUSD", "EURUSD"], "XAUUSD")).toEqual(["EURUSD"]);
});

test("a full list takes no more, but still gives back", () => {
  const full = Array.from({ length: WATCHED_MAX }, (_, at) => `M${at}`);
  expect(toggleStar(full, "EURUSD")).toBeNull();
  expect(toggleStar(full, "M7")).toHaveLength(WATCHED_MAX - 1);
});
