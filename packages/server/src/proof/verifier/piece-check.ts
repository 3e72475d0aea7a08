// One piece of a tape by itself: its hash, its quotes, and what its columns say of them. And the
// quotes of pieces that are kept row by row. Used by check-tape.ts.

import { pieceHash, type RunQuote, readRun } from "@truetick/proof";
import type { ClientBase } from "pg";
import type { FaultKind, Findings } from "./fault.ts";

export type TapeRow = {
  readonly first_seq: string;
  readonly last_seq: string;
  readonly first_at_ms: string;
  readonly last_at_ms: string;
  readonly last_bid: string;
  readonly last_ask: string;
  /** The packed quotes, or the ticks of the raw tape. */
  readonly quotes: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

type Problem = { readonly what: FaultKind; readonly detail: string };

const HASH_BYTES = 32;

/** Null when all is well. */
export function checkPiece(marketId: number, row: TapeRow): Problem | null {
  const broken = checkHash(marketId, row);
  if (broken) return broken;
  const quotes = readQuotes(row);
  const [first, last] = [quotes?.[0], quotes?.at(-1)];
  if (!quotes || !first || !last || quotes.length !== countOf(row)) {
    return { what: "unreadable", detail: "it does not have the quotes that it says" };
  }
  const told = [row.first_at_ms, row.last_at_ms, row.last_bid, row.last_ask].map(Number);
  const own = [first.atMs, last.atMs, last.bid, last.ask];
  if (own.some((value, nth) => value !== told[nth])) {
    return { what: "changed", detail: "its columns are not those of its quotes" };
  }
  const isBad = quotes.some(
    ({ bid, ask, atMs }, nth) => bid <= 0 || ask < bid || atMs < (quotes[nth - 1]?.atMs ?? 0),
  );
  return isBad ? { what: "changed", detail: "it has a quote that no tape takes" } : null;
}

export function checkRawPiece(marketId: number, row: TapeRow): Problem | null {
  const broken = checkHash(marketId, row);
  if (broken) return broken;
  try {
    const ticks: unknown = JSON.parse(row.quotes.toString("utf8"));
    if (Array.isArray(ticks) && ticks.length === countOf(row)) return null;
  } catch {
    // Told below.
  }
  return { what: "unreadable", detail: "it does not have the ticks that it says" };
}

function checkHash(marketId: number, row: TapeRow): Problem | null {
  const { prev_hash, hash, quotes: packed } = row;
  const [firstSeq, lastSeq] = [Number(row.first_seq), Number(row.last_seq)];
  const isOwn =
    prev_hash.length === HASH_BYTES &&
    hash.equals(pieceHash(prev_hash, { marketId, firstSeq, lastSeq, packed }));
  return isOwn ? null : { what: "chain", detail: "its hash is not that of its contents" };
}

function countOf({ first_seq, last_seq }: TapeRow): number {
  return Number(last_seq) - Number(first_seq) + 1;
}

function readQuotes({ quotes }: TapeRow): readonly RunQuote[] | null {
  try {
    return readRun(quotes);
  } catch {
    return null;
  }
}

/** Every quote that is kept by itself is the one of its piece. */
export async function checkQuotes(
  { client, findings }: { readonly client: ClientBase; readonly findings: Findings },
  marketId: number,
  pieces: readonly TapeRow[],
): Promise<void> {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return;
  const { rows } = await client.query<Record<"seq" | "bid" | "ask" | "at_ms", string>>({
    name: "verify-named",
    text: `select seq, bid, ask, at_ms from tape_quote
           where market_id = $1 and seq between $2 and $3 order by seq`,
    values: [marketId, first.first_seq, last.last_seq],
  });
  let at = 0;
  let opened: readonly RunQuote[] | null = null;
  for (const { seq: text, bid, ask, at_ms } of rows) {
    const seq = Number(text);
    while (Number(pieces[at]?.last_seq ?? Number.POSITIVE_INFINITY) < seq) {
      at += 1;
      opened = null;
    }
    const piece = pieces[at];
    // Between pieces that are kept others are gone; a gap of the tape is told elsewhere.
    if (!piece || Number(piece.first_seq) > seq) continue;
    opened ??= readQuotes(piece) ?? [];
    const quote = opened[seq - Number(piece.first_seq)];
    // A quote that came late keeps when it was made: never after it stood on the tape.
    const isSame =
      quote?.bid === Number(bid) && quote.ask === Number(ask) && Number(at_ms) <= quote.atMs;
    if (isSame) continue;
    const own = quote && `${quote.bid}/${quote.ask} at ${quote.atMs}`;
    const detail = `the quote is ${bid}/${ask} at ${at_ms}, on the tape it is ${own ?? "gone"}`;
    findings.add({ log: "quote", marketId, seq, what: "changed", detail });
  }
}
