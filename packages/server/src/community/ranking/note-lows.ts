// Keeps a fall that is about to be shown: what was seen once must not become less when prices come
// back before the day ends (H18). Used by ranking.ts with facts and equities of one moment.

import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { type SeenLow, storeLows } from "./equity-low-table.ts";
import { isBlown, type LeaderFacts } from "./leader-figures.ts";
import { lossText, type Ratio } from "./ratio.ts";
import type { Heads } from "./read-facts.ts";

type NoteParts = { readonly database: Database; readonly log: Log };

export async function noteLows(
  { database, log }: NoteParts,
  leaders: Iterable<LeaderFacts>,
  heads: Heads,
): Promise<void> {
  const lows: { readonly seen: SeenLow; readonly facts: LeaderFacts }[] = [];
  for (const facts of leaders) {
    const { leader, record, equity } = facts;
    const seq = heads.get(leader.shard);
    if (seq === undefined || !isToldApart(record.lowestLeft, record.today(equity).lowestLeft)) {
      continue;
    }
    const { accountId, shard } = leader;
    lows.push({ seen: { accountId, shard, seq, equity }, facts });
  }
  try {
    await storeLows(
      database,
      lows.map(({ seen }) => seen),
    );
  } catch (err) {
    // A full disk must not close the ranking to readers: the next look tries again.
    log.warn({ err, lows: lows.length }, "could not keep how far leaders have fallen");
    return;
  }
  for (const { seen, facts } of lows) facts.record.see(seen);
}

/** Whether anybody could see the difference: so an account has ten thousand rows in its life. */
function isToldApart(before: Ratio, now: Ratio): boolean {
  return lossText(before) !== lossText(now) || isBlown(before) !== isBlown(now);
}
