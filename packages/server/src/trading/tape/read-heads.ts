// Where the stored tape of every market ends: what the next number, time and link follow. Read on
// the writer's own connection at a shard's start, and on any other by who follows the tape.

import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { TapeHead } from "./tape.ts";

/** Numbers as the connection reads them. */
export type HeadRow = {
  readonly id: number;
  readonly seq: string | bigint;
  readonly bid: string | bigint;
  readonly ask: string | bigint;
  readonly at: string | bigint;
  readonly hash: Buffer;
};

/** The newest piece of every market that ever was defined. */
export const HEADS_QUERY = `select distinct on (id) id, seq, bid, ask, at, hash
  from (
    select p.market_id as id, p.last_seq as seq, p.last_bid as bid, p.last_ask as ask,
           p.last_at_ms as at, p.hash
    from (select distinct market_id from market_terms) m
    cross join lateral (
      select * from tape_piece where market_id = m.market_id order by first_seq desc limit 1
    ) p
    union all
    -- A market without a quote for so long that the part with its last one was dropped.
    select market_id, last_seq, last_bid, last_ask, last_at_ms, hash
    from tape_retired where tape = 'tape_piece'
  ) ends
  order by id, seq desc`;

export function headOf(row: HeadRow): TapeHead {
  return {
    marketId: marketId(row.id),
    newest: {
      seq: Number(row.seq),
      bid: price(Number(row.bid)),
      ask: price(Number(row.ask)),
      atMs: Number(row.at),
    },
    hash: new Uint8Array(row.hash),
  };
}

export async function readHeads(database: Database): Promise<readonly TapeHead[]> {
  const { rows } = await sql.raw<HeadRow>(HEADS_QUERY).execute(database);
  return rows.map(headOf);
}
