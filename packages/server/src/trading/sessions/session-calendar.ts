// Whether a market is open at a moment, and when that changes next: its weekly hours, less the
// holidays it keeps, less or more what the table of exceptions says of single days. Looked up here
// and nowhere else. Invariant: `nextChangeAt` is the first moment after the given one at which
// `isOpenAt` answers otherwise.

import { weekdayOf, yearOf } from "./calendar-date.ts";
import { HOLIDAYS_OF } from "./holidays.ts";
import { CALENDARS, type CalendarId, DAY_MINUTES, type Span, weekOf } from "./weekly-hours.ts";
import { zoneOffsetMinutes } from "./zone-offset.ts";

export { CALENDAR_IDS, type CalendarId, isCalendarId } from "./weekly-hours.ts";

/** A single local day of one calendar that is unlike its weekday. */
export type SessionException = {
  readonly calendar: CalendarId;
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Its whole hours, whatever the week and the holidays say. */
  readonly spans: readonly Span[];
};

export type SessionCalendar = {
  readonly isOpenAt: (id: CalendarId, atMs: number) => boolean;
  /** Null: not within the horizon. */
  readonly nextChangeAt: (id: CalendarId, atMs: number) => number | null;
};

const MINUTE_MS = 60_000;
/** Per calendar; most of them share the bytes of their weekday. */
const DAYS_REMEMBERED = 4_096;
/** Longer than any market stays shut, or open without a break. */
const HORIZON_MINUTES = 21 * DAY_MINUTES;

type Stretch = { readonly fromMs: number; readonly toMs: number | null };

export function createSessionCalendar(
  exceptions: readonly SessionException[] = [],
): SessionCalendar {
  const special = new Map(
    exceptions.map(({ calendar, day, spans }) => [`${calendar}/${day}`, spans]),
  );
  const known = new Map<CalendarId, Map<number, Uint8Array>>();
  const stretches = new Map<CalendarId, Stretch>();

  function makeDay(id: CalendarId, day: number): Uint8Array {
    const exception = special.get(`${id}/${day}`);
    if (exception) return dayOpenIn(exception);
    const ofWeek = weekdayOf(day) * DAY_MINUTES;
    const usual = weekOf(id).subarray(ofWeek, ofWeek + DAY_MINUTES);
    const holiday = HOLIDAYS_OF[CALENDARS[id].holidays](yearOf(day)).get(day);
    if (!holiday) return usual;
    const left = dayOpenIn(holiday);
    return usual.map((isOpen, minute) => isOpen & (left[minute] ?? 0));
  }

  /** One byte per minute of the local day: 1 while open. */
  function dayOf(id: CalendarId, day: number): Uint8Array {
    const days = known.get(id) ?? new Map<number, Uint8Array>();
    known.set(id, days);
    const found = days.get(day);
    if (found) return found;
    if (days.size >= DAYS_REMEMBERED) days.clear();
    const made = makeDay(id, day);
    days.set(day, made);
    return made;
  }

  /** By the minute of the local clock, counted from 1970. */
  function isOpenLocally(id: CalendarId, local: number): boolean {
    const day = Math.floor(local / DAY_MINUTES);
    return dayOf(id, day)[local - day * DAY_MINUTES] === 1;
  }

  function isOpenAt(id: CalendarId, atMs: number): boolean {
    if (id === "always") return true;
    const local = Math.floor(atMs / MINUTE_MS) + zoneOffsetMinutes(CALENDARS[id].zone, atMs);
    return isOpenLocally(id, local);
  }

  function findChange(id: CalendarId, atMs: number): number | null {
    const isOpen = isOpenAt(id, atMs);
    const minute = Math.floor(atMs / MINUTE_MS);
    for (let later = 1; later <= HORIZON_MINUTES; later += 1) {
      const laterMs = (minute + later) * MINUTE_MS;
      if (isOpenAt(id, laterMs) !== isOpen) return laterMs;
    }
    return null;
  }

  return {
    isOpenAt,
    nextChangeAt(id, atMs) {
      if (id === "always") return null;
      const current = stretches.get(id);
      const endMs = current?.toMs ?? null;
      if (current && endMs !== null && atMs >= current.fromMs && atMs < endMs) return endMs;
      const toMs = findChange(id, atMs);
      stretches.set(id, { fromMs: atMs, toMs });
      return toMs;
    },
  };
}

function dayOpenIn(spans: readonly Span[]): Uint8Array {
  const day = new Uint8Array(DAY_MINUTES);
  for (const [from, to] of spans) day.fill(1, from, to);
  return day;
}
