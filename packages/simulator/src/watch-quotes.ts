// Watches every quote of a run: numbers without gaps, time that never goes back, two sides that
// never cross, and a chain of hashes over all of it (inv18, P02).

import { CHAIN_GENESIS, canonicalBytes, chainHash } from "@truetick/proof";
import type { RecordedQuote } from "@truetick/server";

export type QuoteWatch = {
  readonly see: (quote: RecordedQuote) => void;
  readonly count: () => number;
  /** The link over everything seen so far. */
  readonly link: () => Uint8Array;
  /** The newest quote of a market. */
  readonly newest: (code: string) => RecordedQuote | undefined;
};

export function createQuoteWatch(): QuoteWatch {
  const newest = new Map<string, RecordedQuote>();
  let link = CHAIN_GENESIS;
  let count = 0;
  return {
    see(quote) {
      const { market, seq, atMs, bid, ask } = quote;
      const before = newest.get(market.code);
      insist(bid > 0 && bid <= ask, `${market.code} ${seq} is two-sided: ${bid}/${ask}`);
      insist(!before || seq === before.seq + 1, `${market.code} ${seq} follows ${before?.seq}`);
      insist(!before || atMs >= before.atMs, `${market.code} ${seq} is not older than the last`);
      newest.set(market.code, quote);
      link = chainHash(link, canonicalBytes([market.code, seq, atMs, bid, ask]));
      count += 1;
    },
    count: () => count,
    link: () => link,
    newest: (code) => newest.get(code),
  };
}

/** A promise of the run; a broken one ends it and names itself. */
export function insist(isKept: boolean, promise: string): void {
  if (!isKept) throw new BrokenPromise(promise);
}

export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}
