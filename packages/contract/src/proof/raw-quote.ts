// What sources said beside what a market was quoted at: raw bid and ask, the markup on each side,
// and the bid and ask on the tape. Browser-safe; `raw-quote.calls.ts` declares the call.

import type { ReadRequest } from "../market.requests.ts";

export type RawQuote = {
  /** Number on the market's tape. */
  readonly seq: number;
  /** Unix seconds with milliseconds as fraction. */
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
  /** As its source had them. */
  readonly rawBid: string;
  readonly rawAsk: string;
  /** On each side, as a price. */
  readonly markup: string;
  /** Whose word made this quote; empty where a market has one source and no markup. */
  readonly source: string;
};

export type RawQuotes = {
  readonly code: string;
  /** One source and no markup: raw is what is on the tape. */
  readonly isSame: boolean;
  readonly quotes: readonly RawQuote[];
};

export type RawQuotesWire = {
  code: string;
  is_same: 0 | 1;
  data: {
    seq: number;
    time: number;
    bid: string;
    ask: string;
    raw_bid: string;
    raw_ask: string;
    markup: string;
    source: string;
  }[];
};

export function rawQuotesToWire({ code, isSame, quotes }: RawQuotes): RawQuotesWire {
  return {
    code,
    is_same: isSame ? 1 : 0,
    data: quotes.map(({ rawBid, rawAsk, ...quote }) => {
      return { ...quote, raw_bid: rawBid, raw_ask: rawAsk };
    }),
  };
}

/** The newest of a market, or, with both ends in Unix seconds, those of a stretch. */
export function requestRawQuotes(wanted: {
  readonly code: string;
  readonly from?: number;
  readonly to?: number;
}): ReadRequest<RawQuotes> {
  const { code, from, to } = wanted;
  return {
    path: "/v1/api/proof/raw_quotes",
    query: {
      code,
      ...(from !== undefined && { from: String(from) }),
      ...(to !== undefined && { to: String(to) }),
    },
    read: (wire) => {
      const { is_same, data, ...rest } = wire as RawQuotesWire;
      const quotes = data.map(({ raw_bid, raw_ask, ...quote }) => {
        return { ...quote, rawBid: raw_bid, rawAsk: raw_ask };
      });
      return { ...rest, isSame: is_same === 1, quotes };
    },
  };
}
