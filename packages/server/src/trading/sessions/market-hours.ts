// When markets are open, as this server runs them: simulated markets never close unless they are
// told to keep the hours of the real ones (SIM_SESSIONS=real); a market that was halted by hand is
// not open whatever its calendar says. Asked by the board, the charts, the engine's session plan.

import type { CalendarId, SessionCalendar } from "./session-calendar.ts";
import { createSessionCalendar } from "./session-calendar.ts";

type WithCalendar = { readonly sessionCalendar: CalendarId };

/** By the calendar alone. */
export type MarketHours = (market: WithCalendar, atMs: number) => boolean;

export type OpeningTimes = {
  readonly isOpen: MarketHours;
  /** When it opens or closes next; null when it never does. */
  readonly nextChangeMs: (market: WithCalendar, atMs: number) => number | null;
};

const ALWAYS_OPEN: OpeningTimes = { isOpen: () => true, nextChangeMs: () => null };

export function createOpeningTimes({
  hasRealSessions,
  calendar = createSessionCalendar(),
}: {
  hasRealSessions: boolean;
  calendar?: SessionCalendar;
}): OpeningTimes {
  if (!hasRealSessions) return ALWAYS_OPEN;
  return {
    isOpen: (market, atMs) => calendar.isOpenAt(market.sessionCalendar, atMs),
    nextChangeMs: (market, atMs) => calendar.nextChangeAt(market.sessionCalendar, atMs),
  };
}

export function createMarketHours(options: { hasRealSessions: boolean }): MarketHours {
  return createOpeningTimes(options).isOpen;
}

/** When a market that is closed opens; null while it is open, or where nobody can say. */
export function opensAtMs(
  { isOpen, nextChangeMs }: OpeningTimes,
  market: WithCalendar,
  atMs: number,
): number | null {
  return isOpen(market, atMs) ? null : nextChangeMs(market, atMs);
}
