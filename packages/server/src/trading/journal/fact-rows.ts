// The rows that events leave behind beside ledger and blotter: accounts, terms and sessions of
// markets, days and their equities, the evidence of stop-outs and financing. Called by the journal
// for every event it writes. Invariant: nothing is computed here; the event carries every number.

import type {
  AccountOpened,
  DayEquitySet,
  DayStarted,
  Event,
  FinancingCharged,
  MarketDefined,
  MarketSessionChanged,
  StoppedOut,
} from "@truetick/engine";
import { legsOf } from "../blotter/fill-rows.ts";
import type { EntryPlace } from "./entry-place.ts";
import type { RowBuffer } from "./row-buffer.ts";

export const ACCOUNT_SHAPE = {
  account_id: "int8",
  shard: "int2",
  owner_id: "int8",
  book: "text",
  opened_at_ms: "int8",
  journal_seq: "int8",
} as const;

export const STOP_OUT_SHAPE = {
  shard: "int2",
  journal_seq: "int8",
  account_id: "int8",
  book: "text",
  at_ms: "int8",
  cash: "int8",
  equity: "int8",
  used: "int8",
  level: "int8",
  quotes: "jsonb",
} as const;

export const FINANCING_SHAPE = {
  order_id: "int8",
  cut_date: "int4",
  shard: "int2",
  journal_seq: "int8",
  at_ms: "int8",
  account_id: "int8",
  market_id: "int4",
  lots: "int8",
  days: "int4",
  annual_rate: "int8",
  tape_seq: "int8",
  bid: "int8",
  ask: "int8",
  quote_conversion: "jsonb",
  amount: "int8",
} as const;

export const TERMS_SHAPE = {
  market_id: "int4",
  version: "int4",
  shard: "int2",
  journal_seq: "int8",
  at_ms: "int8",
  base_currency: "text",
  quote_currency: "text",
  price_precision: "int4",
  units_per_lot: "int8",
  lots_min: "int8",
  lots_max: "int8",
  lot_step: "int8",
  leverages: "jsonb",
  margin_mode: "text",
  fee_type: "text",
  fee_rate: "int8",
  price_age_max_ms: "int8",
  long_rate: "int8",
  short_rate: "int8",
  triple_day: "int4",
} as const;

export const SESSION_SHAPE = {
  market_id: "int4",
  shard: "int2",
  journal_seq: "int8",
  at_ms: "int8",
  session: "text",
} as const;

export const DAY_SHAPE = {
  shard: "int2",
  cut_date: "int4",
  at_ms: "int8",
  journal_seq: "int8",
} as const;

export const EQUITY_SHAPE = {
  account_id: "int8",
  journal_seq: "int8",
  shard: "int2",
  equity: "int8",
} as const;

export type FactBuffers = {
  readonly accounts: RowBuffer;
  readonly stopOuts: RowBuffer;
  readonly financings: RowBuffer;
  readonly terms: RowBuffer;
  readonly sessions: RowBuffer;
  readonly days: RowBuffer;
  readonly equities: RowBuffer;
};

export function writeFacts(buffers: FactBuffers, event: Event, place: EntryPlace): void {
  switch (event.type) {
    case "AccountOpened":
      writeAccount(buffers.accounts, event, place);
      break;
    case "StoppedOut":
      writeStopOut(buffers.stopOuts, event, place);
      break;
    case "FinancingCharged":
      writeFinancing(buffers.financings, event, place);
      break;
    case "MarketDefined":
      writeTerms(buffers.terms, event, place);
      break;
    case "MarketSessionChanged":
      writeSession(buffers.sessions, event, place);
      break;
    case "DayStarted":
      writeDay(buffers.days, event, place);
      break;
    case "DayEquitySet":
      writeEquity(buffers.equities, event, place);
      break;
    default:
      break;
  }
}

function writeAccount(rows: RowBuffer, event: AccountOpened, { shard, seq }: EntryPlace): void {
  rows
    .begin()
    .int8(event.accountId)
    .int2(shard)
    .int8(event.ownerId)
    .text(event.book)
    .int8(event.atMs)
    .int8(seq)
    .end();
}

function writeStopOut(rows: RowBuffer, event: StoppedOut, { shard, seq }: EntryPlace): void {
  const quotes = event.quotes.map((quote) => ({
    market: quote.marketId,
    seq: quote.seq,
    bid: quote.bid,
    ask: quote.ask,
  }));
  rows
    .begin()
    .int2(shard)
    .int8(seq)
    .int8(event.accountId)
    .text(event.book)
    .int8(event.atMs)
    .int8(event.cash)
    .int8(event.equity)
    .int8(event.used)
    .int8(event.level)
    .jsonb(JSON.stringify(quotes))
    .end();
}

function writeFinancing(rows: RowBuffer, event: FinancingCharged, place: EntryPlace): void {
  rows
    .begin()
    .int8(event.orderId)
    .int4(event.cutDate)
    .int2(place.shard)
    .int8(place.seq)
    .int8(event.atMs)
    .int8(event.accountId)
    .int4(event.marketId)
    .int8(event.lots)
    .int4(event.days)
    .int8(event.annualRate)
    .int8(event.seq)
    .int8(event.bid)
    .int8(event.ask)
    .jsonb(legsOf(event.quoteConversion))
    .int8(event.amount)
    .end();
}

function writeTerms(rows: RowBuffer, { terms, atMs }: MarketDefined, place: EntryPlace): void {
  rows
    .begin()
    .int4(terms.marketId)
    .int4(terms.version)
    .int2(place.shard)
    .int8(place.seq)
    .int8(atMs)
    .text(terms.baseCurrency)
    .text(terms.quoteCurrency)
    .int4(terms.pricePrecision)
    .int8(terms.unitsPerLot)
    .int8(terms.lotsMin)
    .int8(terms.lotsMax)
    .int8(terms.lotStep)
    .jsonb(JSON.stringify(terms.leverages))
    .text(terms.marginMode)
    .text(terms.feeType)
    .int8(terms.feeRate)
    .int8(terms.priceAgeMaxMs)
    .int8(terms.longRate)
    .int8(terms.shortRate)
    .int4(terms.tripleDay)
    .end();
}

function writeSession(rows: RowBuffer, event: MarketSessionChanged, place: EntryPlace): void {
  rows
    .begin()
    .int4(event.marketId)
    .int2(place.shard)
    .int8(place.seq)
    .int8(event.atMs)
    .text(event.session)
    .end();
}

function writeDay(rows: RowBuffer, { cutDate, atMs }: DayStarted, place: EntryPlace): void {
  rows.begin().int2(place.shard).int4(cutDate).int8(atMs).int8(place.seq).end();
}

/** Its day is the one that the same row of the journal started. */
function writeEquity(rows: RowBuffer, event: DayEquitySet, { shard, seq }: EntryPlace): void {
  rows.begin().int8(event.accountId).int8(seq).int2(shard).int8(event.equity).end();
}
