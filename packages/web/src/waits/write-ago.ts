// How far a moment is from now, in the reader's words: "12 minutes ago", "in 23 hours". Pure.

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

const UNITS = [
  { unit: "day", sec: DAY_SEC },
  { unit: "hour", sec: HOUR_SEC },
  { unit: "minute", sec: MINUTE_SEC },
] as const;

/** Both in Unix seconds. Whole units, never more than have passed or are left. */
export function writeAgo(atSec: number, nowSec: number, tag: string): string {
  const away = Math.trunc(atSec - nowSec);
  const words = new Intl.RelativeTimeFormat(tag, { numeric: "always" });
  for (const { unit, sec } of UNITS) {
    if (Math.abs(away) >= sec) return words.format(Math.trunc(away / sec), unit);
  }
  // What is less than a minute old is new; what is less than a minute away is counted.
  if (away > 0) return words.format(away, "second");
  return new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(0, "second");
}
