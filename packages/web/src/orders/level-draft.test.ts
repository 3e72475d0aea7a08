// Levels as they are typed into the popup: none, zero, a price, or no price at all.
// @vitest-environment node

import { PAR } from "@truetick/money";
import { expect, test } from "vitest";
import { sampleMarket } from "../testing/sample-market.ts";
import { sampleOrder } from "../testing/sample-order.ts";
import { outcomeOf, readLevel } from "./level-draft.ts";

const ENGLISH = { decimalMark: "." };

test.each(["", "  ", "0", "0.00000", "0,0"])("%j takes the stop off", (typed) => {
  expect(readLevel(typed, 5, ENGLISH)).toEqual({ isOk: true, level: null });
});

test("a price is written as the market writes it", () => {
  expect(readLevel("1.1528", 5, ENGLISH)).toEqual({ isOk: true, level: "1.15280" });
});

test.each(["-1", "abc", "1.152801", "1e3"])("%j is no price of this market", (typed) => {
  expect(readLevel(typed, 5, ENGLISH).isOk).toBe(false);
});

test("what a stop would make, and how far it is from the price of now", () => {
  const market = sampleMarket();
  expect(outcomeOf("1.15280", sampleOrder(), { market, conversion: PAR })).toEqual({
    profit: "-145.000000",
    pips: "54.6",
  });
});
