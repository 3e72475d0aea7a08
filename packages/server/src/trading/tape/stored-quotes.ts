// Reads a run of one market's quotes from the stored tape, for who missed them on the line. Called
// by follow-tape.ts and rebuild-tape.ts. Invariant: consecutive numbers, or an error.

import type { MarketId, TakeQuote } from "@truetick/engine";
import { price } from "@truetick/money";
import { readRun } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import { QUOTES_PER_PIECE_MAX } from "./tape.ts";
import "./tape-table.ts";

type Wanted = {
  readonly marketId: MarketId;
  readonly after: number;
  /** Not included. */
  readonly before: number;
};

export async function readStoredQuotes(
  database: Database,
  { marketId, after, before }: Wanted,
): Promise<readonly TakeQuote[]> {
  const pieces = await database
    .selectFrom("tape_piece")
    .select(["first_seq", "quotes"])
    .where("market_id", "=", marketId)
    .where("first_seq", ">", BigInt(after - QUOTES_PER_PIECE_MAX))
    .where("first_seq", "<", BigInt(before))
    .where("last_seq", ">", BigInt(after))
    .orderBy("first_seq")
    .execute();
  const quotes: TakeQuote[] = [];
  for (const { first_seq, quotes: packed } of pieces) {
    for (const [index, { bid, ask, atMs }] of readRun(packed).entries()) {
      const seq = Number(first_seq) + index;
      if (seq <= after || seq >= before) continue;
      const sides = { bid: price(bid), ask: price(ask) };
      quotes.push({ type: "TakeQuote", marketId, seq, ...sides, atMs });
    }
  }
  if (quotes.length !== before - after - 1) {
    throw new Error(`quotes ${after + 1} to ${before - 1} of market ${marketId} are not stored`);
  }
  return quotes;
}
