// Numbers as the reader's language writes them, from exact decimal strings.
// @vitest-environment node

import { describe, expect, test } from "vitest";
import { createNotation, directionOf, writeDecimal, writeSigned } from "./notation.ts";

describe("decimals", () => {
  test.each([
    ["en", "1234567.50", "1,234,567.50"],
    ["de", "1234567.50", "1.234.567,50"],
    ["hi", "1234567.50", "12,34,567.50"],
    ["zh-Hant-HK", "1234.5", "1,234.5"],
    ["es", "4086.42", "4086,42"],
  ])("%s writes %s as %s", (tag, text, written) => {
    expect(writeDecimal(text, createNotation(tag))).toBe(written);
  });

  test("keeps digits that a float would lose", () => {
    expect(writeDecimal("9007199254740993.000001", createNotation("en"))).toBe(
      "9,007,199,254,740,993.000001",
    );
  });

  test("leaves alone what is no number", () => {
    expect(writeDecimal("n/a", createNotation("en"))).toBe("n/a");
  });
});

describe("signs", () => {
  const notation = createNotation("en");

  test("a true minus, a plus only above zero", () => {
    expect(writeSigned("-0.11", notation)).toBe("−0.11");
    expect(writeSigned("0.37", notation)).toBe("+0.37");
    expect(writeSigned("0.00", notation)).toBe("0.00");
  });

  test("a direction is never read from zero", () => {
    expect(["0.37", "-0.11", "0.00", "-0.00"].map(directionOf)).toEqual([
      "up",
      "down",
      "flat",
      "flat",
    ]);
  });
});
