// What a quote currency is worth in dollars, from whichever market can tell.
// @vitest-environment node

import type { QuoteUpdate } from "@truetick/contract";
import { PAR } from "@truetick/money";
import { expect, test } from "vitest";
import { sampleMarket } from "../testing/sample-market.ts";
import { conversionOf } from "./conversion.ts";

const euro = sampleMarket();
const yen = sampleMarket({
  id: "2",
  code: "USDJPY",
  pricePrecision: 3,
  baseCurrency: "USD",
  quoteCurrency: "JPY",
});

function boardWith(quotes: Readonly<Record<string, readonly [string, string]>>) {
  return {
    get(marketId: string): QuoteUpdate | undefined {
      const sides = quotes[marketId];
      if (!sides) return undefined;
      const [bid, ask] = sides;
      const day = { dayOpen: bid, dayHigh: bid, dayLow: bid, dayChange: "0.00" };
      const quote = { bid, ask, ...day, time: 1, seq: 1 };
      return {
        marketId,
        code: "",
        isOpen: true,
        opensAt: null,
        isClosingOnly: false,
        isStale: false,
        quote,
      };
    },
  };
}

const board = boardWith({ "1": ["1.10000", "1.10010"], "2": ["149.490", "149.500"] });

test("dollars are dollars", () => {
  expect(conversionOf("USD", [], board)).toBe(PAR);
});

test("a currency quoted in dollars is worth its mid price", () => {
  const ratio = conversionOf("EUR", [yen, euro], board);
  expect(Number(ratio?.numerator) / Number(ratio?.denominator)).toBeCloseTo(1.10005, 9);
});

test("one that the dollar is quoted in is worth the inverse", () => {
  const ratio = conversionOf("JPY", [euro, yen], board);
  expect(Number(ratio?.denominator) / Number(ratio?.numerator)).toBeCloseTo(149.495, 9);
});

test("without a market or a quote nobody can tell", () => {
  expect(conversionOf("CHF", [euro, yen], board)).toBeNull();
  expect(conversionOf("EUR", [euro], boardWith({}))).toBeNull();
});
