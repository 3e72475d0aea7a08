// Reads the single days that are unlike their weekday. Called once at the start by trading.ts; the
// rows are the operator's. Refuses to start with a calendar that nobody knows: a holiday that is
// silently not kept is trading on it.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { StartRefusal } from "../../platform/start-refusal.ts";
import { isCalendarId, type SessionException } from "./session-calendar.ts";
import type { Span } from "./weekly-hours.ts";
import "./session-table.ts";

export async function loadSessionExceptions(database: Database): Promise<SessionException[]> {
  const rows = await database
    .selectFrom("session_exception")
    // A date as the driver reads it would be in this machine's time zone.
    .select(["calendar", "hours", sql<number>`local_date - date '1970-01-01'`.as("day")])
    .execute();
  return rows.map(({ calendar, hours, day }) => {
    if (!isCalendarId(calendar)) {
      throw new StartRefusal(`session_exception names the calendar ${calendar}: there is none.`);
    }
    return { calendar, day, spans: spansOf(hours) };
  });
}

function spansOf(hours: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + 1 < hours.length; at += 2) spans.push([hours[at] ?? 0, hours[at + 1] ?? 0]);
  return spans;
}
