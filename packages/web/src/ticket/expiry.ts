// How long a pending order waits: until it is cancelled, until the trading day or week ends (17:00
// in New York, the week on Friday), or until a moment that the reader names by his own clock. Pure:
// the time is handed in.

export const EXPIRY_KINDS = ["gtc", "day", "week", "moment"] as const;
export type ExpiryKind = (typeof EXPIRY_KINDS)[number];

export type ExpiryDraft = {
  readonly kind: ExpiryKind;
  /** As a field for date and time has it: 2026-11-16T21:30, by the reader's clock. */
  readonly moment: string;
};

export const NO_EXPIRY: ExpiryDraft = { kind: "gtc", moment: "" };

export type ExpiryReading =
  /** Unix seconds; null: it never lapses. */
  | { readonly isOk: true; readonly expiresAt: number | null }
  | { readonly isOk: false; readonly problem: "missing" | "past" };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FRIDAY = 5;
const CUT_HOUR = 17;
/** New York's clocks change at night, so the offset of this hour of UTC holds at the cut. */
const SAFE_HOUR = 21;

let newYork: Intl.DateTimeFormat | undefined;

/** Made when it is first asked: that takes longer than to draw the ticket. */
function newYorkFormat(): Intl.DateTimeFormat {
  newYork ??= new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return newYork;
}

/** What New York's clock shows, counted as if it were UTC. */
function newYorkMs(atMs: number): number {
  const parts = Object.fromEntries(
    newYorkFormat()
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The cut on a day of New York's, given as that day's midnight counted as UTC. */
function cutOf(midnightMs: number): number {
  const probeMs = midnightMs + SAFE_HOUR * HOUR_MS;
  const offsetMs = newYorkMs(probeMs) - probeMs;
  return midnightMs + CUT_HOUR * HOUR_MS - offsetMs;
}

/** The first cut after this moment; on a Friday where the week is meant. */
export function cutAfter(atMs: number, isOfWeek: boolean): number {
  let midnightMs = Math.floor(newYorkMs(atMs) / DAY_MS) * DAY_MS;
  for (;;) {
    const cutMs = cutOf(midnightMs);
    const isMeant = !isOfWeek || new Date(midnightMs).getUTCDay() === FRIDAY;
    if (isMeant && cutMs > atMs) return cutMs;
    midnightMs += DAY_MS;
  }
}

export function readExpiry({ kind, moment }: ExpiryDraft, nowMs: number): ExpiryReading {
  if (kind === "gtc") return { isOk: true, expiresAt: null };
  if (kind !== "moment") {
    return { isOk: true, expiresAt: cutAfter(nowMs, kind === "week") / 1_000 };
  }
  // Without a zone in it, the browser reads it by the reader's clock.
  const momentMs = moment === "" ? Number.NaN : new Date(moment).getTime();
  if (Number.isNaN(momentMs)) return { isOk: false, problem: "missing" };
  if (momentMs <= nowMs) return { isOk: false, problem: "past" };
  return { isOk: true, expiresAt: Math.floor(momentMs / 1_000) };
}

/** A moment as a field for date and time wants it, by the reader's clock. */
export function momentText(atMs: number): string {
  const at = new Date(atMs);
  const two = (count: number) => String(count).padStart(2, "0");
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
