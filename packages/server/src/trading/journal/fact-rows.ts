// The rows that events leave behind beside ledger and blotter: accounts, terms and sessions of
// markets, the evidence of stop-outs and financing. Called by the journal for every event it
// writes. Invariant: nothing is computed here; the event carries every number.

import type { Event, FinancingCharged, MarketDefined, StoppedOut } from "@truetick/engine";
import { legsOf } from "../blotter/fill-rows.ts";
import type { EntryPlace } from "./entry-place.ts";
import type { RowBuffer, RowOf } from "./row-buffer.ts";

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

export type FactBuffers = {
  readonly accounts: RowBuffer<typeof ACCOUNT_SHAPE>;
  readonly stopOuts: RowBuffer<typeof STOP_OUT_SHAPE>;
  readonly financings: RowBuffer<typeof FINANCING_SHAPE>;
  readonly terms: RowBuffer<typeof TERMS_SHAPE>;
  readonly sessions: RowBuffer<typeof SESSION_SHAPE>;
};

export function writeFacts(buffers: FactBuffers, event: Event, place: EntryPlace): void {
  switch (event.type) {
    case "AccountOpened":
      buffers.accounts.add({
        account_id: event.accountId,
        shard: place.shard,
        owner_id: event.ownerId,
        book: event.book,
        opened_at_ms: event.atMs,
        journal_seq: place.seq,
      });
      break;
    case "StoppedOut":
      buffers.stopOuts.add(stopOutRow(event, place));
      break;
    case "FinancingCharged":
      buffers.financings.add(financingRow(event, place));
      break;
    case "MarketDefined":
      buffers.terms.add(termsRow(event, place));
      break;
    case "MarketSessionChanged":
      buffers.sessions.add({
        market_id: event.marketId,
        shard: place.shard,
        journal_seq: place.seq,
        at_ms: event.atMs,
        session: event.session,
      });
      break;
    default:
      break;
  }
}

function stopOutRow(event: StoppedOut, { shard, seq }: EntryPlace): RowOf<typeof STOP_OUT_SHAPE> {
  return {
    shard,
    journal_seq: seq,
    account_id: event.accountId,
    book: event.book,
    at_ms: event.atMs,
    cash: event.cash,
    equity: event.equity,
    used: event.used,
    level: event.level,
    quotes: JSON.stringify(
      event.quotes.map((quote) => ({
        market: quote.marketId,
        seq: quote.seq,
        bid: quote.bid,
        ask: quote.ask,
      })),
    ),
  };
}

function financingRow(
  event: FinancingCharged,
  { shard, seq }: EntryPlace,
): RowOf<typeof FINANCING_SHAPE> {
  return {
    order_id: event.orderId,
    cut_date: event.cutDate,
    shard,
    journal_seq: seq,
    at_ms: event.atMs,
    account_id: event.accountId,
    market_id: event.marketId,
    lots: event.lots,
    days: event.days,
    annual_rate: event.annualRate,
    tape_seq: event.seq,
    bid: event.bid,
    ask: event.ask,
    quote_conversion: legsOf(event.quoteConversion),
    amount: event.amount,
  };
}

function termsRow(
  { terms, atMs }: MarketDefined,
  { shard, seq }: EntryPlace,
): RowOf<typeof TERMS_SHAPE> {
  return {
    market_id: terms.marketId,
    version: terms.version,
    shard,
    journal_seq: seq,
    at_ms: atMs,
    base_currency: terms.baseCurrency,
    quote_currency: terms.quoteCurrency,
    price_precision: terms.pricePrecision,
    units_per_lot: terms.unitsPerLot,
    lots_min: terms.lotsMin,
    lots_max: terms.lotsMax,
    lot_step: terms.lotStep,
    leverages: JSON.stringify(terms.leverages),
    margin_mode: terms.marginMode,
    fee_type: terms.feeType,
    fee_rate: terms.feeRate,
    price_age_max_ms: terms.priceAgeMaxMs,
    long_rate: terms.longRate,
    short_rate: terms.shortRate,
    triple_day: terms.tripleDay,
  };
}
