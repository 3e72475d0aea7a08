// Sizes an order form can start with.

import { expect, test } from "vitest";
import { isLots } from "./lots.ts";

test("a plain positive decimal, and nothing else", () => {
  expect(["0.01", "1", "12.5", "99999.9999"].filter(isLots)).toHaveLength(4);
  expect(["", "0", "0.00", "-1", "1e3", "1.", ".5", "1.23456", "abc"].filter(isLots)).toEqual([]);
});
