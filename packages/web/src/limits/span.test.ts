// What is offered is within what the wire takes, and reads as the language says it.

import { COOL_OFF_HOURS_MAX, EXCLUDE_DAYS_MAX } from "@truetick/contract";
import { expect, test } from "vitest";
import { BREAKS, EXCLUSIONS, writeSpan } from "./span.ts";

test("every length can be asked for", () => {
  expect(Math.max(...BREAKS.map(({ wire }) => wire))).toBeLessThanOrEqual(COOL_OFF_HOURS_MAX);
  expect(Math.max(...EXCLUSIONS.map(({ wire }) => wire))).toBeLessThanOrEqual(EXCLUDE_DAYS_MAX);
});

test("lengths are words of the reader's language", () => {
  expect(BREAKS.map((span) => writeSpan(span, "en"))).toEqual([
    "24 hours",
    "3 days",
    "7 days",
    "30 days",
  ]);
  expect(EXCLUSIONS.map((span) => writeSpan(span, "de"))).toEqual([
    "6 Monate",
    "1 Jahr",
    "5 Jahre",
  ]);
});
