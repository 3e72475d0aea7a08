// When a pending order lapses: the cuts of New York in summer, in winter and where clocks change,
// the week's on a Friday, and a moment that has to be in the future.
// @vitest-environment node

import { describe, expect, test } from "vitest";
import { cutAfter, momentText, readExpiry } from "./expiry.ts";

const at = (text: string) => Date.parse(text);
const told = (ms: number) => new Date(ms).toISOString();

describe("the end of the trading day", () => {
  test.each([
    ["2026-07-15T12:00:00Z", "2026-07-15T21:00:00.000Z"],
    ["2026-07-15T20:59:59Z", "2026-07-15T21:00:00.000Z"],
    ["2026-07-15T21:00:00Z", "2026-07-16T21:00:00.000Z"],
    ["2026-01-15T12:00:00Z", "2026-01-15T22:00:00.000Z"],
    // Summer begins on the 8th of March, and ends on the 1st of November.
    ["2026-03-07T23:00:00Z", "2026-03-08T21:00:00.000Z"],
    ["2026-10-31T21:30:00Z", "2026-11-01T22:00:00.000Z"],
    // After midnight in London, still the evening before in New York.
    ["2026-07-16T02:00:00Z", "2026-07-16T21:00:00.000Z"],
  ])("after %s is %s", (now, cut) => {
    expect(told(cutAfter(at(now), false))).toBe(cut);
  });
});

describe("the end of the trading week", () => {
  test.each([
    ["2026-07-15T12:00:00Z", "2026-07-17T21:00:00.000Z"],
    ["2026-07-17T20:59:00Z", "2026-07-17T21:00:00.000Z"],
    ["2026-07-17T21:00:00Z", "2026-07-24T21:00:00.000Z"],
    ["2026-11-15T15:00:00Z", "2026-11-20T22:00:00.000Z"],
  ])("after %s is %s", (now, cut) => {
    expect(told(cutAfter(at(now), true))).toBe(cut);
  });
});

describe("what was chosen", () => {
  const now = at("2026-07-15T12:00:00Z");

  test("good till cancelled never lapses", () => {
    expect(readExpiry({ kind: "gtc", moment: "" }, now)).toEqual({ isOk: true, expiresAt: null });
  });

  test("day and week are whole seconds of the wire", () => {
    const day = readExpiry({ kind: "day", moment: "" }, now);
    expect(day).toEqual({ isOk: true, expiresAt: at("2026-07-15T21:00:00Z") / 1_000 });
    const week = readExpiry({ kind: "week", moment: "" }, now);
    expect(week).toEqual({ isOk: true, expiresAt: at("2026-07-17T21:00:00Z") / 1_000 });
  });

  test("a moment is read by the reader's own clock, and there and back is the same", () => {
    const moment = momentText(now + 90 * 60_000);
    const reading = readExpiry({ kind: "moment", moment }, now);
    expect(reading).toEqual({ isOk: true, expiresAt: at("2026-07-15T13:30:00Z") / 1_000 });
  });

  test.each([
    ["", "missing"],
    ["tomorrow", "missing"],
    [momentText(now), "past"],
    [momentText(now - 60_000), "past"],
  ] as const)("'%s' is refused as %s", (moment, problem) => {
    expect(readExpiry({ kind: "moment", moment }, now)).toEqual({ isOk: false, problem });
  });
});
