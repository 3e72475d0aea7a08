// The newest quotes of every market's tape as a process remembers them: the writer, to answer who
// has missed something; everybody who follows, for the next writer. Invariants: a market's quotes
// have consecutive numbers; what is not known to be stored is not forgotten before anything else.

import type { MarketId, Quote, TakeQuote } from "@truetick/engine";
import type { HeardQuote, TapePlaces } from "./tape-words.ts";

/** What is stored is remembered for this long, for those who were away for a moment. */
const REMEMBERED_MS = 15_000;
/** Hours of one market while the database is away; then the oldest go. */
const QUOTES_MAX = 100_000;
/** Forgotten together, so that an array is not moved for each. */
const FORGOTTEN_TOGETHER = 64;

type Strand = { readonly quotes: HeardQuote[]; newest: Quote; storedSeq: number };

export class QuoteMemory {
  readonly #strands = new Map<MarketId, Strand>();

  get marketIds(): readonly MarketId[] {
    return [...this.#strands.keys()];
  }

  /** A market's tape goes on from here; what was remembered of it is forgotten. */
  begin(marketId: MarketId, newest: Quote): void {
    this.#strands.set(marketId, { quotes: [], newest, storedSeq: newest.seq });
  }

  /** Its tape is told from the beginning. */
  forget(marketId: MarketId): void {
    this.#strands.delete(marketId);
  }

  newest(marketId: MarketId): Quote | null {
    return this.#strands.get(marketId)?.newest ?? null;
  }

  storedSeq(marketId: MarketId): number {
    return this.#strands.get(marketId)?.storedSeq ?? 0;
  }

  places(): TapePlaces {
    return [...this.#strands].map(
      ([
        marketId,
        {
          newest: { seq, bid, ask },
        },
      ]) => [marketId, seq, bid, ask],
    );
  }

  /** False: it does not follow the one before. */
  put(epoch: number, { type: _, ...quote }: TakeQuote): boolean {
    const { marketId, seq, bid, ask, atMs } = quote;
    const strand = this.#strands.get(marketId);
    if (seq !== (strand?.newest.seq ?? 0) + 1) return false;
    const newest = { seq, bid, ask, atMs };
    const heard = { ...quote, epoch };
    if (!strand) {
      this.#strands.set(marketId, { quotes: [heard], newest, storedSeq: 0 });
      return true;
    }
    strand.newest = newest;
    strand.quotes.push(heard);
    forgetOld(strand);
    return true;
  }

  markStored(marketId: MarketId, seq: number): void {
    const strand = this.#strands.get(marketId);
    if (strand) strand.storedSeq = Math.max(strand.storedSeq, seq);
  }

  /** What is remembered after that number, oldest first. */
  after(marketId: MarketId, seq: number): readonly HeardQuote[] {
    const quotes = this.#strands.get(marketId)?.quotes ?? [];
    const first = quotes[0];
    return first ? quotes.slice(Math.max(0, seq + 1 - first.seq)) : [];
  }

  /** Of every market, for who asks by place; markets that are not named from their beginning. */
  afterAll(places: TapePlaces): readonly HeardQuote[] {
    const known = new Map(places.map(([marketId, seq]) => [marketId, seq]));
    return this.marketIds.flatMap((marketId) => this.after(marketId, known.get(marketId) ?? 0));
  }
}

function forgetOld({ quotes, newest, storedSeq }: Strand): void {
  const isOver = (quote: HeardQuote | undefined) =>
    quote !== undefined && quote.seq <= storedSeq && quote.atMs < newest.atMs - REMEMBERED_MS;
  if (isOver(quotes[FORGOTTEN_TOGETHER])) quotes.splice(0, FORGOTTEN_TOGETHER);
  if (quotes.length > QUOTES_MAX) quotes.splice(0, QUOTES_MAX / 2);
}
