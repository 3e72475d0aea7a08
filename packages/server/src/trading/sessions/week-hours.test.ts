// The hours of the week as the public sheet tells them: every stretch the calendar has, cut at
// nothing but the edges; holidays; around the clock; and worked out once a day.

import { describe, expect, it } from "vitest";
import { createMarketHours } from "./market-hours.ts";
import type { CalendarId } from "./session-calendar.ts";
import { createWeekHours } from "./week-hours.ts";

const real = createMarketHours({ hasRealSessions: true });
const at = (text: string) => Date.parse(text);

function hoursOf(sessionCalendar: CalendarId, atText: string): string[] {
  const text = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(5, 16);
  return createWeekHours(real)({ sessionCalendar }, at(atText)).map(
    ({ from, to }) => `${text(from)} ${text(to)}`,
  );
}

describe("the hours of a week", () => {
  it("are those of the calendar, from yesterday to eight days ahead", () => {
    expect(hoursOf("us-shares", "2026-07-15T12:00:00Z")).toEqual([
      "07-14T13:30 07-14T20:00",
      "07-15T13:30 07-15T20:00",
      "07-16T13:30 07-16T20:00",
      "07-17T13:30 07-17T20:00",
      "07-20T13:30 07-20T20:00",
      "07-21T13:30 07-21T20:00",
      "07-22T13:30 07-22T20:00",
    ]);
  });

  it("leave out a holiday and end early where the exchange does", () => {
    // Thanksgiving 2026 is the 26th; the day after ends at 13:00 in New York.
    const hours = hoursOf("us-shares", "2026-11-25T12:00:00Z");
    expect(hours.filter((span) => span.startsWith("11-26"))).toEqual([]);
    expect(hours).toContain("11-27T14:30 11-27T18:00");
  });

  it("run over midnight without a seam, and are cut at the edges only", () => {
    expect(hoursOf("currencies", "2026-07-15T12:00:00Z")).toEqual([
      "07-14T00:00 07-17T21:00",
      "07-19T21:00 07-23T00:00",
    ]);
  });

  it("are one stretch around the clock", () => {
    expect(hoursOf("always", "2026-07-15T12:00:00Z")).toEqual(["07-14T00:00 07-23T00:00"]);
  });

  it("are worked out once a day", () => {
    let asked = 0;
    const hours = createWeekHours((market, ms) => {
      asked += 1;
      return real(market, ms);
    });
    const market = { sessionCalendar: "us-shares" } as const;
    const first = hours(market, at("2026-07-15T12:00:00Z"));
    const once = asked;
    expect(hours(market, at("2026-07-15T23:59:00Z"))).toBe(first);
    expect(asked).toBe(once);
    expect(hours(market, at("2026-07-16T00:00:00Z"))).not.toBe(first);
  });
});
