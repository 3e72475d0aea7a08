// What the last writer of the tape said beyond the stored pieces, for the next one: rows that other
// shards' commits brought along, then what anybody still remembers to have heard, as far as it goes
// without a gap. Asked once, when shard 0 is opened and before anything of it is written. Rejects
// while the line does not carry. Invariant: a number that somebody's fill names keeps its price.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type MarketId, marketId, type TakeQuote } from "@truetick/engine";
import { price } from "@truetick/money";
import { sql } from "kysely";
import { type Bus, BusSilent } from "../../platform/bus/bus.ts";
import type { Database } from "../../platform/database.ts";
import type { TapeHead } from "./tape.ts";
import type { TapeStream } from "./tape-stream.ts";
import { type HeardQuote, readHeard, TAPE_RECALL, type TapePlaces, toBytes } from "./tape-words.ts";

/** Whoever lives answers within this; nobody trades in these markets meanwhile. */
const RECALL_MS = 250;
/** A line that was lost is back for the others within this, too. */
const BACK_WITHIN_MS = 1_000;
/** Above every epoch: what is in the table is beyond doubt. */
const STORED = Number.POSITIVE_INFINITY;

type Needs = {
  readonly database: Database;
  readonly bus: Bus;
  readonly tape: Pick<TapeStream, "lineUpMs">;
};

/** In the order of their times, each market's in the order of its numbers. */
export async function rebuildTape(
  needs: Needs,
  heads: readonly TapeHead[],
): Promise<readonly TakeQuote[]> {
  const rows = await readNamed(needs.database, heads);
  const after: TapePlaces = heads.map(({ marketId: id, newest: { seq, bid, ask } }) => [
    id,
    seq,
    bid,
    ask,
  ]);
  const heard = await recall(needs, after);
  const ends = new Map(heads.map((head) => [head.marketId, head.newest]));
  const said = [...heard, ...rows];
  const runs = [...new Set(said.map((quote) => quote.marketId))].flatMap((id) => {
    const quotes = said.filter((quote) => quote.marketId === id);
    return runAfter(ends.get(id)?.seq ?? 0, quotes);
  });
  const found = new Set(runs.map(nameOf));
  const lost = rows.find((row) => !found.has(nameOf(row)));
  if (lost) {
    const { marketId: id, seq } = lost;
    throw new Error(`Invariant: quote ${seq} of market ${id} is named and follows the tape`);
  }
  return inOrder(runs, ends);
}

/** What other shards' commits brought along, beyond what is stored in pieces. */
async function readNamed(
  database: Database,
  heads: readonly TapeHead[],
): Promise<readonly HeardQuote[]> {
  const ids = heads.map((head) => head.marketId);
  const seqs = heads.map(({ newest }) => newest.seq);
  const { rows } = await sql<Record<"market_id" | "seq" | "bid" | "ask" | "at_ms", bigint>>`
    select q.* from (select distinct market_id as id from market_terms) m
    left join unnest(${ids}::int[], ${seqs}::bigint[]) as head (id, seq) on head.id = m.id
    cross join lateral (
      select * from tape_quote where market_id = m.id and seq > coalesce(head.seq, 0)
    ) q
    order by q.market_id, q.seq`.execute(database);
  return rows.map((row) => ({
    marketId: marketId(Number(row.market_id)),
    seq: Number(row.seq),
    bid: price(Number(row.bid)),
    ask: price(Number(row.ask)),
    atMs: Number(row.at_ms),
    epoch: STORED,
  }));
}

/** Who cannot be asked may remember: nothing is written that could be another price. */
async function recall({ bus, tape }: Needs, after: TapePlaces): Promise<readonly HeardQuote[]> {
  await sleep(Math.max(0, BACK_WITHIN_MS - tape.lineUpMs()));
  const heard: HeardQuote[] = [];
  let wasLost = false;
  const inbox = `${TAPE_RECALL}.${randomUUID()}`;
  const stops = [
    bus.subscribe(inbox, ({ bytes }) => heard.push(...readHeard(bytes))),
    bus.onBack(() => {
      wasLost = true;
    }),
  ];
  try {
    await bus.flush();
    bus.publish(TAPE_RECALL, toBytes({ inbox, after }));
    await sleep(RECALL_MS);
    await bus.flush();
    if (wasLost) throw new BusSilent("the line was lost while the tape was asked for");
    return heard;
  } finally {
    for (const stop of stops) stop();
  }
}

function nameOf({ marketId: id, seq }: HeardQuote): string {
  return `${id}/${seq}`;
}

/** Consecutive numbers; of two words about one number that of the later writer. */
function runAfter(afterSeq: number, quotes: readonly HeardQuote[]): readonly HeardQuote[] {
  const bySeq = new Map<number, HeardQuote>();
  for (const quote of quotes) {
    const known = bySeq.get(quote.seq);
    if (known && quote.epoch <= known.epoch) continue;
    bySeq.set(quote.seq, known && quote.epoch === STORED ? timedAs(quote, known) : quote);
  }
  const run: HeardQuote[] = [];
  let epoch = 0;
  for (let quote = bySeq.get(afterSeq + 1); quote; quote = bySeq.get(quote.seq + 1)) {
    // An earlier writer's word after a later one's is of a tape that was given up.
    if (quote.epoch !== STORED && quote.epoch < epoch) break;
    if (quote.epoch !== STORED) epoch = quote.epoch;
    run.push(quote);
  }
  return run;
}

/** A row says when a late quote was made; who heard it also knows when it came onto the tape. */
function timedAs(row: HeardQuote, heard: HeardQuote): HeardQuote {
  if (heard.bid !== row.bid || heard.ask !== row.ask) return row;
  return { ...heard, atMs: Math.max(row.atMs, heard.atMs), epoch: row.epoch };
}

/** Times as the tape demands them: never back within a market, nor before what is stored. */
function inOrder(
  runs: readonly HeardQuote[],
  ends: ReadonlyMap<MarketId, { readonly atMs: number }>,
): readonly TakeQuote[] {
  const lastMs = new Map([...ends].map(([id, { atMs }]) => [id, atMs]));
  const quotes = runs.map(({ epoch: _, ...quote }): TakeQuote => {
    const atMs = Math.max(quote.atMs, lastMs.get(quote.marketId) ?? 0);
    lastMs.set(quote.marketId, atMs);
    return { type: "TakeQuote", ...quote, atMs };
  });
  return quotes.toSorted((left, right) => left.atMs - right.atMs);
}
