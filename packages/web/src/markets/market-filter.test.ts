// Chip and search: what they leave in the list.
// @vitest-environment node

import type { Market } from "@truetick/contract";
import { describe, expect, test } from "vitest";
import { ALL_CATEGORIES, filterMarkets, searchable, WATCHED } from "./market-filter.ts";

function market(code: string, displayCode: string, name: string, categoryId: string): Market {
  // Only what the filter reads.
  return { id: code, code, displayCode, name, categoryId } as Market;
}

const markets = [
  market("EURUSD", "EUR/USD", "Euro / US Dollar", "majors"),
  market("EURGBP", "EUR/GBP", "Euro / British Pound", "minors"),
  market("XAUUSD", "XAU/USD", "黃金", "metals"),
  market("US500", "US 500", "États-Unis 500", "indices"),
];

/** One of them is gone from the platform. */
const WATCHLIST = ["US500", "GONE", "EURGBP"];

const codes = (categoryId: string, search: string) =>
  filterMarkets(markets, { categoryId, search, watchlist: WATCHLIST }).map(({ code }) => code);

describe("search", () => {
  test.each([
    ["eur", ["EURUSD", "EURGBP"]],
    ["EUR/", ["EURUSD", "EURGBP"]],
    ["eur usd", ["EURUSD"]],
    ["eurusd", ["EURUSD"]],
    ["pound", ["EURGBP"]],
    ["黃金", ["XAUUSD"]],
    ["etats", ["US500"]],
    ["us 500", ["US500"]],
    ["  ", ["EURUSD", "EURGBP", "XAUUSD", "US500"]],
    ["/", ["EURUSD", "EURGBP", "XAUUSD", "US500"]],
    ["zzz", []],
  ])("%o finds %o", (search, found) => {
    expect(codes(ALL_CATEGORIES, search)).toEqual(found);
  });

  test("full-width letters are letters", () => {
    expect(searchable("ＥＵＲ")).toBe("eur");
  });
});

test("a chip leaves its own category, together with the search", () => {
  expect(codes("majors", "")).toEqual(["EURUSD"]);
  expect(codes("majors", "eur")).toEqual(["EURUSD"]);
  expect(codes("metals", "eur")).toEqual([]);
});

test("the watchlist keeps the order of starring, without what is gone", () => {
  expect(codes(WATCHED, "")).toEqual(["US500", "EURGBP"]);
  expect(codes(WATCHED, "eur")).toEqual(["EURGBP"]);
  expect(codes(WATCHED, "xau")).toEqual([]);
});
