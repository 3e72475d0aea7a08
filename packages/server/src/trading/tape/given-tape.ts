// The tape of a shard that does not write it: numbered quotes are given to it from the stream. Used
// by the sequencer in place of Tape. Invariants: a commit that names a quote stores every quote
// before it that is not known to be on the stored tape, so that the next writer finds a run without
// a gap, and shows whose word it took; numbers have no gap and no repeat here either.

import type { MarketId, Quote, TakeQuote } from "@truetick/engine";
import type { NamedQuote } from "../journal/named-quotes.ts";
import type { ShardTape, TapeHead, TapePiece } from "./tape.ts";

type Strand = {
  newest: Quote;
  /** Given, decided and not known to be stored, oldest first. */
  unstored: Quote[];
  writtenSeq: number;
  /** The last that a commit of this shard takes with it. */
  broughtSeq: number;
};

type Decided = Quote & Pick<TakeQuote, "quotedAtMs">;

type GivenBy = {
  /** Of the tape's writer, as last heard. */
  readonly epoch: () => number;
  readonly storedSeq: (marketId: MarketId) => number;
  /** A commit names quotes of these markets: the writer should store their tapes soon. */
  readonly onNamed: (marketIds: readonly MarketId[]) => void;
};

/** As long as the database is away, nothing is stored. Past it, no quote is taken. */
const UNSTORED_MAX = 100_000;
const NO_PIECES: readonly TapePiece[] = [];
const NO_QUOTES: readonly NamedQuote[] = [];

export class GivenTape implements ShardTape {
  readonly #strands = new Map<MarketId, Strand>();
  readonly #by: GivenBy;

  constructor(heads: readonly TapeHead[], by: GivenBy) {
    this.#by = by;
    for (const { marketId, newest } of heads) this.#strands.set(marketId, strandAt(newest));
  }

  newest(marketId: MarketId): Quote | null {
    return this.#strands.get(marketId)?.newest ?? null;
  }

  storedSeq(marketId: MarketId): number {
    return this.#by.storedSeq(marketId);
  }

  accepts(marketId: MarketId, { seq }: Quote): boolean {
    const strand = this.#strands.get(marketId);
    if (!strand) return seq === 1;
    return seq === strand.newest.seq + 1 && strand.unstored.length < UNSTORED_MAX;
  }

  announce(marketId: MarketId, quote: Quote): void {
    const strand = this.#strands.get(marketId);
    if (strand) strand.newest = quote;
    else {
      const before = quote.seq - 1;
      const begun = { ...strandAt(quote), writtenSeq: before, broughtSeq: before };
      this.#strands.set(marketId, begun);
    }
  }

  write(marketId: MarketId, { seq, bid, ask, atMs, quotedAtMs }: Decided): boolean {
    const strand = this.#strands.get(marketId);
    if (!strand || seq <= strand.writtenSeq) return false;
    if (seq !== strand.writtenSeq + 1) throw new Error("Invariant: quotes are given in order");
    strand.writtenSeq = seq;
    this.#letGo(marketId, strand);
    // What stands on the tape is when it was made; when it was decided here is this shard's own.
    strand.unstored.push({ seq, bid, ask, atMs: quotedAtMs ?? atMs });
    return true;
  }

  epochOf(named: readonly NamedQuote[]): number | null {
    const isStored = named.every(({ marketId, seq }) => seq <= this.#by.storedSeq(marketId));
    return isStored ? null : this.#by.epoch();
  }

  bring(named: readonly NamedQuote[]): readonly NamedQuote[] {
    if (named.length === 0) return NO_QUOTES;
    const upTo = new Map<MarketId, number>();
    const known = new Set<string>();
    for (const { marketId, seq } of named) {
      upTo.set(marketId, Math.max(seq, upTo.get(marketId) ?? 0));
      known.add(`${marketId}/${seq}`);
    }
    this.#by.onNamed([...upTo.keys()]);
    const brought: NamedQuote[] = [];
    for (const [marketId, lastSeq] of upTo) {
      const strand = this.#strands.get(marketId);
      if (!strand) continue;
      const storedSeq = Math.max(this.#by.storedSeq(marketId), strand.broughtSeq);
      for (const quote of strand.unstored) {
        if (quote.seq <= storedSeq || quote.seq > lastSeq) continue;
        if (!known.has(`${marketId}/${quote.seq}`)) brought.push({ marketId, ...quote });
      }
      strand.broughtSeq = Math.max(strand.broughtSeq, lastSeq);
    }
    return brought;
  }

  hasUnstored(): boolean {
    return false;
  }

  take(): readonly TapePiece[] {
    return NO_PIECES;
  }

  takeAll(): readonly TapePiece[] {
    return NO_PIECES;
  }

  markStored(): void {
    // Commits of this shard hold no pieces.
  }

  /** Commits failed: nobody knows which rows they brought. */
  rewind(): void {
    for (const strand of this.#strands.values()) strand.broughtSeq = 0;
  }

  #letGo(marketId: MarketId, strand: Strand): void {
    const storedSeq = this.#by.storedSeq(marketId);
    const kept = strand.unstored.findIndex(({ seq }) => seq > storedSeq);
    if (kept !== 0) strand.unstored = kept === -1 ? [] : strand.unstored.slice(kept);
  }
}

function strandAt(newest: Quote): Strand {
  return { newest, unstored: [], writtenSeq: newest.seq, broughtSeq: newest.seq };
}
