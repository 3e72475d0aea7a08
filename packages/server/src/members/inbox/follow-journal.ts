// Leaves a notice for whatever of the journal is news to somebody. Composed by member-notices.ts.
// Invariant: the notices of a row are written in the transaction that moves the place in the
// shard's journal, so that each row is told once, also across a crash. An account lives on one
// shard: what happens to it is told in its order.

import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import {
  followJournal as follow,
  type Gathered,
  type JournalFollower,
} from "../../trading/journal-follower.ts";
import type { Committed, Sequencer } from "../../trading/sequencer/sequencer.ts";
import { type AccountNews, hasNews, newsOf } from "./facts-of-events.ts";
import type { Inbox } from "./inbox.ts";
import { addressNews } from "./news-address.ts";

export type { JournalFollower } from "../../trading/journal-follower.ts";

export type FollowerParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "subscribe">;
  readonly inbox: Pick<Inbox, "leaveIn" | "announce">;
  readonly log: Log;
};

/** Whole rows of the journal until there are so many notices in one transaction. */
const NEWS_PER_STEP = 2_000;

export function followJournal(parts: FollowerParts): JournalFollower {
  const { inbox } = parts;
  return follow(parts, {
    cursor: "notice_cursor",
    name: "notices",
    concerns: hasNews,
    gather: gatherNews,
    write: async (trx, news) => inbox.leaveIn(trx, await addressNews(trx, news)),
    afterwards: inbox.announce,
    isPrompt: false,
  });
}

function gatherNews(rows: Iterable<Committed>): Gathered<readonly AccountNews[]> {
  const news: AccountNews[] = [];
  for (const row of rows) {
    for (const one of newsOf(row)) news.push(one);
    // A row is told whole, however much it holds.
    if (news.length >= NEWS_PER_STEP) return { step: news, lastSeq: row.seq };
  }
  return { step: news, lastSeq: null };
}
