// Follows the journal for an area above that acts on what was committed: notices, copies. What is
// committed while we look comes from the sequencer's own events; what we have not seen (before a
// start, after a fault) is read from the journal. Invariants: the place in the journal moves in the
// transaction that writes what follows from a row, so that each row counts once, also across a
// crash; the listener only looks and remembers, so that the engine never waits for us.

import { decodeEvents } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import type { Committed, Sequencer } from "./sequencer/sequencer.ts";

export type JournalFollower = {
  /** Acts on everything that is committed now. */
  readonly catchUp: () => Promise<void>;
  /** Rows of the journal that are committed and not yet acted on; for the metrics. */
  readonly lag: () => number;
  readonly stop: () => Promise<void>;
};

/** What is done with the rows. */
export type JournalWork<Step, Written> = {
  /** The table that keeps the place, one row per shard. */
  readonly cursor: "notice_cursor" | "copy_cursor";
  /** Said in the log when it has to wait. */
  readonly name: string;
  /** Asked at once for every row: a look, no more. */
  readonly concerns: (committed: Committed) => boolean;
  /** One step's worth of these rows, in order; whole rows. */
  readonly gather: (rows: Iterable<Committed>) => Gathered<Step>;
  /** Before every step: what must be finished first. */
  readonly beforehand?: () => Promise<void>;
  /** In the transaction that moves the place. */
  readonly write: (trx: Database, step: Step) => Promise<Written>;
  /** After its commit; the next step waits for it. */
  readonly afterwards: (written: Written) => Promise<void> | void;
  /** Acts as soon as a row concerns it, and not only now and then. */
  readonly isPrompt: boolean;
};

export type Gathered<Step> = {
  readonly step: Step;
  /** The last row it took; null: all there were. */
  readonly lastSeq: number | null;
};

export type FollowerParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "subscribe">;
  readonly log: Log;
};

/** There is one shard until accounts are spread over several. */
const SHARD = 0;
const LOOK_EVERY_MS = 200;
const RETRY_AFTER_MS = 1_000;
/** Of the journal, where it has to be read: rows at once. */
const ROWS_PER_READ = 500;
/** Rows that concern nobody move the place only now and then: reading them again does nothing. */
const QUIET_ROWS_MAX = 5_000;
/** Events that are remembered of rows; beyond it the rows are read from the journal again. */
const REMEMBERED_MAX = 200_000;

/** A stretch of committed rows without a gap, as they were seen; kept are those that concern. */
type Seen = { fromSeq: number; toSeq: number; rows: Committed[]; events: number };

export function followJournal<Step, Written>(
  parts: FollowerParts,
  work: JournalWork<Step, Written>,
): JournalFollower {
  const following = new Following(parts, work);
  return {
    catchUp: () => following.catchUp(),
    lag: () => following.lag(),
    stop: () => following.stop(),
  };
}

class Following<Step, Written> {
  readonly #parts: FollowerParts;
  readonly #work: JournalWork<Step, Written>;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  #seen: Seen | null = null;
  /** Where we stand by the database; null before the first look, and after a fault. */
  #place: number | null = null;
  #quietUntilMs = 0;
  #underWay: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: FollowerParts, work: JournalWork<Step, Written>) {
    this.#parts = parts;
    this.#work = work;
    this.#unsubscribe = parts.sequencer.subscribe((committed) => this.#remember(committed));
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  #remember(committed: Committed): void {
    const { seq, events } = committed;
    if (!this.#seen || seq !== this.#seen.toSeq + 1 || this.#seen.events > REMEMBERED_MAX) {
      this.#seen = { fromSeq: seq, toSeq: seq, rows: [], events: 0 };
    }
    const seen = this.#seen;
    seen.toSeq = seq;
    if (!this.#work.concerns(committed)) return;
    seen.rows.push(committed);
    seen.events += events.length;
    const isIdle = this.#underWay === null && seen.rows.length === 1;
    if (this.#work.isPrompt && isIdle) setImmediate(() => this.#look());
  }

  /** Whether everything since the place was seen, and none of it concerns us. */
  #isQuiet(): boolean {
    const [place, seen] = [this.#place, this.#seen];
    if (place === null) return false;
    if (!seen || seen.toSeq <= place) return true;
    return (
      seen.rows.length === 0 && seen.fromSeq <= place + 1 && seen.toSeq - place < QUIET_ROWS_MAX
    );
  }

  async #run(): Promise<void> {
    for (let isDone = false; !isDone; ) {
      const seq = await takeStep(this.#parts.database, this.#work, this.#seen);
      const seen = this.#seen;
      // What comes after what was seen will be seen, and who is prompt is asked again at once.
      const hasAllSeen = this.#work.isPrompt && seen !== null && seq >= seen.toSeq;
      isDone = seq === this.#place || hasAllSeen;
      this.#place = seq;
      if (seen) forget(seen, seq);
    }
  }

  /** One at a time; whoever asks meanwhile waits for it and for another. */
  async catchUp(): Promise<void> {
    while (this.#underWay !== null) await this.#underWay.catch(() => undefined);
    this.#underWay = this.#run()
      .catch((error) => {
        this.#place = null;
        throw error;
      })
      .finally(() => {
        this.#underWay = null;
      });
    await this.#underWay;
  }

  #look(): void {
    const isBusy = this.#isStopped || this.#underWay !== null;
    if (isBusy || this.#isQuiet() || performance.now() < this.#quietUntilMs) return;
    this.catchUp().catch((err) => {
      const { name } = this.#work;
      this.#parts.log.warn({ err, name }, "the journal was not followed; it is tried again");
      this.#quietUntilMs = performance.now() + RETRY_AFTER_MS;
    });
  }

  lag(): number {
    const seen = this.#seen;
    return this.#isQuiet() || !seen ? 0 : seen.toSeq - (this.#place ?? seen.fromSeq - 1);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.catchUp().catch((err) => {
      const { name } = this.#work;
      this.#parts.log.warn({ err, name }, "the rest of the journal waits for the next start");
    });
  }
}

/** What is acted on is remembered no longer. */
function forget(seen: Seen, place: number): void {
  const first = seen.rows.findIndex(({ seq }) => seq > place);
  const gone = seen.rows.splice(0, first === -1 ? seen.rows.length : first);
  for (const { events } of gone) seen.events -= events.length;
  seen.fromSeq = Math.max(seen.fromSeq, Math.min(place, seen.toSeq) + 1);
}

/** Answers the new place; the old one when there was nothing after it. */
async function takeStep<Step, Written>(
  database: Database,
  work: JournalWork<Step, Written>,
  seen: Seen | null,
): Promise<number> {
  await work.beforehand?.();
  const { seq, written } = await database.transaction().execute(async (trx) => {
    const place = await lockPlace(trx, work.cursor);
    const next = stretchOf(seen, place, work) ?? (await readStretch(trx, place, work));
    if (next.toSeq === place) return { seq: place, written: null };
    const told = await work.write(trx, next.step);
    await movePlace(trx, work.cursor, next.toSeq);
    return { seq: next.toSeq, written: { told } };
  });
  if (written) await work.afterwards(written.told);
  return seq;
}

/** Two servers at one database take turns; so does whoever must not meet a step half done. */
export async function lockPlace(
  trx: Database,
  cursor: JournalWork<unknown, unknown>["cursor"],
): Promise<number> {
  const table = sql.table(cursor);
  await sql`insert into ${table} ${COLUMNS[cursor]} on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ seq: bigint }>`
    select seq from ${table} where shard = ${SHARD} for update`.execute(trx);
  return Number(rows[0]?.seq ?? 0n);
}

/** How each begins in an installation without a journal. */
const COLUMNS = {
  notice_cursor: sql`(shard, first_seq, seq) values (${SHARD}, 0, 0)`,
  copy_cursor: sql`(shard, seq) values (${SHARD}, 0)`,
};

async function movePlace(
  trx: Database,
  cursor: JournalWork<unknown, unknown>["cursor"],
  seq: number,
): Promise<void> {
  await sql`update ${sql.table(cursor)} set seq = ${seq} where shard = ${SHARD}`.execute(trx);
}

type Stretch<Step> = { readonly toSeq: number; readonly step: Step };

/** From memory; null when it has not seen the row that comes next. */
function stretchOf<Step>(
  seen: Seen | null,
  place: number,
  work: Pick<JournalWork<Step, unknown>, "gather">,
): Stretch<Step> | null {
  if (!seen || seen.fromSeq > place + 1 || seen.toSeq < place) return null;
  // What is committed meanwhile is not of this step.
  const { toSeq } = seen;
  const { step, lastSeq } = work.gather(seen.rows.filter(({ seq }) => seq > place));
  return { step, toSeq: lastSeq ?? toSeq };
}

async function readStretch<Step>(
  trx: Database,
  place: number,
  work: Pick<JournalWork<Step, unknown>, "gather">,
): Promise<Stretch<Step>> {
  const { rows } = await sql<{ seq: bigint; at_ms: bigint; events: Buffer }>`
    select seq, at_ms, events from journal
    where shard = ${SHARD} and seq > ${place} order by seq limit ${ROWS_PER_READ}`.execute(trx);
  const { step, lastSeq } = work.gather(decodeRows(rows));
  return { step, toSeq: lastSeq ?? Number(rows.at(-1)?.seq ?? place) };
}

/** One after the other: of a large row the rest may never be asked for. */
function* decodeRows(
  rows: readonly { readonly seq: bigint; readonly at_ms: bigint; readonly events: Buffer }[],
): Generator<Committed> {
  for (const { seq, at_ms, events } of rows) {
    yield { shard: SHARD, seq: Number(seq), atMs: Number(at_ms), events: decodeEvents(events) };
  }
}
