// When somebody answers: the notation of the setting, across time zones, days and the change of the
// clocks.

import { describe, expect, it } from "vitest";
import { readOfficeHours } from "./office-hours.ts";

const at = (hours: string, moment: string) => readOfficeHours(hours)?.at(Date.parse(moment));
const WEEK = "Mon-Fri 09:00-18:00; Sat 10:00-14:00 Europe/London";

describe("office hours", () => {
  it("are around the clock when nobody said otherwise", () => {
    expect(at("", "2026-01-01T03:00:00Z")).toEqual({ isOpen: true, opensAt: null });
  });

  it.each([
    ["a winter's Monday at nine", "2026-01-05T09:00:00Z", null],
    ["just before", "2026-01-05T08:59:59Z", "2026-01-05T09:00:00Z"],
    ["the last minute", "2026-01-05T17:59:00Z", null],
    ["after work", "2026-01-05T18:00:00Z", "2026-01-06T09:00:00Z"],
    ["Saturday before noon", "2026-01-10T11:00:00Z", null],
    ["over the Sunday", "2026-01-10T14:00:00Z", "2026-01-12T09:00:00Z"],
    ["in summer, an hour earlier by the world's clock", "2026-07-06T08:00:00Z", null],
    ["across the change of the clocks", "2026-03-28T20:00:00Z", "2026-03-30T08:00:00Z"],
  ])("%s", (_when, moment, opens) => {
    const expected = { isOpen: opens === null, opensAt: opens && Date.parse(opens) / 1_000 };
    expect(at(WEEK, moment)).toEqual(expected);
  });

  it("says the same while it waits, and opens in time", () => {
    const hours = readOfficeHours(WEEK);
    const opensAt = Date.parse("2026-01-12T09:00:00Z") / 1_000;
    for (const moment of ["2026-01-10T14:00:00Z", "2026-01-11T00:00:00Z", "2026-01-12T08:59:59Z"]) {
      expect(hours?.at(Date.parse(moment))).toEqual({ isOpen: false, opensAt });
    }
    expect(hours?.at(Date.parse("2026-01-12T09:00:00Z"))).toEqual({ isOpen: true, opensAt: null });
    expect(hours?.at(Date.parse("2026-01-10T13:00:00Z"))?.isOpen).toBe(true);
  });

  it.each([
    "always",
    "Mon-Fri 09:00-18:00",
    "Mon-Fri 09:00-18:00 Mars/Olympus",
    "Fri-Mon 09:00-18:00 UTC",
    "Mon 18:00-09:00 UTC",
    "Mon 09:00-24:05 UTC",
    "Mon 09:01-18:00 UTC",
    "Foo 09:00-18:00 UTC",
    "Mon 09:00-18:00;Tue 09:00-18:00 UTC",
  ])("knows no %j", (text) => expect(readOfficeHours(text)).toBeUndefined());
});
