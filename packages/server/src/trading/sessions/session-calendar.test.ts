// Weekly hours at their edges, in summer and winter; holidays, early closes and single days; the
// next change; and a year as a real broker kept it.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type CalendarId, createSessionCalendar } from "./session-calendar.ts";

const { isOpenAt, nextChangeAt } = createSessionCalendar();

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

describe("holidays and early closes", () => {
  it.each<[CalendarId, string, boolean]>([
    // Christmas Eve ends at 17:00 in New York, and the next evening begins again.
    ["currencies", "2025-12-24T21:59:00Z", true],
    ["currencies", "2025-12-24T22:00:00Z", false],
    ["currencies", "2025-12-25T21:59:00Z", false],
    ["currencies", "2025-12-25T22:00:00Z", true],
    // New Year's Day 2023 was a Sunday: Monday is kept instead.
    ["currencies", "2023-01-01T23:00:00Z", false],
    ["currencies", "2023-01-02T15:00:00Z", false],
    ["currencies", "2023-01-02T22:00:00Z", true],
    ["commodities", "2019-11-29T18:44:00Z", true],
    ["commodities", "2019-11-29T18:45:00Z", false],
    ["us-indices", "2019-11-29T18:15:00Z", false],
    // Martin Luther King's day: until 13:00, and from 18:00.
    ["commodities", "2026-01-19T17:59:00Z", true],
    ["commodities", "2026-01-19T18:00:00Z", false],
    ["commodities", "2026-01-19T23:00:00Z", true],
    ["us-indices", "2026-04-02T22:30:00Z", false],
    ["us-indices", "2026-04-03T15:00:00Z", false],
    ["us-shares", "2026-04-03T15:00:00Z", false],
    ["us-shares", "2026-11-27T17:59:00Z", true],
    ["us-shares", "2026-11-27T18:00:00Z", false],
    // The 4th of July 2026 is a Saturday: Friday is off.
    ["us-shares", "2026-07-03T15:00:00Z", false],
    ["us-shares", "2022-06-20T15:00:00Z", false],
    ["us-shares", "2021-12-31T15:00:00Z", true],
    ["european-indices", "2026-05-01T12:00:00Z", false],
    ["european-indices", "2026-04-06T12:00:00Z", false],
    ["uk-indices", "2026-08-31T12:00:00Z", false],
    ["uk-indices", "2026-12-28T12:00:00Z", false],
    ["uk-indices", "2026-12-24T12:30:00Z", false],
    ["hong-kong-indices", "2026-07-01T03:00:00Z", false],
    ["japanese-indices", "2026-01-02T03:00:00Z", false],
  ])("%s at %s: %s", (calendar, at, isOpen) => {
    expect(isOpenAt(calendar, Date.parse(at))).toBe(isOpen);
  });

  it("takes a single day as the table has it, whatever week and holidays say", () => {
    const day = Date.UTC(2026, 6, 15) / 86_400_000;
    const calendar = createSessionCalendar([
      { calendar: "hong-kong-indices", day, spans: [] },
      { calendar: "us-shares", day, spans: [[570, 780]] },
    ]);
    expect(calendar.isOpenAt("hong-kong-indices", Date.parse("2026-07-15T03:00:00Z"))).toBe(false);
    expect(calendar.isOpenAt("us-shares", Date.parse("2026-07-15T16:59:00Z"))).toBe(true);
    expect(calendar.isOpenAt("us-shares", Date.parse("2026-07-15T17:00:00Z"))).toBe(false);
    expect(calendar.isOpenAt("us-shares", Date.parse("2026-07-16T17:00:00Z"))).toBe(true);
  });
});

describe("nextChangeAt", () => {
  it.each<[CalendarId, string, string | null]>([
    ["always", "2026-07-15T12:00:00Z", null],
    ["currencies", "2026-07-15T12:00:00Z", "2026-07-17T21:00:00.000Z"],
    ["currencies", "2026-07-18T12:00:00Z", "2026-07-19T21:00:00.000Z"],
    ["commodities", "2026-07-15T20:59:59.999Z", "2026-07-15T21:00:00.000Z"],
    ["commodities", "2026-07-15T21:00:00Z", "2026-07-15T22:00:00.000Z"],
    // Over Easter, and over a change of clocks.
    ["us-shares", "2026-04-02T20:00:00Z", "2026-04-06T13:30:00.000Z"],
    ["currencies", "2026-03-07T12:00:00Z", "2026-03-08T21:00:00.000Z"],
  ])("%s after %s: %s", (calendar, at, change) => {
    const found = nextChangeAt(calendar, Date.parse(at));
    expect(found === null ? null : new Date(found).toISOString()).toBe(change);
  });
});

const OBSERVED = join(
  process.env.MARKET_DATA_DIR ?? "../shared/data",
  "calendar/observed-trading-days-oanda-2019.csv.gz",
);

/** The recording has holes here: markets of all hours miss the same minutes. */
const HOLES = new Set(["2019-03-06", "2019-03-07", "2019-10-20", "2019-12-08"]);

/** How long a quiet market may have been open before its first quote and after its last. */
const QUIET_MINUTES_MAX = 20;

it.skipIf(!existsSync(OBSERVED))("keeps the hours that a real broker kept all of 2019", () => {
  const calendars = new Map<string, CalendarId>([
    ["EUR_USD", "currencies"],
    ["XAU_USD", "commodities"],
    ["WTICO_USD", "commodities"],
    ["SPX500_USD", "us-indices"],
  ]);
  const rows = gunzipSync(readFileSync(OBSERVED)).toString("utf8").trim().split("\n").slice(1);
  const wrong: string[] = [];
  const quoted = new Map([...calendars.keys()].map((name) => [name, new Set<string>()]));
  for (const row of rows) {
    const [date = "", name = "", first = "", last = ""] = row.split(",");
    const calendar = calendars.get(name);
    if (!calendar) continue;
    quoted.get(name)?.add(date);
    const open = openMinutes(calendar, date);
    const [firstMinute, lastMinute] = [minuteOf(first), minuteOf(last)];
    const isKept =
      Math.abs((open[0] ?? -1e9) - firstMinute) <= QUIET_MINUTES_MAX &&
      Math.abs((open.at(-1) ?? -1e9) - lastMinute) <= QUIET_MINUTES_MAX;
    if (!isKept && !HOLES.has(date)) wrong.push(`${row}: open ${open[0]} to ${open.at(-1)}`);
  }
  for (const [name, calendar] of calendars) {
    for (let day = Date.UTC(2019, 0, 2); day < Date.UTC(2020, 0, 1); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10);
      const isOpen = openMinutes(calendar, date).length > 0;
      if (isOpen !== quoted.get(name)?.has(date)) wrong.push(`${name} ${date}: open ${isOpen}`);
    }
  }
  expect(wrong).toEqual([]);
});

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return 60 * hours + minutes;
}

function openMinutes(calendar: CalendarId, date: string): number[] {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return Array.from({ length: 1_440 }, (_, minute) => minute).filter((minute) =>
    isOpenAt(calendar, midnight + minute * 60_000),
  );
}
