// Who is let in while too much waits for the disk, in its order (F21).

import { expect, it } from "vitest";
import { isTooMuch, mustHoldQuotes } from "./admission.ts";

/** Ten thousand positions that fall at once wrote more than this, and closings were refused. */
const AVALANCHE_ROWS = 40_000;
const NEVER_MORE_ROWS = 1_000_000;

it("F21: refuses new exposure in an avalanche, and nobody who wants to close", () => {
  expect(isTooMuch("PlaceOrder", 0)).toBe(false);
  expect(isTooMuch("PlaceOrder", AVALANCHE_ROWS)).toBe(true);
  expect(isTooMuch("CloseOrder", 4 * AVALANCHE_ROWS)).toBe(false);
  expect(mustHoldQuotes(4 * AVALANCHE_ROWS)).toBe(false);
});

it("F21: refuses closings and holds quotes before the queue is without a bound", () => {
  expect(isTooMuch("CloseOrder", NEVER_MORE_ROWS)).toBe(true);
  expect(mustHoldQuotes(NEVER_MORE_ROWS)).toBe(true);
});
