// The holidays that calendars keep, as rules for any year: which hours of a local day are left.
// Where a rule says nothing, the weekly hours hold. Days that follow the moon or a government's
// word of the year are no rules: they are rows of `session_exception`. Read by session-calendar.ts.

import { dayNumber, easterSunday, nthWeekday, weekdayOf } from "./calendar-date.ts";
import {
  DAY_MINUTES,
  FRIDAY,
  type HolidaySet,
  MONDAY,
  SATURDAY,
  type Span,
  SUNDAY,
  THURSDAY,
  timeOfDay,
} from "./weekly-hours.ts";

/** By local day: what of it may be open; nothing at all when the list is empty. */
export type Holidays = Map<number, readonly Span[]>;

const CLOSED: readonly Span[] = [];
const until = (...time: readonly [hour: number, minute?: number]): readonly Span[] => [
  [0, timeOfDay(...time)],
];
const from = (hour: number): readonly Span[] => [[timeOfDay(hour), DAY_MINUTES]];

const JUNETEENTH_SINCE = 2022;
const GOOD_FRIDAY = -2;
const EASTER_MONDAY = 1;

/** A holiday on a Sunday is kept on Monday. */
function orMonday(day: number): number {
  return weekdayOf(day) === SUNDAY ? day + 1 : day;
}

/** A holiday on a Saturday is kept on Friday, one on a Sunday on Monday. */
function orNearest(day: number): number {
  return weekdayOf(day) === SATURDAY ? day - 1 : orMonday(day);
}

/** The weekdays off in the United States on which futures still trade until noon. */
function usHalfHolidays(year: number): number[] {
  const days = [
    nthWeekday({ year, month: 1 }, MONDAY, 3),
    nthWeekday({ year, month: 2 }, MONDAY, 3),
    nthWeekday({ year, month: 5 }, MONDAY, -1),
    orNearest(dayNumber(year, 7, 4)),
    nthWeekday({ year, month: 9 }, MONDAY, 1),
    nthWeekday({ year, month: 11 }, THURSDAY, 4),
  ];
  if (year >= JUNETEENTH_SINCE) days.push(orNearest(dayNumber(year, 6, 19)));
  return days;
}

/** The eve of a day without trading, and how the day itself begins again in the evening. */
function addNight(
  holidays: Holidays,
  day: number,
  { eveEnds, resumes }: { eveEnds: readonly Span[]; resumes: number },
): void {
  holidays.set(day - 1, eveEnds);
  const kept = orMonday(day);
  if (kept !== day) holidays.set(day, CLOSED);
  holidays.set(kept, from(resumes));
}

function currencies(year: number): Holidays {
  const holidays: Holidays = new Map();
  const night = { eveEnds: until(17), resumes: 17 };
  addNight(holidays, dayNumber(year, 1, 1), night);
  addNight(holidays, dayNumber(year, 12, 25), night);
  addNight(holidays, dayNumber(year + 1, 1, 1), night);
  return holidays;
}

function usFutures(year: number, earlyEnd: readonly Span[]): Holidays {
  const holidays: Holidays = new Map();
  for (const day of usHalfHolidays(year)) holidays.set(day, [...until(13), ...from(18)]);
  holidays.set(nthWeekday({ year, month: 11 }, THURSDAY, 4) + 1, earlyEnd);
  const goodFriday = easterSunday(year) + GOOD_FRIDAY;
  holidays.set(goodFriday, CLOSED);
  holidays.set(goodFriday - 1, until(17));
  const newYear = { eveEnds: until(17), resumes: 18 };
  addNight(holidays, dayNumber(year, 1, 1), newYear);
  addNight(holidays, dayNumber(year + 1, 1, 1), newYear);
  const christmas = dayNumber(year, 12, 25);
  addNight(holidays, christmas, { eveEnds: earlyEnd, resumes: 18 });
  if (weekdayOf(christmas) === SATURDAY) {
    holidays.set(christmas - 1, CLOSED);
    holidays.set(christmas - 2, until(17));
  }
  return holidays;
}

function usIndexFutures(year: number): Holidays {
  const holidays = usFutures(year, until(13, 15));
  const eve = dayNumber(year, 7, 3);
  if (isBeforeWeekday(eve)) holidays.set(eve, [...until(13, 15), ...from(18)]);
  return holidays;
}

/** Whether this day and the next are both days of work. */
function isBeforeWeekday(day: number): boolean {
  const weekday = weekdayOf(day);
  return weekday >= MONDAY && weekday <= THURSDAY;
}

function usShares(year: number): Holidays {
  const holidays: Holidays = new Map();
  for (const eve of [dayNumber(year, 7, 3), dayNumber(year, 12, 24)]) {
    if (isBeforeWeekday(eve)) holidays.set(eve, until(13));
  }
  holidays.set(nthWeekday({ year, month: 11 }, THURSDAY, 4) + 1, until(13));
  for (const day of usHalfHolidays(year)) holidays.set(day, CLOSED);
  holidays.set(easterSunday(year) + GOOD_FRIDAY, CLOSED);
  holidays.set(orNearest(dayNumber(year, 12, 25)), CLOSED);
  // The books of a year are closed on its last day: a New Year's Saturday moves nothing.
  holidays.set(orMonday(dayNumber(year, 1, 1)), CLOSED);
  return holidays;
}

function closedOn(days: readonly number[]): Holidays {
  return new Map(days.map((day) => [day, CLOSED]));
}

function aroundEaster(year: number): number[] {
  const easter = easterSunday(year);
  return [easter + GOOD_FRIDAY, easter + EASTER_MONDAY];
}

function germany(year: number): Holidays {
  const dates = [
    [1, 1],
    [5, 1],
    [12, 24],
    [12, 25],
    [12, 26],
    [12, 31],
  ] as const;
  return closedOn([
    ...dates.map(([month, date]) => dayNumber(year, month, date)),
    ...aroundEaster(year),
  ]);
}

function unitedKingdom(year: number): Holidays {
  const holidays: Holidays = new Map();
  for (const eve of [dayNumber(year, 12, 24), dayNumber(year, 12, 31)]) {
    holidays.set(eve, until(12, 30));
  }
  const christmas = dayNumber(year, 12, 25);
  const days = [
    afterWeekend(dayNumber(year, 1, 1)),
    ...aroundEaster(year),
    nthWeekday({ year, month: 5 }, MONDAY, 1),
    nthWeekday({ year, month: 5 }, MONDAY, -1),
    nthWeekday({ year, month: 8 }, MONDAY, -1),
    // Two days off in a row, whichever of them fall on a weekend.
    ...(weekdayOf(christmas) === SUNDAY
      ? [christmas + 1, christmas + 2]
      : [afterWeekend(christmas), christmas + (weekdayOf(christmas) >= FRIDAY ? 3 : 1)]),
  ];
  for (const day of days) holidays.set(day, CLOSED);
  return holidays;
}

function afterWeekend(day: number): number {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return day + 2;
  return weekday === SUNDAY ? day + 1 : day;
}

function japan(year: number): Holidays {
  const newYear = dayNumber(year, 1, 1);
  return closedOn([newYear, newYear + 1, newYear + 2, dayNumber(year, 12, 31)]);
}

function hongKong(year: number): Holidays {
  const dates = [
    [1, 1],
    [5, 1],
    [7, 1],
    [10, 1],
    [12, 25],
    [12, 26],
  ] as const;
  const holidays = closedOn([
    ...dates.map(([month, date]) => orMonday(dayNumber(year, month, date))),
    ...aroundEaster(year),
  ]);
  for (const date of [24, 31]) holidays.set(dayNumber(year, 12, date), until(12));
  return holidays;
}

/** Everything a set of holidays says about the days of a year, and of the eve of the next. */
export const HOLIDAYS_OF: Readonly<Record<HolidaySet, (year: number) => Holidays>> = {
  none: () => new Map(),
  currencies,
  "us-futures": (year) => usFutures(year, until(13, 45)),
  "us-index-futures": usIndexFutures,
  "us-shares": usShares,
  germany,
  "united-kingdom": unitedKingdom,
  japan,
  "hong-kong": hongKong,
};
