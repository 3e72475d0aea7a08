// Times and ages as the desk writes them: UTC, whatever the zone of the reader.
// @vitest-environment node

import { expect, test } from "vitest";
import { writeExactMoment, writeMoment, writeSpan } from "./moment.ts";

const NOW_MS = Date.UTC(2026, 10, 15, 12);
const AT = Date.UTC(2026, 10, 12, 13, 34, 9) / 1_000;

test("a point in time is in UTC, with its year only when it is another", () => {
  expect(writeMoment(AT, NOW_MS)).toBe("12 Nov 13:34");
  expect(writeExactMoment(AT, NOW_MS)).toBe("12 Nov 13:34:09");
  expect(writeMoment(AT, Date.UTC(2027, 0, 1))).toBe("12 Nov 2026 13:34");
  expect(writeMoment(0)).toBe("–");
});

test.each([
  [-5, "0 s"],
  [59, "59 s"],
  [41 * 60, "41 min"],
  [2 * 3_600 + 8 * 60, "2 h 08 min"],
  [3 * 86_400 + 9 * 3_600, "3 d 9 h"],
])("%d s is %s", (seconds, text) => {
  expect(writeSpan(seconds)).toBe(text);
});
