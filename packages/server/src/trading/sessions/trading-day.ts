// Where one trading day ends and the next begins: 17:00 in New York, for crypto midnight UTC.
// Day open, day bars and later financing stand on it. Always on a whole hour of UTC.

import { zoneOffsetMinutes } from "./zone-offset.ts";

export const DAY_CUTS = ["new-york", "utc"] as const;
export type DayCut = (typeof DAY_CUTS)[number];

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const NEW_YORK = "America/New_York";
const NEW_YORK_CUT_MINUTES = 17 * 60;

/** The cut that falls on the given UTC day (days since 1970), in Unix milliseconds. */
export function cutOnDay(cut: DayCut, day: number): number {
  const midnightMs = day * DAY_MS;
  if (cut === "utc") return midnightMs;
  // Clocks change at night, so the offset at 21:00 UTC is the one that holds at the cut.
  const offset = zoneOffsetMinutes(NEW_YORK, midnightMs + 21 * 60 * MINUTE_MS);
  return midnightMs + (NEW_YORK_CUT_MINUTES - offset) * MINUTE_MS;
}

/** When the trading day that holds this moment began. */
export function tradingDayStart(cut: DayCut, atMs: number): number {
  const day = Math.floor(atMs / DAY_MS);
  const today = cutOnDay(cut, day);
  return atMs >= today ? today : cutOnDay(cut, day - 1);
}

/** When the trading day that holds this moment ends. */
export function tradingDayEnd(cut: DayCut, atMs: number): number {
  const day = Math.floor(atMs / DAY_MS);
  const today = cutOnDay(cut, day);
  return atMs < today ? today : cutOnDay(cut, day + 1);
}
