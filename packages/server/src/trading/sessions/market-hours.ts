// Whether a market is open, as this server runs it: simulated markets never close unless they are
// told to keep the hours of the real ones (SIM_SESSIONS=real).

import { type CalendarId, isOpenAt } from "./session-calendar.ts";

export type MarketHours = (
  market: { readonly sessionCalendar: CalendarId },
  atMs: number,
) => boolean;

export function createMarketHours({ hasRealSessions }: { hasRealSessions: boolean }): MarketHours {
  return hasRealSessions ? (market, atMs) => isOpenAt(market.sessionCalendar, atMs) : () => true;
}
