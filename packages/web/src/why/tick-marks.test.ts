// Marks stand at the price that was dealt at, also where one quote opened and closed an order.
// @vitest-environment node

import type { Why, WhyTick } from "@truetick/contract/proof";
import { expect, it } from "vitest";
import { tickMarks } from "./tick-marks.ts";

const BID = "3786.41";
const ASK = "3786.78";

function marksOf(side: "buy" | "sell", uses: WhyTick["uses"], market = "5"): readonly string[] {
  // Only what decides: the rest of an explanation has no say here.
  const why = { order: { side, market: "5" } } as unknown as Pick<Why, "order">;
  const tick = { market, bid: BID, ask: ASK, uses } as WhyTick;
  return tickMarks(why, tick).map(({ use, price }) => `${use} ${price}`);
}

it("a buy opens at the ask and closes at the bid, by the same quote too", () => {
  expect(marksOf("buy", ["open"])).toEqual([`open ${ASK}`]);
  expect(marksOf("buy", ["close"])).toEqual([`close ${BID}`]);
  expect(marksOf("buy", ["close", "open"])).toEqual([`open ${ASK}`, `close ${BID}`]);
});

it("a sell opens at the bid and closes at the ask, by the same quote too", () => {
  expect(marksOf("sell", ["open"])).toEqual([`open ${BID}`]);
  expect(marksOf("sell", ["open", "close"])).toEqual([`open ${BID}`, `close ${ASK}`]);
});

it("what was only looked at is marked once, where it would have closed", () => {
  expect(marksOf("buy", ["mark", "before"])).toEqual([`before ${BID}`]);
  expect(marksOf("sell", ["mark"])).toEqual([`mark ${ASK}`]);
  expect(marksOf("buy", ["close", "mark"])).toEqual([`close ${BID}`]);
});

it("another market's quote has no side of the order", () => {
  expect(marksOf("sell", ["convert"], "9")).toEqual([`convert ${BID}`]);
});
