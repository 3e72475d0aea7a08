// What the books have of the accounts of leaders at one moment: cash, equity, what is open, and the
// rows of the tape that the equity was counted at. Called by ranking.ts. Invariant: all of it is of
// one look; where the rows cannot be named for certain, none is.

import { accountId, type MarketId, type OrderView } from "@truetick/engine";
import type { Books, Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { OpenOrder } from "./leader-figures.ts";

/** A row of a market's tape, as it was heard. */
export type HeardQuote = {
  readonly marketId: MarketId;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
};

export type BooksNow = {
  readonly cash: bigint;
  readonly equity: bigint;
  readonly open: readonly OpenOrder[];
  /** What the equity was counted at; null where that cannot be said. */
  readonly quotes: readonly HeardQuote[] | null;
};

export function readBooks(
  sequencer: Pick<Sequencer, "read">,
  ids: readonly number[],
): Promise<readonly (BooksNow | null)[]> {
  return sequencer.read((books) => {
    const quotesOf = createQuoteNaming(books);
    return ids.map((id) => {
      const account = books.account(accountId(id));
      if (!account) return null;
      const { accountId: own, cash, equity } = account;
      const held = books.orders(own).filter(({ status }) => status === "holding");
      const open = held.map(({ marketId, leverage }) => ({ marketId: Number(marketId), leverage }));
      return { cash, equity, open, quotes: quotesOf(held) };
    });
  });
}

/** Each market is asked for once, however many hold something in it. */
function createQuoteNaming(books: Books) {
  const known = new Map<MarketId, readonly [HeardQuote, ...HeardQuote[]] | null>();

  function named(marketId: MarketId) {
    const quote = books.market(marketId)?.quote;
    const lot = books.lot(marketId);
    if (!quote || !lot) return null;
    const { seq, bid, ask } = quote;
    return [{ marketId, seq, bid, ask }, ...lot.conversion] as const;
  }

  return (held: readonly OrderView[]): readonly HeardQuote[] | null => {
    const quotes = new Map<MarketId, HeardQuote>();
    for (const { marketId, side, closingPrice } of held) {
      let own = known.get(marketId);
      if (own === undefined) {
        own = named(marketId);
        known.set(marketId, own);
      }
      if (own === null) return null;
      // Another shard's copy may be at another row, as when the tape has just forked.
      if (closingPrice !== (side === "buy" ? own[0].bid : own[0].ask)) return null;
      for (const quote of own) quotes.set(quote.marketId, quote);
    }
    return [...quotes.values()];
  };
}
