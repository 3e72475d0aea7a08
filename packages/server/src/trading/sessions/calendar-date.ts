// Dates of the local calendar as numbers of days since 1970-01-01, and how holidays are found: by
// date, by the nth weekday of a month, by Easter. Pure. Used by holidays.ts.

const DAY_MS = 86_400_000;

/** Months count from 1. */
export function dayNumber(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date) / DAY_MS;
}

/** 0 Sunday … 6 Saturday; 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** The nth such weekday of a month; the last one where n is -1. */
export function nthWeekday(
  { year, month }: { readonly year: number; readonly month: number },
  weekday: number,
  n: number,
): number {
  if (n > 0) {
    const first = dayNumber(year, month, 1);
    return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1);
  }
  const last = dayNumber(year, month + 1, 1) - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

/** Easter Sunday of the Gregorian calendar (the computation of Meeus, Jones and Butcher). */
export function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - moonShift + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const sum = epact + toSunday - 7 * correction + 114;
  return dayNumber(year, Math.floor(sum / 31), (sum % 31) + 1);
}
