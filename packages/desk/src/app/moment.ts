// Points in time as the desk writes them: always UTC, always with seconds where order matters, so
// that two people on two continents speak of the same minute.

const DAY = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "2-digit", month: "short" });
const YEAR = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", year: "numeric" });
const MINUTE = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
});
const SECOND = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

function dayOf(atMs: number, nowMs: number): string {
  const isThisYear = YEAR.format(atMs) === YEAR.format(nowMs);
  return isThisYear ? DAY.format(atMs) : `${DAY.format(atMs)} ${YEAR.format(atMs)}`;
}

/** "12 Nov 13:34", of Unix seconds; a dash for none. */
export function writeMoment(atSec: number, nowMs = Date.now()): string {
  if (atSec <= 0) return "–";
  return `${dayOf(atSec * 1_000, nowMs)} ${MINUTE.format(atSec * 1_000)}`;
}

/** "12 Nov 13:34:09", where the order of things matters. */
export function writeExactMoment(atSec: number, nowMs = Date.now()): string {
  if (atSec <= 0) return "–";
  return `${dayOf(atSec * 1_000, nowMs)} ${SECOND.format(atSec * 1_000)}`;
}

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

/** "41 min", "2 h 08 min", "3 d 9 h": a length of time in its two largest parts. */
export function writeSpan(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < MINUTE_SEC) return `${whole} s`;
  if (whole < HOUR_SEC) return `${Math.floor(whole / MINUTE_SEC)} min`;
  if (whole < DAY_SEC) {
    const minutes = Math.floor((whole % HOUR_SEC) / MINUTE_SEC);
    return `${Math.floor(whole / HOUR_SEC)} h ${String(minutes).padStart(2, "0")} min`;
  }
  return `${Math.floor(whole / DAY_SEC)} d ${Math.floor((whole % DAY_SEC) / HOUR_SEC)} h`;
}
