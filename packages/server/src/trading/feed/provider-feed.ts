// A provider's stream of prices as a feed: which of our markets it has, under which names, and a
// line to it that is kept open. OANDA and Binance bring the line itself and what is said on it.

import type { FedMarket, Feed, FeedLog, FeedSink } from "./feed.ts";
import { KeptConnection, type Line, type LineEvents, type Pace } from "./kept-connection.ts";
import type { Arrival } from "./source-clock.ts";

export type ProviderNeeds = {
  readonly origin: string;
  readonly markets: readonly FedMarket[];
  readonly pace: Pace;
  readonly arrival: () => Arrival;
  readonly chance: () => number;
  readonly log: FeedLog;
};

export type Listening = {
  /** Our markets by the provider's names. */
  readonly byName: ReadonlyMap<string, FedMarket>;
  readonly sink: FeedSink;
  readonly arrival: () => Arrival;
};

export function createProviderFeed(
  { markets, pace, arrival, chance, log }: ProviderNeeds,
  provider: {
    readonly source: string;
    /** Null for a market that it does not have. */
    readonly nameOf: (market: FedMarket) => string | null;
    readonly open: (listening: Listening, events: LineEvents) => Line;
  },
): Feed {
  const named = markets.flatMap((market) => {
    const name = provider.nameOf(market);
    return name === null ? [] : [{ market, name }];
  });
  const byName = new Map(named.map(({ market, name }) => [name, market]));
  let connection: KeptConnection | null = null;
  return {
    source: provider.source,
    instruments: new Map(named.map(({ market, name }) => [market.code, name])),
    start(sink) {
      connection ??= new KeptConnection({
        dial: (events) => provider.open({ byName, sink, arrival }, events),
        pace,
        chance,
        steadyNow: () => arrival().steadyMs,
        log,
      });
    },
    async stop() {
      connection?.stop();
      connection = null;
    },
  };
}
