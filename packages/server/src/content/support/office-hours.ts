// When somebody is at the desk to answer: read from the setting, which looks like
//   Mon-Fri 09:00-18:00; Sat 10:00-14:00 Europe/London
// with the time zone last; empty is around the clock. Asked for by every reading of a conversation.
// Invariant: what cannot be read is no setting at all (see setting-texts.ts).

import type { SupportOffice } from "@truetick/contract/support";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
const SPAN = /^(\w{3})(?:-(\w{3}))? (\d\d):(\d\d)-(\d\d):(\d\d)$/;
const MINUTE_MS = 60_000;
/** Times of the setting fall on it, so nothing between is missed. */
const STEP_MIN = 5;
const LOOK_AHEAD_STEPS = (8 * 24 * 60) / STEP_MIN;
const DAY_MINUTES = 1_440;

type Span = {
  readonly days: ReadonlySet<string>;
  readonly fromMin: number;
  readonly toMin: number;
};

export type OfficeHours = {
  readonly at: (nowMs: number) => SupportOffice;
};

const ALWAYS: OfficeHours = { at: () => ({ isOpen: true, opensAt: null }) };

/** Undefined when it makes no sense. */
export function readOfficeHours(text: string): OfficeHours | undefined {
  if (text === "") return ALWAYS;
  const [, spanText = "", zone = ""] = /^(.+) ([A-Za-z_]+(?:\/[A-Za-z_+-]+\d*)*)$/.exec(text) ?? [];
  const spans = spanText.split("; ").map(readSpan);
  const read = spans.filter((span) => span !== undefined);
  const clock = read.length === spans.length ? localClock(zone) : undefined;
  if (!clock) return undefined;
  // While it is closed, when it opens is looked for once.
  let closed = { fromMs: 0, opensAt: 0 };
  return {
    at(nowMs) {
      const { fromMs, opensAt } = closed;
      if (nowMs >= fromMs && nowMs < opensAt * 1_000) return { isOpen: false, opensAt };
      const office = officeAt(nowMs, { spans: read, clock });
      if (office.opensAt !== null) closed = { fromMs: nowMs, opensAt: office.opensAt };
      return office;
    },
  };
}

function readSpan(text: string): Span | undefined {
  const [, first = "", last = first, ...times] = SPAN.exec(text) ?? [];
  const [from, to] = [DAYS.indexOf(first as "Mon"), DAYS.indexOf(last as "Mon")];
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = times.map(Number);
  const [fromMin, toMin] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  const isOnStep = fromMin % STEP_MIN === 0 && toMin % STEP_MIN === 0;
  const isSpan = fromMin < toMin && toMin <= DAY_MINUTES && fromMinute < 60 && toMinute < 60;
  if (from < 0 || to < from || !isOnStep || !isSpan) return undefined;
  return { days: new Set(DAYS.slice(from, to + 1)), fromMin, toMin };
}

type LocalClock = (ms: number) => { readonly day: string; readonly minute: number };

function localClock(timeZone: string): LocalClock | undefined {
  const options = { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" } as const;
  try {
    const format = new Intl.DateTimeFormat("en-GB", { ...options, hourCycle: "h23" });
    return (ms) => {
      const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
      const minute = Number(parts.get("hour")) * 60 + Number(parts.get("minute"));
      return { day: parts.get("weekday") ?? "", minute };
    };
  } catch {
    return undefined;
  }
}

function officeAt(
  nowMs: number,
  { spans, clock }: { readonly spans: readonly Span[]; readonly clock: LocalClock },
): SupportOffice {
  const isOpenAt = (ms: number) => {
    const { day, minute } = clock(ms);
    return spans.some(
      ({ days, fromMin, toMin }) => days.has(day) && minute >= fromMin && minute < toMin,
    );
  };
  if (isOpenAt(nowMs)) return { isOpen: true, opensAt: null };
  const stepMs = STEP_MIN * MINUTE_MS;
  let ms = Math.floor(nowMs / stepMs) * stepMs;
  for (let step = 0; step < LOOK_AHEAD_STEPS; step += 1) {
    ms += stepMs;
    if (isOpenAt(ms)) return { isOpen: false, opensAt: ms / 1_000 };
  }
  return { isOpen: false, opensAt: null };
}
