// What every source of prices is to the rest of the house: a name, the markets it quotes, a way to
// begin and a way to end. Behind it may be the simulator, a file or a provider. Invariant: a feed
// knows markets and prices and nothing else; whoever listens judges what it says.

import type { Tick } from "./tick.ts";

/** Why a source's message never became a tick. */
export type DiscardReason = "UNREADABLE" | "NOT_TRADEABLE" | "FROM_THE_FUTURE";

export type FeedSink = {
  readonly take: (tick: Tick) => void;
  /** The source is alive, whether or not it had anything to say. */
  readonly hear: () => void;
  readonly discard: (reason: DiscardReason) => void;
};

export type Feed = {
  /** Unique among the sources that run together; no secret is ever part of it. */
  readonly source: string;
  /** Code of each market it quotes, with the source's own name for it. */
  readonly instruments: ReadonlyMap<string, string>;
  readonly start: (sink: FeedSink) => void;
  /** Settles when nothing will be said any more. */
  readonly stop: () => Promise<void>;
};

/** What a feed needs to know of a market to quote it. */
export type FedMarket = {
  readonly code: string;
  readonly pricePrecision: number;
  readonly baseCurrency: string | null;
  readonly quoteCurrency: string;
};

/** Told when a connection comes and goes; never what was sent over it, nor with which key. */
export type FeedLog = {
  readonly info: (fields: object, words: string) => void;
  readonly warn: (fields: object, words: string) => void;
};
