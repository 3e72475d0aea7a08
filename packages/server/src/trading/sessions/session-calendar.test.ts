// Weekly hours at their edges, in summer and winter.

import { describe, expect, it } from "vitest";
import { type CalendarId, isOpenAt } from "./session-calendar.ts";

describe("isOpenAt", () => {
  it.each<[CalendarId, string, boolean]>([
    ["always", "2026-11-15T03:00:00Z", true],
    ["currencies", "2026-07-12T20:59:59Z", false],
    ["currencies", "2026-07-12T21:00:00Z", true],
    ["currencies", "2026-07-17T20:59:59Z", true],
    ["currencies", "2026-07-17T21:00:00Z", false],
    ["currencies", "2026-01-16T21:30:00Z", true],
    ["currencies", "2026-01-16T22:00:00Z", false],
    ["commodities", "2026-07-15T20:59:59Z", true],
    ["commodities", "2026-07-15T21:30:00Z", false],
    ["commodities", "2026-07-15T22:00:00Z", true],
    ["commodities", "2026-07-12T21:30:00Z", false],
    ["us-shares", "2026-07-15T13:29:59Z", false],
    ["us-shares", "2026-07-15T13:30:00Z", true],
    ["us-shares", "2026-07-15T20:00:00Z", false],
    ["us-shares", "2026-01-15T14:29:59Z", false],
    ["us-shares", "2026-01-15T14:30:00Z", true],
    ["us-shares", "2026-07-18T15:00:00Z", false],
    ["european-indices", "2026-07-15T06:00:00Z", true],
    ["european-indices", "2026-07-15T20:00:00Z", false],
    ["hong-kong-indices", "2026-07-15T04:30:00Z", false],
    ["hong-kong-indices", "2026-07-15T05:00:00Z", true],
    // Friday evening in Tokyo runs to midnight, then the weekend begins.
    ["japanese-indices", "2026-07-17T14:59:00Z", true],
    ["japanese-indices", "2026-07-17T15:00:00Z", false],
  ])("%s at %s: %s", (calendar, at, isOpen) => {
    expect(isOpenAt(calendar, Date.parse(at))).toBe(isOpen);
  });
});
