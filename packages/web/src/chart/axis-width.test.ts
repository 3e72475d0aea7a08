// The axis of prices is as wide as its widest figure could be: prices of as many digits have one
// width, whichever digits they are.

import { createNotation } from "@truetick/ui";
import { afterEach, expect, test, vi } from "vitest";
import { createAxisRuler, wholeDigits } from "./axis-width.ts";

/** A font whose ones are narrow and whose zeros are wide. */
const WIDTHS: Readonly<Record<string, number>> = { "0": 8, "1": 4, ".": 3, ",": 3, "−": 7 };

afterEach(() => {
  vi.restoreAllMocks();
});

function widthAt(price: number): number | "auto" {
  const measureText = (text: string) => ({
    width: [...text].reduce((sum, letter) => sum + (WIDTHS[letter] ?? 6), 0),
  });
  const context = { font: "", measureText } as unknown as CanvasRenderingContext2D;
  // Only what is used of it.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  const notation = createNotation("en");
  return createAxisRuler({ pricePrecision: 2, font: "11px Inter", notation })(price);
}

test("prices of as many digits have one width, and more digits a wider one", () => {
  expect(widthAt(11.11)).toBe(widthAt(90.08));
  expect(widthAt(11.11)).toBe(7 + 4 * 8 + 3 + 10);
  expect(Number(widthAt(1_111.11))).toBeGreaterThan(Number(widthAt(99.99)));
});

test.each([
  [0, 1],
  [0.99, 1],
  [9.99, 1],
  [10, 2],
  [101_842.5, 6],
  [-12.5, 2],
])("%s has %s digits before the point", (price, digits) => {
  expect(wholeDigits(price)).toBe(digits);
});
