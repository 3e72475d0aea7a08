// The choice of the ranking in its address and back.

import { expect, test } from "vitest";
import { profilePath, readRankChoice, writeRankChoice } from "./rank-choice.ts";

const readFrom = (address: string) =>
  readRankChoice(new URL(address, "https://truetick.test").searchParams);

test("a choice comes back from its own address", () => {
  const choice = { sort: "drawdown", search: "sim-h" } as const;
  expect(readFrom(writeRankChoice(choice))).toEqual(choice);
  expect(writeRankChoice(readFrom("/rank"))).toBe("/rank");
});

test("an address that says nonsense means the usual order of everybody", () => {
  expect(readFrom("/rank?sort=nonsense&search=%3Cb%3E")).toEqual({
    sort: "threeWeekReturn",
    search: "b",
  });
});

test("a profile is found by an alias whatever it holds", () => {
  expect(profilePath("a&b")).toBe("/rank/trader?user=a%26b");
});
