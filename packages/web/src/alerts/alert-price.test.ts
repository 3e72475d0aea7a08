// Prices of alerts, exact to the point.
// @vitest-environment node

import { expect, test } from "vitest";
import { openingPrice, placeFrom, priceOf, stepPrice } from "./alert-price.ts";

const EURUSD = { pricePrecision: 5 };
const YEN = { pricePrecision: 0 };

test("begins a thousandth above the bid, at least one point", () => {
  expect(openingPrice("1.08432", EURUSD)).toBe("1.08540");
  expect(openingPrice("7", YEN)).toBe("8");
  expect(openingPrice("–", EURUSD)).toBe("");
});

test("steps by one point and never to zero", () => {
  expect(stepPrice("1.08432", EURUSD, 1)).toBe("1.08433");
  expect(stepPrice("1.0", EURUSD, -1)).toBe("0.99999");
  expect(stepPrice("1", YEN, -1)).toBe("1");
  expect(stepPrice("abc", EURUSD, 1)).toBe("abc");
});

test.each([
  ["1.1", "1.10000"],
  ["0", null],
  ["1.123456", null],
  ["-1", null],
  ["1e3", null],
])("%s is %s of a market with 5 decimals", (typed, price) => {
  expect(priceOf(typed, EURUSD)).toBe(price);
});

test("lies above or below the bid, so far away; nowhere when it is there already", () => {
  const place = (price: string) => placeFrom(price, "1.08432", EURUSD);
  expect(place("1.09")).toEqual({ direction: "above", distance: "0.00568" });
  expect(place("1.08")).toEqual({ direction: "below", distance: "0.00432" });
  expect(place("1.08432")).toBeNull();
  expect(place("")).toBeNull();
});
