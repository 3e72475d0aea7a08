// Spec §5: minus is off when lots minus step would be zero or less. And steps stay on the grid.
// @vitest-environment node

import { describe, expect, test } from "vitest";
import { canStepDown, canStepUp, openingLots, stepLots } from "./lot-steps.ts";

const FOREX = { lotsMin: "0.01", lotsMax: "50.00", lotStep: "0.01" };
const SHARES = { lotsMin: "1.00", lotsMax: "100.00", lotStep: "0.50" };

describe("minus", () => {
  test.each([
    ["0.01", FOREX, false],
    ["0.02", FOREX, true],
    ["0.005", FOREX, false],
    ["1.00", SHARES, false],
    ["1.50", SHARES, true],
    ["0.50", SHARES, false],
    ["", FOREX, false],
    ["abc", FOREX, false],
  ])("at %s is on: %#", (text, terms, isOn) => {
    expect(canStepDown(text, terms)).toBe(isOn);
  });
});

test("plus ends at the market's maximum", () => {
  expect(canStepUp("49.99", FOREX)).toBe(true);
  expect(canStepUp("50.00", FOREX)).toBe(false);
  expect(stepLots("50.00", FOREX, 1)).toBe("50.00");
});

test("a step is exact, where floats would drift", () => {
  let text = "0.01";
  for (let step = 0; step < 28; step += 1) text = stepLots(text, FOREX, 1);
  expect(text).toBe("0.29");
  for (let step = 0; step < 28; step += 1) text = stepLots(text, FOREX, -1);
  expect(text).toBe("0.01");
});

test("from between two steps it goes to the next of them, not beyond", () => {
  expect(stepLots("1.20", SHARES, 1)).toBe("1.50");
  expect(stepLots("1.70", SHARES, -1)).toBe("1.50");
  expect(stepLots("", SHARES, 1)).toBe("1.00");
});

test("a ticket opens with the reader's size where the market takes it", () => {
  expect(openingLots(FOREX, null)).toBe("0.01");
  expect(openingLots(FOREX, "0.25")).toBe("0.25");
  expect(openingLots(SHARES, "0.25")).toBe("1.00");
  expect(openingLots(FOREX, "900")).toBe("0.01");
});
