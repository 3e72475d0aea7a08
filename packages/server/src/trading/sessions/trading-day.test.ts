// The trading day around clock changes: always one cut per UTC day, 23 to 25 hours apart.

import { describe, expect, it } from "vitest";
import { cutOnDay, tradingDayEnd, tradingDayStart } from "./trading-day.ts";

const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe("the New York cut", () => {
  it.each([
    ["2026-01-15T12:00:00Z", "2026-01-14T22:00:00.000Z"],
    ["2026-07-15T12:00:00Z", "2026-07-14T21:00:00.000Z"],
    ["2026-07-15T20:59:59.999Z", "2026-07-14T21:00:00.000Z"],
    ["2026-07-15T21:00:00Z", "2026-07-15T21:00:00.000Z"],
    // Clocks go forward on Sunday 8 March and back on Sunday 1 November 2026.
    ["2026-03-08T12:00:00Z", "2026-03-07T22:00:00.000Z"],
    ["2026-03-08T21:30:00Z", "2026-03-08T21:00:00.000Z"],
    ["2026-11-01T21:30:00Z", "2026-10-31T21:00:00.000Z"],
    ["2026-11-01T22:00:00Z", "2026-11-01T22:00:00.000Z"],
  ])("the day of %s began at %s", (at, start) => {
    expect(iso(tradingDayStart("new-york", Date.parse(at)))).toBe(start);
  });

  it("days follow one another without gap or overlap for four years", () => {
    const first = Date.UTC(2024, 0, 1) / DAY_MS;
    for (let day = first; day < first + 1461; day += 1) {
      const start = cutOnDay("new-york", day);
      const end = tradingDayEnd("new-york", start);
      expect(tradingDayStart("new-york", end - 1)).toBe(start);
      expect(tradingDayStart("new-york", end)).toBe(end);
      expect([23, 24, 25]).toContain((end - start) / 3_600_000);
      expect(start % 3_600_000).toBe(0);
    }
  });
});

describe("the UTC cut", () => {
  it("is midnight", () => {
    const noon = Date.UTC(2026, 6, 15, 12);
    expect(iso(tradingDayStart("utc", noon))).toBe("2026-07-15T00:00:00.000Z");
    expect(iso(tradingDayEnd("utc", noon))).toBe("2026-07-16T00:00:00.000Z");
  });
});
