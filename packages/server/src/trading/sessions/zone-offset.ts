// How far a time zone's clocks are from UTC at a moment, from the platform's own zone database.
// Used for trading days and sessions. Asked once per zone and UTC day, then remembered: clocks
// change on whole hours, so a day without a change has one offset.

import { createBoundedCache } from "../bounded-cache.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAYS_REMEMBERED = 8_192;

/** Offsets of the 24 hours of a UTC day, in minutes. */
type DayOffsets = readonly number[];

const days = createBoundedCache<string, DayOffsets>(DAYS_REMEMBERED);
const lastDays = new Map<string, { readonly day: number; readonly offsets: DayOffsets }>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** Minutes to add to UTC to get the zone's wall clock. */
export function zoneOffsetMinutes(zone: string, atMs: number): number {
  const day = Math.floor(atMs / DAY_MS);
  // Whoever asks usually asks again for the same day, a minute on.
  let last = lastDays.get(zone);
  if (last?.day !== day) {
    last = { day, offsets: days.take(`${zone}/${day}`, () => readDay(zone, day)) };
    lastDays.set(zone, last);
  }
  const { offsets } = last;
  return offsets[Math.floor((atMs - day * DAY_MS) / HOUR_MS)] ?? 0;
}

function readDay(zone: string, day: number): DayOffsets {
  const startMs = day * DAY_MS;
  const first = readOffset(zone, startMs);
  const last = readOffset(zone, startMs + 23 * HOUR_MS);
  return Array.from({ length: 24 }, (_, hour) => {
    return first === last ? first : readOffset(zone, startMs + hour * HOUR_MS);
  });
}

function readOffset(zone: string, atMs: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(atMs)
      .map((part) => [part.type, part.value]),
  );
  const field = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const wallMs = Date.UTC(
    field("year"),
    field("month") - 1,
    field("day"),
    field("hour"),
    field("minute"),
  );
  return Math.round((wallMs - Math.floor(atMs / MINUTE_MS) * MINUTE_MS) / MINUTE_MS);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  formats.set(zone, format);
  return format;
}
