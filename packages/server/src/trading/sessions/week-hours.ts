// The stretches in which a market trades, for people to read: from yesterday to eight days ahead,
// so that a reader in any time zone sees whole days of his own. By the calendar that opens and
// closes it, holidays and single days included. Asked by the public sheet. Worked out once a day
// and calendar: looking at every minute of nine days for each visitor would be felt.

import type { TradingSpan } from "@truetick/contract";
import type { MarketHours } from "./market-hours.ts";
import type { CalendarId } from "./session-calendar.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS_BEHIND = 1;
const DAYS_AHEAD = 8;

type WithCalendar = { readonly sessionCalendar: CalendarId };

export type WeekHours = (market: WithCalendar, atMs: number) => readonly TradingSpan[];

export function createWeekHours(isOpen: MarketHours): WeekHours {
  const known = new Map<CalendarId, { readonly day: number; readonly spans: TradingSpan[] }>();
  return (market, atMs) => {
    const day = Math.floor(atMs / DAY_MS);
    const found = known.get(market.sessionCalendar);
    if (found?.day === day) return found.spans;
    const fromMs = (day - DAYS_BEHIND) * DAY_MS;
    const spans = spansBetween((ms) => isOpen(market, ms), fromMs, (day + DAYS_AHEAD) * DAY_MS);
    known.set(market.sessionCalendar, { day, spans });
    return spans;
  };
}

/** Markets open and close on whole minutes. */
function spansBetween(
  isOpenAt: (ms: number) => boolean,
  fromMs: number,
  toMs: number,
): TradingSpan[] {
  const spans: TradingSpan[] = [];
  let openedMs: number | null = null;
  for (let ms = fromMs; ms < toMs; ms += MINUTE_MS) {
    const isOpen = isOpenAt(ms);
    if (isOpen) openedMs ??= ms;
    else if (openedMs !== null) {
      spans.push({ from: openedMs / 1_000, to: ms / 1_000 });
      openedMs = null;
    }
  }
  if (openedMs !== null) spans.push({ from: openedMs / 1_000, to: toMs / 1_000 });
  return spans;
}
