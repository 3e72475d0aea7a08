// Follows the journal and leaves a notice for whatever in it is news to somebody. What is committed
// while we look comes from the sequencer's own events; what we have not seen (before a start, after
// a fault) is read from the journal. Invariants: the place in the journal moves in the transaction
// that writes the notices, so that each row is told once, also across a crash; the listener only
// looks and remembers, so that the engine never waits and is never stopped by us.

import { decodeEvents } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { Committed, Sequencer } from "../../trading/sequencer/sequencer.ts";
import { type AccountNews, hasNews, newsOf } from "./facts-of-events.ts";
import type { Inbox } from "./inbox.ts";
import { addressNews } from "./news-address.ts";

export type JournalFollower = {
  /** Tells of everything that is committed now. */
  readonly catchUp: () => Promise<void>;
  /** Rows of the journal that are committed and not yet told; for the metrics. */
  readonly lag: () => number;
  readonly stop: () => Promise<void>;
};

export type FollowerParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "subscribe">;
  readonly inbox: Pick<Inbox, "leaveIn" | "announce">;
  readonly log: Log;
};

/** There is one shard until accounts are spread over several. */
const SHARD = 0;
const LOOK_EVERY_MS = 200;
const RETRY_AFTER_MS = 1_000;
/** Whole rows of the journal until there are so many notices in one transaction. */
const NEWS_PER_STEP = 2_000;
/** Of the journal, where it has to be read: rows at once. */
const ROWS_PER_READ = 200;
/** Rows without news move the place only now and then: reading them again tells nobody anything. */
const QUIET_ROWS_MAX = 5_000;
/** Events that are remembered of rows; beyond it the rows are read from the journal again. */
const REMEMBERED_MAX = 200_000;

/** A stretch of committed rows without a gap, as they were seen; kept are those with news. */
type Seen = { fromSeq: number; toSeq: number; rows: Committed[]; events: number };

/** What one step tells: everything of the rows after the place, up to `toSeq`. */
type Stretch = { readonly toSeq: number; readonly news: readonly AccountNews[] };

export function followJournal(parts: FollowerParts): JournalFollower {
  const { sequencer, log } = parts;
  let seen: Seen | null = null;
  /** Where we stand by the database; null before the first look, and after a fault. */
  let place: number | null = null;
  let quietUntilMs = 0;
  let underWay: Promise<void> | null = null;

  function remember(committed: Committed): void {
    const { seq, events } = committed;
    if (!seen || seq !== seen.toSeq + 1 || seen.events > REMEMBERED_MAX) {
      seen = { fromSeq: seq, toSeq: seq, rows: [], events: 0 };
    }
    seen.toSeq = seq;
    if (!hasNews(committed)) return;
    seen.rows.push(committed);
    seen.events += events.length;
  }

  /** Whether everything since the place was seen, and none of it is news. */
  function isQuiet(): boolean {
    if (place === null) return false;
    if (!seen || seen.toSeq <= place) return true;
    return (
      seen.rows.length === 0 && seen.fromSeq <= place + 1 && seen.toSeq - place < QUIET_ROWS_MAX
    );
  }

  async function run(): Promise<void> {
    for (let isDone = false; !isDone; ) {
      const step = await tellNext(parts, seen);
      isDone = step.seq === place;
      place = step.seq;
      if (seen) forget(seen, place);
    }
  }

  /** One at a time; whoever asks meanwhile waits for it and for another. */
  async function catchUp(): Promise<void> {
    while (underWay !== null) await underWay.catch(() => undefined);
    underWay = run()
      .catch((error) => {
        place = null;
        throw error;
      })
      .finally(() => {
        underWay = null;
      });
    await underWay;
  }

  const unsubscribe = sequencer.subscribe(remember);
  const timer = setInterval(() => {
    if (underWay !== null || isQuiet() || performance.now() < quietUntilMs) return;
    catchUp().catch((err) => {
      log.warn({ err }, "notices wait: the journal was not followed");
      quietUntilMs = performance.now() + RETRY_AFTER_MS;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    catchUp,
    lag: () => (isQuiet() || !seen ? 0 : seen.toSeq - (place ?? seen.fromSeq - 1)),
    async stop() {
      clearInterval(timer);
      unsubscribe();
      await catchUp().catch((err) => log.warn({ err }, "notices wait for the next start"));
    },
  };
}

/** What is told is remembered no longer. */
function forget(seen: Seen, place: number): void {
  const first = seen.rows.findIndex(({ seq }) => seq > place);
  const gone = seen.rows.splice(0, first === -1 ? seen.rows.length : first);
  for (const { events } of gone) seen.events -= events.length;
  seen.fromSeq = Math.max(seen.fromSeq, Math.min(place, seen.toSeq) + 1);
}

/** Answers the new place; the old one when there was nothing after it. */
async function tellNext(
  { database, inbox }: FollowerParts,
  seen: Seen | null,
): Promise<{ readonly seq: number }> {
  const { seq, notices } = await database.transaction().execute(async (trx) => {
    const place = await lockPlace(trx);
    const next = stretchOf(seen, place) ?? (await readStretch(trx, place));
    if (next.toSeq === place) return { seq: place, notices: [] };
    const left = await inbox.leaveIn(trx, await addressNews(trx, next.news));
    await movePlace(trx, next.toSeq);
    return { seq: next.toSeq, notices: left };
  });
  inbox.announce(notices);
  return { seq };
}

/** Two servers at one database take turns. */
async function lockPlace(trx: Database): Promise<number> {
  await sql`insert into notice_cursor (shard, first_seq, seq) values (${SHARD}, 0, 0)
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ seq: bigint }>`
    select seq from notice_cursor where shard = ${SHARD} for update`.execute(trx);
  return Number(rows[0]?.seq ?? 0n);
}

async function movePlace(trx: Database, seq: number): Promise<void> {
  await sql`update notice_cursor set seq = ${seq} where shard = ${SHARD}`.execute(trx);
}

/** From memory; null when it has not seen the row that comes next. */
function stretchOf(seen: Seen | null, place: number): Stretch | null {
  if (!seen || seen.fromSeq > place + 1 || seen.toSeq < place) return null;
  const news: AccountNews[] = [];
  for (const row of seen.rows) {
    if (row.seq <= place) continue;
    for (const one of newsOf(SHARD, row)) news.push(one);
    // A row is told whole, however much it holds.
    if (news.length >= NEWS_PER_STEP) return { toSeq: row.seq, news };
  }
  return { toSeq: seen.toSeq, news };
}

async function readStretch(trx: Database, place: number): Promise<Stretch> {
  const { rows } = await sql<{ seq: bigint; at_ms: bigint; events: Buffer }>`
    select seq, at_ms, events from journal
    where shard = ${SHARD} and seq > ${place} order by seq limit ${ROWS_PER_READ}`.execute(trx);
  const news: AccountNews[] = [];
  let toSeq = place;
  for (const row of rows) {
    toSeq = Number(row.seq);
    const events = decodeEvents(row.events);
    for (const one of newsOf(SHARD, { seq: toSeq, atMs: Number(row.at_ms), events })) {
      news.push(one);
    }
    if (news.length >= NEWS_PER_STEP) break;
  }
  return { toSeq, news };
}
