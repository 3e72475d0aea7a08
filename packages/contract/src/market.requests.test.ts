// The requests of the apps speak of declared calls, with fields that those calls know.

import { expect, test } from "vitest";
import { CALLS } from "./calls.ts";
import {
  requestCandles,
  requestCategories,
  requestMarkets,
  requestRecentCandles,
} from "./market.requests.ts";
import { requestMarketTerms } from "./market-terms.requests.ts";

test.each([
  ["listMarkets", requestMarkets()],
  ["listCategories", requestCategories()],
  ["listCandles", requestCandles({ marketId: "1", periodId: "15min", before: 1_700_000_000 })],
  ["listRecentCandles", requestRecentCandles({ marketId: "1", periodId: "15min" })],
  ["getMarketTerms", requestMarketTerms("1")],
] as const)("%s is asked for by its declared path and fields", (name, request) => {
  const call = CALLS[name];
  expect(request.path).toBe(call.path);
  const known = Object.keys(call.input.shape);
  expect(known).toEqual(expect.arrayContaining(Object.keys(request.query)));
  expect(call.input.safeParse(request.query).success).toBe(true);
});

test("an answer that is not a list is refused, not guessed at", () => {
  expect(() => requestMarkets().read({ code: 1 })).toThrow("not a list");
});
