// The tape as it is heard outside of the process that writes it: every quote once, in the order of
// its market's numbers, and every mark of staleness. Made by follow-tape.ts from what publish-
// tape.ts says on the bus; read by shards that are given their quotes, by replicas and by followed
// price rooms. Invariant: what is heard is on the tape or will be; a number never has two prices.

import type { MarketId, MarkStale, Quote, TakeQuote } from "@truetick/engine";

export type TapeInput = TakeQuote | MarkStale;

export type TapeStream = {
  /** Of the writer heard last; 0 before the first. */
  readonly epoch: () => number;
  /** For how long the line has not been lost, as far as this process knows. */
  readonly lineUpMs: () => number;
  /** The newest quote heard of a market; null before the first. */
  readonly newest: (marketId: MarketId) => Quote | null;
  /** Calls back for everything heard from now on, gaps filled, in order. Answers how to stop. */
  readonly follow: (listener: (input: TapeInput) => void) => () => void;
  /** Up to where the market's tape is known to be stored; 0 where nothing is. */
  readonly storedSeq: (marketId: MarketId) => number;
  /** What is remembered of a market after that number, oldest first. */
  readonly recent: (marketId: MarketId, afterSeq: number) => readonly Quote[];
  /** Whether the newest thing heard of a market is that its price is stale. */
  readonly isStale: (marketId: MarketId) => boolean;
  /** Asks the tape's owner to store what these markets have. False: not now, ask again. */
  readonly store: (marketIds: Iterable<MarketId>) => Promise<boolean>;
  /** What was heard last is not on the next writer's tape: whoever acted on it begins anew. */
  readonly onForked: (listener: () => void) => () => void;
  readonly stop: () => void;
};
