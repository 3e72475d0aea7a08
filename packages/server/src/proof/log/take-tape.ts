// New pieces of every market's tape into their log, market by market. Called by the keeper within
// its transaction. Invariants: a piece is taken only if it follows the one taken before it of its
// market, in number and in hash; whatever becomes visible late is found then, since each market is
// taken from where its own tape was left; nothing is taken that came after the turn had begun.

import { areEqual, CHAIN_GENESIS, pieceHash, pieceLeaf } from "@truetick/proof";
import type { KeeperClient } from "./keeper-client.ts";
import { LogBroken } from "./log-broken.ts";
import type { LogEdge } from "./log-edge.ts";

/** Some kilobytes each at most. */
const PIECES_PER_READ = 500;
/** Held by make_tape_room and retire_tape. */
const TAPE_LOCK = 7_283_003;

type Head = {
  readonly market_id: number;
  readonly last_seq: number;
  readonly first_at_ms: number;
  readonly hash: Buffer;
};

type Piece = {
  readonly market_id: number;
  readonly first_seq: number;
  readonly last_seq: number;
  readonly first_at_ms: number;
  readonly quotes: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

export type TapeEnds = {
  /** The last quote of every market that has some. */
  readonly seqs: ReadonlyMap<number, number>;
  /** When the youngest of them came. */
  readonly atMs: number;
};

type EndRow = {
  readonly market_id: number;
  readonly last_seq: number;
  readonly last_at_ms: number;
};

/** Up to where each market's tape was stored. */
export async function readTapeEnds(client: KeeperClient): Promise<TapeEnds> {
  const ends = await client.query<EndRow>(
    `select m.market_id, p.last_seq, p.last_at_ms
     from (select distinct market_id from market_terms) m
     cross join lateral (
       select last_seq, last_at_ms from tape_piece
       where market_id = m.market_id order by first_seq desc limit 1
     ) p`,
  );
  return {
    seqs: new Map(ends.map(({ market_id, last_seq }) => [market_id, last_seq])),
    atMs: Math.max(0, ...ends.map(({ last_at_ms }) => last_at_ms)),
  };
}

export type TakeTape = {
  readonly client: KeeperClient;
  readonly edge: LogEdge;
  readonly ends: TapeEnds;
  readonly piecesMax: number;
};

/** Answers whether everything up to the ends is taken. */
export async function takeTape({ client, edge, ends, piecesMax }: TakeTape): Promise<boolean> {
  const taken: (Piece & { leafIndex: number })[] = [];
  let isAll = true;
  // No part of the tape is let go of while it is read.
  await client.query("select pg_advisory_xact_lock_shared($1)", [TAPE_LOCK]);
  for (let head of await readHeads(client)) {
    const upTo = ends.seqs.get(head.market_id) ?? 0;
    for (let isMore = head.last_seq < upTo; isMore; ) {
      if (taken.length >= piecesMax) {
        isAll = false;
        break;
      }
      const pieces = await readPieces(client, head, upTo);
      isMore = pieces.length === PIECES_PER_READ;
      for (const piece of pieces) {
        checkPiece(head, piece);
        taken.push({ ...piece, leafIndex: edge.size });
        edge.append(pieceLeaf(piece.hash));
        head = piece;
      }
    }
  }
  await writeLeaves(client, taken);
  return isAll;
}

/**
 * Where each market's tape was left. What was let go of before it was taken (before there were
 * logs, or while no keeper ran for days) is known by the end of its chain, and goes on from there.
 */
function readHeads(client: KeeperClient): Promise<readonly Head[]> {
  return client.query<Head>(
    `select m.market_id, coalesce(e.last_seq, 0) as last_seq,
       coalesce(e.first_at_ms, 0) as first_at_ms, coalesce(e.hash, $1::bytea) as hash
     from (select distinct market_id from market_terms) m
     left join lateral (
       select last_seq, first_at_ms, hash from (
         (select last_seq, first_at_ms, hash from proof_tape_leaf
          where market_id = m.market_id order by first_seq desc limit 1)
         union all
         (select last_seq, first_at_ms, hash from tape_retired
          where tape = 'tape_piece' and market_id = m.market_id order by first_seq desc limit 1)
       ) ends order by last_seq desc limit 1
     ) e on true
     order by m.market_id`,
    [Buffer.from(CHAIN_GENESIS)],
  );
}

function readPieces(client: KeeperClient, head: Head, upTo: number): Promise<readonly Piece[]> {
  return client.query<Piece>(
    `select market_id, first_seq, last_seq, first_at_ms, quotes, prev_hash, hash
     from tape_piece
     -- The time tells which parts need not be looked at.
     where market_id = $1 and first_seq > $2 and first_at_ms >= $3 and first_seq <= $4
     order by first_seq limit ${PIECES_PER_READ}`,
    [head.market_id, head.last_seq, head.first_at_ms, upTo],
  );
}

function checkPiece(head: Head, piece: Piece): void {
  const { market_id: marketId, first_seq: firstSeq, last_seq: lastSeq, quotes: packed } = piece;
  const hash = pieceHash(head.hash, { marketId, firstSeq, lastSeq, packed });
  const follows = firstSeq === head.last_seq + 1 && areEqual(piece.prev_hash, head.hash);
  if (follows && areEqual(hash, piece.hash)) return;
  throw new LogBroken(
    `tape of market ${marketId}: quotes from ${firstSeq} do not follow ${head.last_seq}`,
  );
}

async function writeLeaves(
  client: KeeperClient,
  taken: readonly (Piece & { readonly leafIndex: number })[],
): Promise<void> {
  if (taken.length === 0) return;
  await client.query(
    `insert into proof_tape_leaf (leaf_index, market_id, first_seq, last_seq, first_at_ms, hash)
     select * from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[],
       $6::bytea[])`,
    [
      taken.map(({ leafIndex }) => leafIndex),
      taken.map(({ market_id }) => market_id),
      taken.map(({ first_seq }) => first_seq),
      taken.map(({ last_seq }) => last_seq),
      taken.map(({ first_at_ms }) => first_at_ms),
      taken.map(({ hash }) => hash),
    ],
  );
}
