// What is chosen of the history survives the address, means whole days of the reader's clock, and
// nothing that stands in an address by hand can become anything else.

import { ALL_HISTORY } from "@truetick/contract";
import { describe, expect, test } from "vitest";
import {
  ALL_CHOSEN,
  chosenParts,
  filterOf,
  type HistoryChoice,
  readChoice,
  withPeriod,
  writeChoice,
} from "./history-choice.ts";

const NOW = new Date(2026, 10, 15, 16, 30);
const seconds = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).getTime() / 1_000;
const read = (address: string) => readChoice(new URL(address, "http://localhost").searchParams);

const CHOSEN: HistoryChoice = {
  period: "own",
  firstDay: "2026-11-01",
  lastDay: "2026-11-07",
  marketId: "3",
  side: "sell",
  result: "loss",
  reason: "stop-loss",
};

describe("the address", () => {
  test("carries every choice and brings it back", () => {
    expect(read(writeChoice(CHOSEN))).toEqual(CHOSEN);
    expect(read(writeChoice(ALL_CHOSEN))).toEqual(ALL_CHOSEN);
    expect(writeChoice(ALL_CHOSEN)).toBe("/order?type=3");
  });

  test("by hand can only say what is known", () => {
    const odd = "/order?type=3&period=ever&market=1%20or%201&side=3&result=x&reason=hacked";
    expect(read(odd)).toEqual(ALL_CHOSEN);
  });
});

describe("the filter", () => {
  test("of everything leaves nothing out", () => {
    expect(filterOf(ALL_CHOSEN, NOW)).toEqual(ALL_HISTORY);
  });

  test.each([
    ["today", seconds(2026, 11, 15)],
    ["week", seconds(2026, 11, 9)],
    ["month", seconds(2026, 10, 17)],
  ] as const)("%s begins with the first moment of a day", (period, from) => {
    expect(filterOf({ ...ALL_CHOSEN, period }, NOW)).toEqual({ ...ALL_HISTORY, from });
  });

  test("of own days counts both", () => {
    expect(filterOf(CHOSEN, NOW)).toMatchObject({
      from: seconds(2026, 11, 1),
      to: seconds(2026, 11, 8),
      marketId: "3",
      side: "sell",
      result: "loss",
      reason: "stop-loss",
    });
  });

  test("of days that stand the wrong way round is none", () => {
    expect(filterOf({ ...CHOSEN, firstDay: "2026-11-09" }, NOW)).toBeNull();
    expect(filterOf({ ...CHOSEN, firstDay: "" }, NOW)).toBeNull();
  });
});

test("own days begin with the last week, and are forgotten with another period", () => {
  const own = withPeriod(ALL_CHOSEN, "own", NOW);
  expect(own).toMatchObject({ firstDay: "2026-11-09", lastDay: "2026-11-15" });
  expect(withPeriod(own, "today", NOW)).toEqual({ ...ALL_CHOSEN, period: "today" });
});

test("knows which parts leave something out", () => {
  expect(chosenParts(ALL_CHOSEN)).toEqual([]);
  expect(chosenParts({ ...ALL_CHOSEN, side: "buy" })).toEqual(["side"]);
  expect(chosenParts(CHOSEN)).toHaveLength(5);
});
