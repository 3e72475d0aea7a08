// Sums are exact to the millionth, with their sign.

import { expect, test } from "vitest";
import { netOf, sumMoney } from "./sum-money.ts";

test("sums to the millionth", () => {
  expect(sumMoney(["0.100000", "0.200000", "-0.300001"])).toBe("-0.000001");
  expect(sumMoney([])).toBe("0.000000");
  expect(sumMoney(["9007199254740993.000001", "0.000001"])).toBe("9007199254740993.000002");
});

test("a result without its costs", () => {
  expect(netOf({ profit: "13.945000", fee: "0.031008", financing: "-1.000000" })).toBe("12.913992");
  expect(netOf({ profit: "-5.000000", fee: "0.000000", financing: "2.500000" })).toBe("-2.500000");
});
