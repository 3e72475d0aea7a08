// What counts as an amount before anybody is asked for a quote of it.

import { expect, test } from "vitest";
import { isAmount } from "./use-payout-quote.ts";

test.each(["1", "0.000001", "100.5", "999999999.999999"])("%s is an amount", (typed) => {
  expect(isAmount(typed)).toBe(true);
});

test.each(["", "0", "0.000000", "-1", "1.0000001", "1e3", "1,000", ".5", "٣", "1234567890"])(
  "%s is none",
  (typed) => {
    expect(isAmount(typed)).toBe(false);
  },
);
