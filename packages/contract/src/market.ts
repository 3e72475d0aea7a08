// A market on the wire and in our own words. The only file that knows the spec's spelling of it.
// Browser-safe: no schema library here; `market.calls.ts` declares the calls.

/** The newest two-sided quote with its trading day so far. Prices are decimal strings. */
export type Quote = {
  readonly bid: string;
  readonly ask: string;
  readonly dayOpen: string;
  readonly dayHigh: string;
  readonly dayLow: string;
  /** (bid - dayOpen) / dayOpen in percent, 2 decimals, signed. */
  readonly dayChange: string;
  /** Unix seconds with milliseconds as fraction. */
  readonly time: number;
  /** Number of the quote on the market's tape, without gaps. */
  readonly seq: number;
};

export type Market = {
  readonly id: string;
  readonly code: string;
  readonly displayCode: string;
  /** In the reader's language: "Euro / US dollar", "Gold", "Apple". */
  readonly name: string;
  readonly logo: string;
  readonly categoryId: string;
  readonly isOpen: boolean;
  /** When a closed market opens, Unix seconds; null while it is open, or where nobody can say. */
  readonly opensAt: number | null;
  /** Why it was halted by hand, in the operator's words; null when it was not. */
  readonly haltReason: string | null;
  /** Why one can only close here, as long as it is open; null where one can open too. */
  readonly closingOnlyReason: string | null;
  readonly pricePrecision: number;
  /** How many digits make the pip, and how many stand behind it, for typesetting a price. */
  readonly pipDigits: number;
  readonly fractionDigits: number;
  readonly leverages: readonly number[];
  readonly marginMode: "fixed" | "floating";
  readonly unitsPerLot: string;
  readonly lotsMin: string;
  readonly lotsMax: string;
  readonly lotStep: string;
  readonly feeRate: string;
  readonly baseCurrency: string | null;
  readonly quoteCurrency: string;
  /** Null until the market has been quoted for the first time. */
  readonly quote: Quote | null;
};

export type QuoteWire = {
  Open: string;
  Close: string;
  Change: string;
  Bid: string;
  Ask: string;
  High: string;
  Low: string;
  Time: number;
  Seq: number;
};

export type MarketWire = {
  Id: string;
  Code: string;
  ShowCode: string;
  Name: string;
  Logo: string;
  CategoryId: string;
  MarketStatus: number;
  OpensAt: number | null;
  HaltReason: string | null;
  ClosingOnlyReason: string | null;
  PricePrecision: number;
  PipDigits: number;
  FractionDigits: number;
  ForexQuotations: QuoteWire | null;
  HasForexMultiple: { Value: number }[];
  MarginMode: number;
  ForexContNum: string;
  ForexMinCont: string;
  ForexMaxCont: string;
  Pip: string;
  ForexFeeRate: string;
  BaseCurrency: string | null;
  QuoteCurrency: string;
};

export function quoteToWire(quote: Quote): QuoteWire {
  return {
    Open: quote.dayOpen,
    Close: quote.bid,
    Change: quote.dayChange,
    Bid: quote.bid,
    Ask: quote.ask,
    High: quote.dayHigh,
    Low: quote.dayLow,
    Time: quote.time,
    Seq: quote.seq,
  };
}

export function quoteFromWire(wire: QuoteWire): Quote {
  return {
    bid: wire.Bid,
    ask: wire.Ask,
    dayOpen: wire.Open,
    dayHigh: wire.High,
    dayLow: wire.Low,
    dayChange: wire.Change,
    time: wire.Time,
    seq: wire.Seq,
  };
}

export function marketToWire(market: Market): MarketWire {
  return {
    Id: market.id,
    Code: market.code,
    ShowCode: market.displayCode,
    Name: market.name,
    Logo: market.logo,
    CategoryId: market.categoryId,
    MarketStatus: market.isOpen ? 1 : 0,
    OpensAt: market.opensAt,
    HaltReason: market.haltReason,
    ClosingOnlyReason: market.closingOnlyReason,
    PricePrecision: market.pricePrecision,
    PipDigits: market.pipDigits,
    FractionDigits: market.fractionDigits,
    ForexQuotations: market.quote ? quoteToWire(market.quote) : null,
    HasForexMultiple: market.leverages.map((value) => ({ Value: value })),
    MarginMode: market.marginMode === "fixed" ? 1 : 2,
    ForexContNum: market.unitsPerLot,
    ForexMinCont: market.lotsMin,
    ForexMaxCont: market.lotsMax,
    Pip: market.lotStep,
    ForexFeeRate: market.feeRate,
    BaseCurrency: market.baseCurrency,
    QuoteCurrency: market.quoteCurrency,
  };
}

export function marketFromWire(wire: MarketWire): Market {
  return {
    id: wire.Id,
    code: wire.Code,
    displayCode: wire.ShowCode,
    name: wire.Name,
    logo: wire.Logo,
    categoryId: wire.CategoryId,
    isOpen: wire.MarketStatus === 1,
    opensAt: wire.OpensAt,
    haltReason: wire.HaltReason,
    // An app that is newer than its server is not told.
    closingOnlyReason: wire.ClosingOnlyReason ?? null,
    pricePrecision: wire.PricePrecision,
    pipDigits: wire.PipDigits,
    fractionDigits: wire.FractionDigits,
    leverages: wire.HasForexMultiple.map((entry) => entry.Value),
    marginMode: wire.MarginMode === 1 ? "fixed" : "floating",
    unitsPerLot: wire.ForexContNum,
    lotsMin: wire.ForexMinCont,
    lotsMax: wire.ForexMaxCont,
    lotStep: wire.Pip,
    feeRate: wire.ForexFeeRate,
    baseCurrency: wire.BaseCurrency,
    quoteCurrency: wire.QuoteCurrency,
    quote: wire.ForexQuotations ? quoteFromWire(wire.ForexQuotations) : null,
  };
}
