// The raw tape: every tick of a source that became no quote, with the reason, and, where a quote is
// made of several sources or bears a markup, every tick that it was made of (F13, H04). Fed by the
// quote intake, stored every few seconds beside the tape, never in a trader's way. Invariants: its
// numbers have no gap and no repeat; a piece is stored once, however often storing it was tried,
// and by the tape's writer alone.

import { CHAIN_GENESIS, pieceHash } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { heldTape, isOvertaken } from "./hold-tape.ts";
import { packTicks, type RawTick } from "./raw-run.ts";
import "./tape-table.ts";

/** For when the database is away, or a source gone mad; what is beyond is counted and told. */
const HELD_MAX = 50_000;
const TICKS_PER_PIECE_MAX = 1_000;

type Piece = {
  readonly market_id: number;
  readonly first_seq: bigint;
  readonly last_seq: bigint;
  readonly first_at_ms: bigint;
  readonly last_at_ms: bigint;
  readonly ticks: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

type Strand = { lastSeq: number; lastAtMs: number; hash: Uint8Array; waiting: RawTick[] };

export type RawTape = {
  readonly put: (marketId: number, tick: RawTick) => void;
  /** Stores all that has come in by now; what fails is tried again by the next call. */
  readonly store: () => Promise<void>;
};

type Needs = {
  readonly database: Database;
  /** Of the lease of shard 0. */
  readonly epoch: number;
  readonly log: Log;
};

export async function openRawTape({ database, epoch, log }: Needs): Promise<RawTape> {
  const strands = await readStrands(database);
  let pieces: Piece[] = [];
  let held = 0;
  let dropped = 0;
  let isOver = false;
  let underWay: Promise<void> | null = null;
  /** Of what has come in since that one began. */
  let next: Promise<void> | null = null;

  function letGo(): void {
    log.warn({ ticks: held }, "the tape has another writer: what came in here is dropped");
    isOver = true;
    strands.clear();
    pieces = [];
    held = 0;
  }

  async function write(): Promise<void> {
    for (const [marketId, strand] of strands) pieces.push(...cut(marketId, strand));
    if (dropped > 0) log.error({ dropped }, "more was refused than the raw tape could hold");
    dropped = 0;
    const stored = pieces;
    if (stored.length === 0) return;
    try {
      // A try whose answer was lost has stored them already.
      await storePieces(database, stored, epoch);
      pieces = pieces.slice(stored.length);
      held -= stored.reduce((sum, piece) => sum + countOf(piece), 0);
    } catch (err) {
      if (isOvertaken(err)) return letGo();
      log.warn({ err, pieces: stored.length }, "the raw tape was not stored; it is tried again");
    }
  }

  function begin(): Promise<void> {
    next = null;
    underWay ??= write().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return {
    put(marketId, tick) {
      if (isOver) return;
      if (held >= HELD_MAX) {
        dropped += 1;
        return;
      }
      held += 1;
      const strand = strands.get(marketId) ?? emptyStrand();
      strands.set(marketId, strand);
      strand.waiting.push(tick);
    },
    store() {
      if (underWay === null) return begin();
      next ??= underWay.then(begin, begin);
      return next;
    },
  };
}

async function storePieces(database: Database, pieces: readonly Piece[], epoch: number) {
  const all = <Name extends keyof Piece>(name: Name) => pieces.map((piece) => piece[name]);
  await sql`
    insert into raw_tape_piece (
      market_id, first_seq, last_seq, first_at_ms, last_at_ms, ticks, prev_hash, hash
    )
    select piece.* from ${heldTape(epoch)} cross join unnest(
      ${all("market_id")}::int[], ${all("first_seq")}::bigint[], ${all("last_seq")}::bigint[],
      ${all("first_at_ms")}::bigint[], ${all("last_at_ms")}::bigint[],
      ${all("ticks")}::bytea[], ${all("prev_hash")}::bytea[], ${all("hash")}::bytea[]
    ) piece
    on conflict do nothing`.execute(database);
}

function emptyStrand(): Strand {
  return { lastSeq: 0, lastAtMs: 0, hash: CHAIN_GENESIS, waiting: [] };
}

function countOf({ first_seq, last_seq }: Piece): number {
  return Number(last_seq - first_seq) + 1;
}

function cut(marketId: number, strand: Strand): Piece[] {
  const pieces: Piece[] = [];
  while (strand.waiting.length > 0) {
    const ticks = strand.waiting.splice(0, TICKS_PER_PIECE_MAX);
    const packed = packTicks(ticks);
    const firstSeq = strand.lastSeq + 1;
    const lastSeq = strand.lastSeq + ticks.length;
    const hash = pieceHash(strand.hash, { marketId, firstSeq, lastSeq, packed });
    // A clock that was set back moves nothing into a part that was written before.
    const firstAtMs = Math.max(strand.lastAtMs, ticks[0]?.receivedAtMs ?? 0);
    const lastAtMs = Math.max(firstAtMs, ticks.at(-1)?.receivedAtMs ?? 0);
    pieces.push({
      market_id: marketId,
      first_seq: BigInt(firstSeq),
      last_seq: BigInt(lastSeq),
      first_at_ms: BigInt(firstAtMs),
      last_at_ms: BigInt(lastAtMs),
      ticks: Buffer.from(packed),
      prev_hash: Buffer.from(strand.hash),
      hash: Buffer.from(hash),
    });
    strand.lastSeq = lastSeq;
    strand.lastAtMs = lastAtMs;
    strand.hash = hash;
  }
  return pieces;
}

async function readStrands(database: Database): Promise<Map<number, Strand>> {
  const { rows } = await sql<{ id: number; seq: bigint; at: bigint; hash: Buffer }>`
    select distinct on (id) id, seq, at, hash from (
      select p.market_id as id, p.last_seq as seq, p.last_at_ms as at, p.hash
      from (select distinct market_id from market_terms) m cross join lateral (
        select * from raw_tape_piece where market_id = m.market_id order by first_seq desc limit 1
      ) p
      union all
      select market_id, last_seq, last_at_ms, hash from tape_retired where tape = 'raw_tape_piece'
    ) ends
    order by id, seq desc`.execute(database);
  return new Map(
    rows.map(({ id, seq, at, hash }) => [
      id,
      { lastSeq: Number(seq), lastAtMs: Number(at), hash: new Uint8Array(hash), waiting: [] },
    ]),
  );
}
