// The order of the table: by code and by the day's change, either way, and the house's own.
// @vitest-environment node

import { expect, test } from "vitest";
import { sampleMarket } from "../testing/sample-market.ts";
import { nextSort, type Sort, sortMarkets } from "./market-sort.ts";

const CHANGES: Readonly<Record<string, string | null>> = { a: "0.10", b: "-1.20", c: null, d: "9" };
const markets = [
  sampleMarket({ id: "d", displayCode: "US 500" }),
  sampleMarket({ id: "c", displayCode: "EUR/USD" }),
  sampleMarket({ id: "a", displayCode: "XAU/USD" }),
  sampleMarket({ id: "b", displayCode: "AUD/USD" }),
];

test.each<[Sort | null, string]>([
  [null, "dcab"],
  [{ by: "name", isDown: false }, "bcda"],
  [{ by: "name", isDown: true }, "adcb"],
  [{ by: "change", isDown: true }, "dabc"],
  [{ by: "change", isDown: false }, "badc"],
])("%o", (sort, expected) => {
  const sorted = sortMarkets(markets, sort, (id) => CHANGES[id] ?? null);
  expect(sorted.map(({ id }) => id).join("")).toBe(expected);
});

test("a head is pressed one way, the other way, and off", () => {
  const gains = nextSort(null, "change");
  expect(gains).toEqual({ by: "change", isDown: true });
  const losses = nextSort(gains, "change");
  expect(losses).toEqual({ by: "change", isDown: false });
  expect(nextSort(losses, "change")).toBeNull();
  expect(nextSort(gains, "name")).toEqual({ by: "name", isDown: false });
});
