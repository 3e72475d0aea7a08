// The weekly hours of markets, in the time zone of the place they belong to. A market names its
// calendar; whether it is open at a moment is looked up here and nowhere else.

import { zoneOffsetMinutes } from "./zone-offset.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** 1970-01-01 was a Thursday; weeks here begin on Sunday. */
const EPOCH_MINUTE_OF_WEEK = 4 * DAY_MINUTES;

const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [0, 1, 2, 3, 4, 5];
const WEEKDAYS = [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY];

/** From and to in minutes of the local week; `to` is the first minute that is closed. */
type Span = readonly [from: number, to: number];

const at = (day: number, hour: number, minute = 0) =>
  day * DAY_MINUTES + hour * HOUR_MINUTES + minute;

const NEW_YORK = "America/New_York";

/** Sunday evening to Friday, with an hour's break every day: futures and what follows them. */
const WITH_DAILY_BREAK: readonly Span[] = [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY].map(
  (day) => [at(day, 18), at(day + 1, 17)],
);

const weekdays = (from: readonly [number, number], to: readonly [number, number]) =>
  WEEKDAYS.map((day): Span => [at(day, ...from), at(day, ...to)]);

const CALENDARS = {
  always: { zone: "UTC", spans: [[0, WEEK_MINUTES]] },
  currencies: { zone: NEW_YORK, spans: [[at(SUNDAY, 17), at(FRIDAY, 17)]] },
  commodities: { zone: NEW_YORK, spans: WITH_DAILY_BREAK },
  "us-indices": { zone: NEW_YORK, spans: WITH_DAILY_BREAK },
  "us-shares": { zone: NEW_YORK, spans: weekdays([9, 30], [16, 0]) },
  "european-indices": { zone: "Europe/Berlin", spans: weekdays([8, 0], [22, 0]) },
  "uk-indices": { zone: "Europe/London", spans: weekdays([8, 0], [21, 0]) },
  "japanese-indices": {
    zone: "Asia/Tokyo",
    spans: [...weekdays([8, 45], [15, 45]), ...weekdays([17, 0], [24, 0])],
  },
  "hong-kong-indices": {
    zone: "Asia/Hong_Kong",
    spans: [...weekdays([9, 15], [12, 0]), ...weekdays([13, 0], [16, 30])],
  },
} as const satisfies Record<string, { zone: string; spans: readonly Span[] }>;

export type CalendarId = keyof typeof CALENDARS;

export function isCalendarId(text: string): text is CalendarId {
  return Object.hasOwn(CALENDARS, text);
}

const weeks = new Map<CalendarId, Uint8Array>();

/** One byte per minute of the local week: 1 while open. */
function weekOf(id: CalendarId): Uint8Array {
  const known = weeks.get(id);
  if (known) return known;
  const week = new Uint8Array(WEEK_MINUTES);
  for (const [from, to] of CALENDARS[id].spans) week.fill(1, from, to);
  weeks.set(id, week);
  return week;
}

export function isOpenAt(id: CalendarId, atMs: number): boolean {
  if (id === "always") return true;
  const local =
    Math.floor(atMs / MINUTE_MS) +
    zoneOffsetMinutes(CALENDARS[id].zone, atMs) +
    EPOCH_MINUTE_OF_WEEK;
  return weekOf(id)[((local % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES] === 1;
}
