// What a follow could come to.

import { expect, test } from "vitest";
import { fallOf, shareLeft, stopLevelOf } from "./copy-figures.ts";

test("the level of a copy stop-loss is exact", () => {
  expect(stopLevelOf("500", "30")).toBe("350.000000");
  expect(stopLevelOf("333.333333", "5")).toBe("316.666666");
  expect(stopLevelOf("soon", "30")).toBeNull();
});

test("the leader's fall on one's own money, rounded against the reader and never above it", () => {
  expect(fallOf({ amount: "500", drawdown: "0.1201", factor: "1" })).toBe("60.050000");
  expect(fallOf({ amount: "0.000001", drawdown: "0.1", factor: "1" })).toBe("0.000001");
  expect(fallOf({ amount: "500", drawdown: "0.6", factor: "2" })).toBe("500.000000");
});

test("how much room is left above the stop", () => {
  expect(shareLeft("500", "350", "500")).toBe(1);
  expect(shareLeft("425", "350", "500")).toBe(0.5);
  expect(shareLeft("300", "350", "500")).toBe(0);
});
