// The tape in memory: the head of every market's tape, and what is not yet stored of it. Fed by
// the sequencer, which writes a quote when the engine has seen it and stores it in the same commit
// as what it caused, or a later one. Invariants: numbers have no gap and no repeat; the pieces of a
// failed commit are stored by a later one, unchanged and in order.

import type { MarketId, Quote } from "@truetick/engine";
import { CHAIN_GENESIS, pieceHash, QuoteRun } from "@truetick/proof";
import type { NamedQuote } from "../journal/named-quotes.ts";

/** Consecutive quotes of one market, as they are stored. */
export type TapePiece = {
  readonly marketId: MarketId;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly firstAtMs: number;
  readonly newest: Quote;
  readonly quotes: Uint8Array;
  readonly prevHash: Uint8Array;
  readonly hash: Uint8Array;
};

/** Where the stored tape of a market ends. */
export type TapeHead = {
  readonly marketId: MarketId;
  readonly newest: Quote;
  readonly hash: Uint8Array;
};

/** What a shard's sequencer asks of its tape: one that it writes, or one that it is given. */
export type ShardTape = Pick<
  Tape,
  | "newest"
  | "accepts"
  | "announce"
  | "write"
  | "hasUnstored"
  | "take"
  | "takeAll"
  | "markStored"
  | "rewind"
  | "storedSeq"
  | "bring"
  | "epochOf"
>;

type Strand = {
  readonly marketId: MarketId;
  /** The last number given out. */
  newest: Quote | null;
  /** The last that is written: the engine has seen it. */
  written: Quote | null;
  /** The last that is known to be stored. */
  storedSeq: number;
  /** Of the last piece that was cut. */
  hash: Uint8Array;
  readonly run: QuoteRun;
  /** Cut and not known to be stored; the first `taken` of them are in commits under way. */
  readonly pieces: TapePiece[];
  taken: number;
};

/** Hours of quotes, for when the database is away. Past it, no quote is taken. */
const UNSTORED_BYTES_MAX = 67_108_864;
/** Whoever wants one quote of a piece, or its proof, reads all of it. */
export const QUOTES_PER_PIECE_MAX = 1_000;
const NO_PIECES: readonly TapePiece[] = [];
const NO_QUOTES: readonly NamedQuote[] = [];

export class Tape {
  readonly #strands = new Map<MarketId, Strand>();
  #unstoredBytes = 0;

  constructor(heads: readonly TapeHead[]) {
    for (const { marketId, newest, hash } of heads) {
      const ends = { newest, written: newest, storedSeq: newest.seq, hash };
      this.#strands.set(marketId, { ...emptyStrand(marketId), ...ends });
    }
  }

  newest(marketId: MarketId): Quote | null {
    return this.#strands.get(marketId)?.newest ?? null;
  }

  /** Up to where the market's tape is known to be stored. */
  storedSeq(marketId: MarketId): number {
    return this.#strands.get(marketId)?.storedSeq ?? 0;
  }

  /** Rows that a commit must store beside those it names: none, for it stores the tape itself. */
  bring(_named: readonly NamedQuote[]): readonly NamedQuote[] {
    return NO_QUOTES;
  }

  /** Of the writer whose word a commit takes for these; null: they are stored with it. */
  epochOf(_named: readonly NamedQuote[]): number | null {
    return null;
  }

  /** Whether this quote can stand next on its market's tape. */
  accepts(marketId: MarketId, { seq, bid, ask, atMs }: Quote): boolean {
    const newest = this.newest(marketId);
    return (
      seq === (newest?.seq ?? 0) + 1 &&
      Number.isSafeInteger(bid) &&
      Number.isSafeInteger(ask) &&
      bid > 0 &&
      ask >= bid &&
      Number.isSafeInteger(atMs) &&
      atMs >= (newest?.atMs ?? 0) &&
      this.#unstoredBytes < UNSTORED_BYTES_MAX
    );
  }

  /** Gives the number out. Only for what `accepts` said yes to. */
  announce(marketId: MarketId, quote: Quote): void {
    const strand = this.#strands.get(marketId);
    if (strand) strand.newest = quote;
    else this.#strands.set(marketId, { ...emptyStrand(marketId), newest: quote });
  }

  /** Writes an announced quote, when the engine has seen it. False: it was written before. */
  write(marketId: MarketId, quote: Quote): boolean {
    const strand = this.#strands.get(marketId);
    const writtenSeq = strand?.written?.seq ?? 0;
    if (!strand || quote.seq <= writtenSeq) return false;
    if (quote.seq !== writtenSeq + 1) throw new Error("Invariant: the tape is written in order");
    const before = strand.run.byteLength;
    strand.run.append(quote);
    strand.written = quote;
    this.#unstoredBytes += strand.run.byteLength - before;
    if (strand.run.count >= QUOTES_PER_PIECE_MAX) cutRun(strand);
    return true;
  }

  hasUnstored(): boolean {
    for (const { run, pieces, taken } of this.#strands.values()) {
      if (run.count > 0 || pieces.length > taken) return true;
    }
    return false;
  }

  /** What a commit that names a quote of this market must store with it. */
  take(marketId: MarketId): readonly TapePiece[] {
    const strand = this.#strands.get(marketId);
    if (!strand) return NO_PIECES;
    if (strand.run.count > 0) cutRun(strand);
    const pieces = strand.pieces.slice(strand.taken);
    strand.taken = strand.pieces.length;
    return pieces;
  }

  takeAll(): readonly TapePiece[] {
    return [...this.#strands.keys()].flatMap((marketId) => this.take(marketId));
  }

  /** A commit has them. Commits end in the order in which they took their pieces. */
  markStored(pieces: readonly TapePiece[]): void {
    for (const piece of pieces) {
      const strand = this.#strands.get(piece.marketId);
      if (strand?.pieces[0] !== piece) throw new Error("Invariant: pieces are stored in order");
      strand.pieces.shift();
      strand.taken -= 1;
      strand.storedSeq = piece.lastSeq;
      this.#unstoredBytes -= piece.quotes.length;
    }
  }

  /** Commits failed: what the database does not have is to be stored again. */
  rewind(heads: readonly TapeHead[]): void {
    const storedSeqs = new Map(heads.map(({ marketId, newest }) => [marketId, newest.seq]));
    for (const strand of this.#strands.values()) {
      const stored = storedSeqs.get(strand.marketId) ?? 0;
      strand.taken = 0;
      strand.storedSeq = stored;
      while (strand.pieces[0] && strand.pieces[0].lastSeq <= stored) {
        this.#unstoredBytes -= strand.pieces[0].quotes.length;
        strand.pieces.shift();
      }
      const next = strand.pieces[0]?.firstSeq ?? (strand.written?.seq ?? 0) - strand.run.count + 1;
      if (next !== stored + 1) throw new Error("Invariant: the stored tape ends where ours begins");
    }
  }
}

function emptyStrand(marketId: MarketId): Strand {
  return {
    marketId,
    newest: null,
    written: null,
    storedSeq: 0,
    hash: CHAIN_GENESIS,
    run: new QuoteRun(),
    pieces: [],
    taken: 0,
  };
}

function cutRun(strand: Strand): void {
  const { marketId, run, written: newest, hash: prevHash } = strand;
  if (!newest) throw new Error("Invariant: a run that has quotes has a newest one");
  const firstSeq = newest.seq - run.count + 1;
  const { firstAtMs } = run;
  const quotes = run.cut();
  const lastSeq = newest.seq;
  const hash = pieceHash(prevHash, { marketId, firstSeq, lastSeq, packed: quotes });
  strand.hash = hash;
  strand.pieces.push({ marketId, firstSeq, lastSeq, firstAtMs, newest, quotes, prevHash, hash });
}
