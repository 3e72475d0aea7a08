// What a leader has made since a follow began. The ranking tells returns by whole days; what the
// first day had brought before the follow began is taken out again, so that nobody is shown a loss
// or a gain that was not of the own time. Null: nobody can tell.

import { formatDecimal, parseRate, RATE_SCALE } from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { noteLeaderRate, readFollows, type StoredFollow } from "./follow-table.ts";

export type ReturnSince = (accountId: number, sinceMs: number) => Promise<string | null>;

type RateParts = {
  readonly database: Database;
  readonly returnSince: ReturnSince;
  readonly log: Log;
};

const SHOWN_DECIMALS = 4;
const SHOWN_PER_RATE = RATE_SCALE / 10_000n;

export async function leaderRateOf(
  returnSince: ReturnSince,
  follow: Pick<StoredFollow, "leaderAccountId" | "startedAtMs" | "leaderBase">,
): Promise<string | null> {
  const { leaderAccountId, startedAtMs, leaderBase } = follow;
  if (startedAtMs === null || leaderBase === null) return null;
  const now = await returnSince(leaderAccountId, startedAtMs);
  return now === null ? null : rateBetween(leaderBase, now);
}

/** Of those that are stopped now. Nothing waits for a figure: one that breaks is left out. */
export async function noteLeaderRates(
  { database, returnSince, log }: RateParts,
  followIds: readonly number[],
): Promise<void> {
  for (const follow of await readFollows(database, followIds)) {
    try {
      const rate = await leaderRateOf(returnSince, follow);
      if (rate !== null) await noteLeaderRate(database, follow.id, rate);
    } catch (err) {
      log.warn({ err, followId: follow.id }, "what a leader has made could not be noted");
    }
  }
}

/** From one return of a period to a later one of the same; cut towards zero. */
export function rateBetween(base: string, now: string): string | null {
  const from = wholeOf(base);
  const to = wholeOf(now);
  if (from === null || to === null || from <= 0n) return null;
  const gain = (to * RATE_SCALE) / from - RATE_SCALE;
  return formatDecimal(gain / SHOWN_PER_RATE, SHOWN_DECIMALS);
}

/** What one has become, in hundred-millionths. */
function wholeOf(gain: string): bigint | null {
  const isLoss = gain.startsWith("-");
  const rate = parseRate(isLoss ? gain.slice(1) : gain);
  if (rate === null) return null;
  return isLoss ? RATE_SCALE - rate : RATE_SCALE + rate;
}
