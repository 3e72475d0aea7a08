// How long notices are kept: ninety days, and of one person the newest five hundred. Called by the
// sweep of the area.

import type { Database } from "../../platform/database.ts";
import { DAY_MS } from "../attempts/limits.ts";
import { forgetNotices } from "./notice-table.ts";

const KEPT_DAYS = 90;
const KEPT_PER_USER_MAX = 500;

export async function keepInbox(database: Database, nowMs: number): Promise<void> {
  await forgetNotices(database, {
    beforeMs: nowMs - KEPT_DAYS * DAY_MS,
    // Whoever was told nothing for a day has had a sweep since.
    lateMs: nowMs - DAY_MS,
    keptMax: KEPT_PER_USER_MAX,
  });
}
