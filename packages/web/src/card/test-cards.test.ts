// A number is shown in fours, whatever was typed or pasted.

import { expect, test } from "vitest";
import { groupDigits } from "./test-cards.ts";

test.each([
  ["4242424242424242", "4242 4242 4242 4242"],
  ["4242-4242 42", "4242 4242 42"],
  ["", ""],
  ["42424", "4242 4"],
])("%s is shown as %s", (typed, shown) => {
  expect(groupDigits(typed)).toBe(shown);
});
