// Percent as people read it, cut on the digits.

import { expect, test } from "vitest";
import { fallText, percentText } from "./percent-text.ts";

test("a ratio becomes percent, cut and never rounded", () => {
  expect(percentText("0.0960", 2)).toBe("9.60");
  expect(percentText("0.7149", 1)).toBe("71.4");
  expect(percentText("1.8999", 0)).toBe("189");
  expect(percentText("-0.6130", 2)).toBe("-61.30");
  expect(percentText("12", 1)).toBe("1200.0");
});

test("what is cut to nothing has no sign", () => {
  expect(percentText("-0.0004", 1)).toBe("0.0");
  expect(fallText("0.0000", 2)).toBe("0.00");
  expect(fallText("0.1250", 1)).toBe("-12.5");
});

test("what is no ratio stays as it came", () => {
  expect(percentText("soon", 2)).toBe("soon");
});
