// One follower's way through the journal of one shard: what it has seen of it, and the next step
// from where the database says it stands. Held by journal-follower.ts, one for each shard.
// Invariant: a step takes rows without a gap from its place on, from memory or from the table.

import { decodeEvents } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../platform/database.ts";
import { type Cursor, lockPlaces, movePlace, readPlace } from "./journal-place.ts";
import type { Committed } from "./sequencer/sequencer.ts";
import { readHead } from "./shards/load-state.ts";

/** What is done with the rows. */
export type JournalWork<Step, Written> = {
  /** The table that keeps the place, one row per shard. */
  readonly cursor: Cursor;
  /** Said in the log when it has to wait. */
  readonly name: string;
  /** Asked at once for every row: a look, no more. */
  readonly concerns: (committed: Committed) => boolean;
  /** One step's worth of these rows of one shard, in order; whole rows. */
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

/** Of the journal, where it has to be read: rows at once. */
const ROWS_PER_READ = 500;
/** Rows that concern nobody move the place only now and then: reading them again does nothing. */
const QUIET_ROWS_MAX = 5_000;
/** Events that are remembered of rows; beyond it the rows are read from the journal again. */
const REMEMBERED_MAX = 200_000;

/** A stretch of committed rows without a gap, as they were seen; kept are those that concern. */
type Seen = { fromSeq: number; toSeq: number; rows: Committed[]; events: number };

export class ShardFollowing<Step, Written> {
  readonly #shard: number;
  readonly #work: JournalWork<Step, Written>;
  #seen: Seen | null = null;
  /** Where we stand by the database; null before the first look, and after a fault. */
  #place: number | null = null;

  constructor(shard: number, work: JournalWork<Step, Written>) {
    this.#shard = shard;
    this.#work = work;
  }

  /** Answers whether it is the first that waits to be acted on. */
  remember(committed: Committed): boolean {
    const { seq, events } = committed;
    if (!this.#seen || seq !== this.#seen.toSeq + 1 || this.#seen.events > REMEMBERED_MAX) {
      this.#seen = { fromSeq: seq, toSeq: seq, rows: [], events: 0 };
    }
    const seen = this.#seen;
    seen.toSeq = seq;
    if (!this.#work.concerns(committed)) return false;
    seen.rows.push(committed);
    seen.events += events.length;
    return seen.rows.length === 1;
  }

  /** Whether everything since the place was seen, and none of it concerns us. */
  isQuiet(): boolean {
    const [place, seen] = [this.#place, this.#seen];
    if (place === null) return false;
    if (!seen || seen.toSeq <= place) return true;
    return (
      seen.rows.length === 0 && seen.fromSeq <= place + 1 && seen.toSeq - place < QUIET_ROWS_MAX
    );
  }

  lag(): number {
    const seen = this.#seen;
    return this.isQuiet() || !seen ? 0 : seen.toSeq - (this.#place ?? seen.fromSeq - 1);
  }

  /** After a fault the database is asked where we stand. */
  doubt(): void {
    this.#place = null;
  }

  /**
   * Acts on everything that is committed now, or only on what was seen by now. What comes
   * meanwhile waits for the next run: while people trade, there would be no end of it.
   */
  async run(database: Database, reach: "committed" | "seen"): Promise<void> {
    const seenSeq = this.#seen?.toSeq ?? 0;
    const upTo = reach === "seen" ? seenSeq : await readHead(database, this.#shard);
    for (let isDone = false; !isDone; ) {
      const seq = await this.#takeStep(database);
      const isAtEnd = seq === this.#place;
      this.#place = seq;
      if (this.#seen) forget(this.#seen, seq);
      // Who is prompt stays for what concerns it: a row that came meanwhile has woken nobody.
      isDone = isAtEnd || (seq >= upTo && (!this.#work.isPrompt || this.isQuiet()));
    }
  }

  /** Answers the new place; the old one when there was nothing after it. */
  async #takeStep(database: Database): Promise<number> {
    const work = this.#work;
    const shard = this.#shard;
    const seen = this.#seen;
    await work.beforehand?.();
    const { seq, written } = await database.transaction().execute(async (trx) => {
      await lockPlaces(trx, work.cursor);
      const place = await readPlace(trx, work.cursor, shard);
      const next = stretchOf(seen, place, work) ?? (await readStretch(trx, { shard, place }, work));
      if (next.toSeq === place) return { seq: place, written: null };
      const told = await work.write(trx, next.step);
      await movePlace(trx, work.cursor, { shard, seq: next.toSeq });
      return { seq: next.toSeq, written: { told } };
    });
    if (written) await work.afterwards(written.told);
    return seq;
  }
}

/** What is acted on is remembered no longer. */
function forget(seen: Seen, place: number): void {
  const first = seen.rows.findIndex(({ seq }) => seq > place);
  const gone = seen.rows.splice(0, first === -1 ? seen.rows.length : first);
  for (const { events } of gone) seen.events -= events.length;
  seen.fromSeq = Math.max(seen.fromSeq, Math.min(place, seen.toSeq) + 1);
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
  { shard, place }: { readonly shard: number; readonly place: number },
  work: Pick<JournalWork<Step, unknown>, "gather">,
): Promise<Stretch<Step>> {
  const { rows } = await sql<Row>`
    select seq, at_ms, events from journal
    where shard = ${shard} and seq > ${place} order by seq limit ${ROWS_PER_READ}`.execute(trx);
  const { step, lastSeq } = work.gather(decodeRows(shard, rows));
  return { step, toSeq: lastSeq ?? Number(rows.at(-1)?.seq ?? place) };
}

type Row = { readonly seq: bigint; readonly at_ms: bigint; readonly events: Buffer };

/** One after the other: of a large row the rest may never be asked for. */
function* decodeRows(shard: number, rows: readonly Row[]): Generator<Committed> {
  for (const { seq, at_ms, events } of rows) {
    yield { shard, seq: Number(seq), atMs: Number(at_ms), events: decodeEvents(events) };
  }
}
