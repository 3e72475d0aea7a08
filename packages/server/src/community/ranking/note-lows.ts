// Keeps a fall that is about to be shown: what was seen once must not become less when prices come
// back before the day ends (H18). Used by ranking.ts with facts and books of one moment.
// Invariants: what is kept was seen at prices that are on the stored tape, by books that know of
// every payment that the ledger knows of. Who cannot be seen so now is left to the next look.

import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { type SeenLow, storeLows } from "./equity-low-table.ts";
import { isBlown, type LeaderFacts } from "./leader-figures.ts";
import { findMarketsOffTape } from "./quotes-on-tape.ts";
import { lossText, type Ratio } from "./ratio.ts";
import type { BooksNow, HeardQuote } from "./read-books.ts";
import { type Heads, readBalances } from "./read-facts.ts";

type NoteParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "storeTape">;
  readonly log: Log;
};

export type SeenLeader = LeaderFacts & BooksNow;

/** A fall, and what it was seen at. */
type Fall = {
  readonly seen: SeenLow;
  readonly facts: SeenLeader;
  readonly quotes: readonly HeardQuote[];
};

export async function noteLows(
  parts: NoteParts,
  leaders: Iterable<SeenLeader>,
  heads: Heads,
): Promise<void> {
  const falls = findFalls(leaders, heads);
  if (falls.length === 0) return;
  let kept: readonly Fall[];
  try {
    kept = await keepSure(parts, falls);
  } catch (err) {
    // A full disk must not close the ranking to readers: the next look tries again.
    parts.log.warn({ err, lows: falls.length }, "could not keep how far leaders have fallen");
    return;
  }
  for (const { seen, facts } of kept) facts.record.see(seen);
}

function findFalls(leaders: Iterable<SeenLeader>, heads: Heads): readonly Fall[] {
  const falls: Fall[] = [];
  for (const facts of leaders) {
    const { leader, record, equity, quotes } = facts;
    const seq = heads.get(leader.shard);
    if (seq === undefined || quotes === null) continue;
    if (!isToldApart(record.lowestLeft, record.today(equity).lowestLeft)) continue;
    const { accountId, shard } = leader;
    falls.push({ seen: { accountId, shard, seq, equity }, facts, quotes });
  }
  return falls;
}

async function keepSure(parts: NoteParts, falls: readonly Fall[]): Promise<readonly Fall[]> {
  const paid = await withAllPayments(parts.database, falls);
  const sure = await atPricesOnTape(parts, paid);
  await storeLows(
    parts.database,
    sure.map(({ seen }) => seen),
  );
  return sure;
}

/** Where a shard is another process's, a payment may be in the tables before it is in our books. */
async function withAllPayments(
  database: Database,
  falls: readonly Fall[],
): Promise<readonly Fall[]> {
  const ids = falls.map(({ seen }) => seen.accountId);
  const balances = await readBalances(database, ids);
  return falls.filter(({ seen, facts }) => balances.get(seen.accountId) === facts.cash);
}

/** A crash or another writer could take back prices that are not stored, and the row would stay. */
async function atPricesOnTape(
  { database, sequencer }: NoteParts,
  falls: readonly Fall[],
): Promise<readonly Fall[]> {
  const heard = new Map(
    falls.flatMap(({ quotes }) => quotes).map((quote) => [quote.marketId, quote] as const),
  );
  if (heard.size === 0) return falls;
  if (!(await sequencer.storeTape([...heard.keys()]))) {
    return falls.filter(({ quotes }) => quotes.length === 0);
  }
  const missing = await findMarketsOffTape(database, [...heard.values()]);
  return falls.filter(({ quotes }) => !quotes.some(({ marketId }) => missing.has(marketId)));
}

/** Whether anybody could see the difference: so an account has ten thousand rows in its life. */
function isToldApart(before: Ratio, now: Ratio): boolean {
  return lossText(before) !== lossText(now) || isBlown(before) !== isBlown(now);
}
