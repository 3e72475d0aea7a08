// Where the prices of a market come from, on the wire and in our own words: whose word they are,
// by which rule, and what is added to them. The same for everyone (H01, H02).

export type MarketSources = {
  readonly marketId: string;
  readonly code: string;
  /** The first fresh source, or the middle of several. */
  readonly rule: "priority" | "median";
  /** How many sources must agree. */
  readonly quorum: number;
  /** Points taken off the bid and put on the ask. */
  readonly markupPoints: number;
  /** In the order of their priority. */
  readonly sources: readonly {
    readonly name: string;
    /** The source's own name of the market. */
    readonly instrument: string;
    readonly isSilent: boolean;
  }[];
};

export type MarketSourcesWire = {
  Id: string;
  Code: string;
  Rule: "priority" | "median";
  Quorum: number;
  MarkupPoints: number;
  Sources: { Name: string; Instrument: string; Silent: number }[];
};

export function marketSourcesToWire(market: MarketSources): MarketSourcesWire {
  return {
    Id: market.marketId,
    Code: market.code,
    Rule: market.rule,
    Quorum: market.quorum,
    MarkupPoints: market.markupPoints,
    Sources: market.sources.map(({ name, instrument, isSilent }) => ({
      Name: name,
      Instrument: instrument,
      Silent: isSilent ? 1 : 0,
    })),
  };
}
