// Loss left, gain right, whatever the side.
// @vitest-environment node

import { expect, test } from "vitest";
import { sampleOrder } from "../testing/sample-order.ts";
import { trackOf } from "./stop-track.ts";

test("a buy between its stops", () => {
  const track = trackOf(
    sampleOrder({
      openPrice: "1.10000",
      closingPrice: "1.10500",
      stopLoss: "1.09000",
      takeProfit: "1.11000",
    }),
  );
  expect(track?.entry).toBeCloseTo(50);
  expect(track?.now).toBeCloseTo(75);
});

test("a sell mirrors it: a falling price moves to the right", () => {
  const track = trackOf(
    sampleOrder({
      side: "sell",
      openPrice: "1.10000",
      closingPrice: "1.09500",
      stopLoss: "1.11000",
      takeProfit: "1.09000",
    }),
  );
  expect(track?.now).toBeCloseTo(75);
});

test("an end without a stop is open and never left behind", () => {
  const track = trackOf(
    sampleOrder({ openPrice: "1.10000", closingPrice: "1.13000", stopLoss: "1.09000" }),
  );
  expect(track).toMatchObject({ hasStopLoss: true, hasTakeProfit: false });
  expect(track?.now).toBeLessThan(100);
  expect(track?.entry).toBeGreaterThan(0);
});

test("without any stop there is no track", () => {
  expect(trackOf(sampleOrder())).toBeNull();
  expect(trackOf(sampleOrder({ status: "pending", openPrice: null, stopLoss: "1" }))).toBeNull();
});
