// The call about a market's public sheet: financing, hours, markup, margin of a lot (H09). Server
// side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { decimal, idField } from "./fields.calls.ts";

/** Empty while there is no price to tell it by. */
const decimalOrEmpty = z.union([decimal, z.literal("")]);

export const getMarketTerms = call({
  method: "GET",
  path: "/v1/api/forex/market_terms",
  effect: "read",
  audience: "visitor",
  summary: "What one lot of a market costs to open and to hold, and when the market trades.",
  input: z.object({ forex_id: idField }),
  output: z.object({
    forex_id: z.string(),
    financing_long: decimal,
    financing_short: decimal,
    long_per_lot: decimalOrEmpty,
    short_per_lot: decimalOrEmpty,
    triple_day: z.int().min(0).max(6).nullable(),
    cut: z.string(),
    next_cut: z.int(),
    markup_points: z.int(),
    stale_after_ms: z.int(),
    margin_mode: z.int(),
    fee_rate: decimal,
    fee_per_lot: decimalOrEmpty,
    margin_per_lot: z.array(z.object({ multiple: z.int(), margin: decimal })),
    sessions: z.array(z.object({ from: z.int(), to: z.int() })),
    halt_reason: z.string().nullable(),
    closing_only_reason: z.string().nullable(),
    conversion: z.string(),
    rule_version: z.int(),
  }),
  reasons: ["MARKET_UNKNOWN"],
});

export function marketIdFromFields(fields: { forex_id: string }): string {
  return fields.forex_id;
}
