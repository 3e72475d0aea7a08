// Numbers as people type them, on keyboards of any country.
// @vitest-environment node

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNumber, typedForm } from "./read-number.ts";

const ENGLISH = { decimalMark: "." };
const GERMAN = { decimalMark: "," };

describe.each([
  ["0.01", "0.01", "0.01"],
  ["0,01", "0.01", "0.01"],
  [".5", "0.5", "0.5"],
  ["00.50", "0.50", "0.50"],
  ["4,086.42", "4086.42", "4086.42"],
  ["4.086,42", "4086.42", "4086.42"],
  ["4 086,42", "4086.42", "4086.42"],
  ["1,234,567", "1234567", "1234567"],
  ["1.234.567", "1234567", "1234567"],
  ["0,001", "0.001", "0.001"],
  ["5.", "5", "5"],
  ["1.15826", "1.15826", "1.15826"],
])("%s", (typed, inEnglish, inGerman) => {
  test("is read", () => {
    expect(readNumber(typed, ENGLISH)).toBe(inEnglish);
    expect(readNumber(typed, GERMAN)).toBe(inGerman);
  });
});

test("one mark before three digits is what the reader's own notation says", () => {
  expect(readNumber("4,086", ENGLISH)).toBe("4086");
  expect(readNumber("4,086", GERMAN)).toBe("4.086");
  expect(readNumber("4.086", ENGLISH)).toBe("4.086");
  expect(readNumber("4.086", GERMAN)).toBe("4086");
});

test.each(["", " ", "-1", "1e5", "0x10", "abc", "1.2.3,4x", ",", ".", "∞"])(
  "%j is none",
  (typed) => {
    expect(readNumber(typed, ENGLISH)).toBeNull();
  },
);

test("what is written for the reader is read back as it was", () => {
  const decimal = fc
    .tuple(fc.nat({ max: 9_999_999 }), fc.stringMatching(/^\d{0,6}[1-9]$/))
    .map(([whole, places]) => `${whole}.${places}`);
  fc.assert(
    fc.property(decimal, fc.constantFrom(ENGLISH, GERMAN), (plain, notation) => {
      expect(readNumber(typedForm(plain, notation), notation)).toBe(plain);
    }),
  );
});
