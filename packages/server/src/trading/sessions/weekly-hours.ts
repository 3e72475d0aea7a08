// The weekly hours of markets, in the time zone of the place they belong to, with their daily
// breaks. A market names one of these by its id. Read by session-calendar.ts, which takes the
// holidays off.

const HOUR_MINUTES = 60;
export const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

export const SUNDAY = 0;
export const MONDAY = 1;
const TUESDAY = 2;
const WEDNESDAY = 3;
export const THURSDAY = 4;
export const FRIDAY = 5;
export const SATURDAY = 6;
const WEEKDAYS = [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY];

/** From and to in minutes of the local week or day; `to` is the first minute that is closed. */
export type Span = readonly [from: number, to: number];

/** Which holidays a calendar keeps; the rules are in holidays.ts. */
export type HolidaySet =
  | "none"
  | "currencies"
  | "us-futures"
  | "us-index-futures"
  | "us-shares"
  | "germany"
  | "united-kingdom"
  | "japan"
  | "hong-kong";

export type WeeklyHours = {
  /** IANA. */
  readonly zone: string;
  readonly spans: readonly Span[];
  readonly holidays: HolidaySet;
};

export const timeOfDay = (hour: number, minute = 0) => hour * HOUR_MINUTES + minute;

const at = (day: number, hour: number, minute = 0) => day * DAY_MINUTES + timeOfDay(hour, minute);

const NEW_YORK = "America/New_York";

/** Sunday evening to Friday, with an hour's break every day: futures and what follows them. */
const WITH_DAILY_BREAK: readonly Span[] = [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY].map(
  (day) => [at(day, 18), at(day + 1, 17)],
);

const weekdays = (from: readonly [number, number], to: readonly [number, number]) =>
  WEEKDAYS.map((day): Span => [at(day, ...from), at(day, ...to)]);

export const CALENDARS = {
  always: { zone: "UTC", spans: [[0, WEEK_MINUTES]], holidays: "none" },
  currencies: {
    zone: NEW_YORK,
    spans: [[at(SUNDAY, 17), at(FRIDAY, 17)]],
    holidays: "currencies",
  },
  commodities: { zone: NEW_YORK, spans: WITH_DAILY_BREAK, holidays: "us-futures" },
  "us-indices": { zone: NEW_YORK, spans: WITH_DAILY_BREAK, holidays: "us-index-futures" },
  "us-shares": { zone: NEW_YORK, spans: weekdays([9, 30], [16, 0]), holidays: "us-shares" },
  "european-indices": {
    zone: "Europe/Berlin",
    spans: weekdays([8, 0], [22, 0]),
    holidays: "germany",
  },
  "uk-indices": {
    zone: "Europe/London",
    spans: weekdays([8, 0], [21, 0]),
    holidays: "united-kingdom",
  },
  "japanese-indices": {
    zone: "Asia/Tokyo",
    spans: [...weekdays([8, 45], [15, 45]), ...weekdays([17, 0], [24, 0])],
    holidays: "japan",
  },
  "hong-kong-indices": {
    zone: "Asia/Hong_Kong",
    spans: [...weekdays([9, 15], [12, 0]), ...weekdays([13, 0], [16, 30])],
    holidays: "hong-kong",
  },
} as const satisfies Record<string, WeeklyHours>;

export type CalendarId = keyof typeof CALENDARS;

// Object.keys widens; the object above has exactly these keys.
export const CALENDAR_IDS = Object.keys(CALENDARS) as readonly CalendarId[];

export function isCalendarId(text: string): text is CalendarId {
  return Object.hasOwn(CALENDARS, text);
}

const weeks = new Map<CalendarId, Uint8Array>();

/** One byte per minute of the local week, which begins on Sunday: 1 while open. */
export function weekOf(id: CalendarId): Uint8Array {
  const known = weeks.get(id);
  if (known) return known;
  const week = new Uint8Array(WEEK_MINUTES);
  for (const [from, to] of CALENDARS[id].spans) week.fill(1, from, to);
  weeks.set(id, week);
  return week;
}
