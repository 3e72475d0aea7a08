// The calls about markets: the list, its categories, and the bars of a chart.

import { z } from "zod";
import { call } from "./call.ts";

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

const QuoteSchema = z.object({
  Open: decimal,
  Close: decimal,
  Change: decimal,
  Bid: decimal,
  Ask: decimal,
  High: decimal,
  Low: decimal,
  Time: z.number(),
  Seq: z.int(),
});

const MarketSchema = z.object({
  Id: z.string(),
  Code: z.string(),
  ShowCode: z.string(),
  Name: z.string(),
  Logo: z.string(),
  CategoryId: z.string(),
  MarketStatus: z.int(),
  OpensAt: z.int().nullable(),
  HaltReason: z.string().nullable(),
  ClosingOnlyReason: z.string().nullable(),
  PricePrecision: z.int(),
  PipDigits: z.int(),
  FractionDigits: z.int(),
  ForexQuotations: QuoteSchema.nullable(),
  HasForexMultiple: z.array(z.object({ Value: z.int() })),
  MarginMode: z.int(),
  ForexContNum: decimal,
  ForexMinCont: decimal,
  ForexMaxCont: decimal,
  Pip: decimal,
  ForexFeeRate: decimal,
  BaseCurrency: z.string().nullable(),
  QuoteCurrency: z.string(),
});

const CandleSchema = z.object({
  Time: z.int(),
  Open: decimal,
  High: decimal,
  Low: decimal,
  Close: decimal,
  Volume: z.int(),
  Generated: z.int().optional(),
});

export const listMarkets = call({
  method: "GET",
  path: "/v1/api/forex/trade_list",
  effect: "read",
  audience: "visitor",
  summary: "All markets with their newest quote, optionally only those that match a search.",
  input: z.object({ searchCurrency: z.string().max(32).optional() }),
  output: z.array(MarketSchema),
  reasons: [],
});

export const listCategories = call({
  method: "GET",
  path: "/v1/api/forex/getCategories",
  effect: "read",
  audience: "visitor",
  summary: "The categories of markets, named in the reader's language.",
  input: z.object({}),
  output: z.array(z.object({ Id: z.string(), NameShowTrans: z.string() })),
  reasons: [],
});

const CandlesInput = z.object({
  forex_id: z.string().max(20),
  period: z.string().max(8).optional(),
  /** Bars before this moment (Unix seconds), to page into the past. */
  before: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
  /** Which price the bars are of. */
  side: z.enum(["bid", "ask", "mid"]).optional(),
});

/** Which bars are asked for; what is null is left to the server. */
export type CandlesWanted = {
  readonly marketId: string;
  /** A period's id or label, not yet looked up. */
  readonly period: string | null;
  readonly before: number | null;
  readonly side: "bid" | "ask" | "mid";
};

export function candlesFromFields(
  fields: Partial<z.output<typeof CandlesInput>> & { readonly forex_id: string },
): CandlesWanted {
  return {
    marketId: fields.forex_id,
    period: fields.period ?? null,
    before: fields.before === undefined ? null : Number(fields.before),
    side: fields.side ?? "bid",
  };
}

export const listCandles = call({
  method: "GET",
  path: "/v1/api/forex/kline",
  effect: "read",
  audience: "visitor",
  summary: "The bars of a market's chart, oldest first; `before` pages into the past.",
  input: CandlesInput,
  output: z.array(CandleSchema),
  reasons: ["MARKET_UNKNOWN", "PERIOD_UNKNOWN"],
});

export const listRecentCandles = call({
  method: "GET",
  path: "/v1/api/forex/abbreviated_cache_kline",
  effect: "read",
  audience: "visitor",
  summary: "The last few bars of a market, for a sparkline.",
  input: CandlesInput.pick({ forex_id: true, period: true, side: true }),
  output: z.array(CandleSchema),
  reasons: ["MARKET_UNKNOWN", "PERIOD_UNKNOWN"],
});
