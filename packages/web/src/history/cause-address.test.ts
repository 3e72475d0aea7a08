// Every cause that has a page leads to it, with the number of what caused it.

import { expect, test } from "vitest";
import { addressOfCause } from "./cause-address.ts";

const isOpen = (id: string) => id === "7";

test.each([
  ["profit", "9", "/order?type=3&id=9"],
  ["fee", "7", "/order?type=1&id=7"],
  ["financing", "7", "/order?type=1&id=7"],
  ["deposit", "5", "/mine/charge?record=5"],
  ["withdrawal-hold", "4", "/mine/withdraw?record=4"],
  ["withdrawal-payout", "4", "/mine/withdraw?record=4"],
  ["adjustment", "3", "/mine/history?adjustment=3"],
  ["protection", "9", null],
  ["demo-grant", "", null],
  ["deposit", "", null],
])("%s %s leads to %s", (cause, id, address) => {
  expect(addressOfCause(cause, id, isOpen)).toBe(address);
});
