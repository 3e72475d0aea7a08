// The calls of the desk about markets. Both read; a change is a proposal (H08, H09). Server side
// only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { idField } from "../fields.calls.ts";
import { MARKET_FIELDS } from "../market-change.ts";
import type { Reason } from "../reason.ts";
import { marketExposureSchema } from "./exposure.calls.ts";
import { DESK_MARKET_SESSIONS } from "./market.ts";

const marketSchema = z.object({
  id: z.string(),
  code: z.string(),
  display_code: z.string(),
  name: z.string(),
  category_id: z.string(),
  session: z.enum(DESK_MARKET_SESSIONS),
  halt_reason: z.string(),
  closing_only_reason: z.string(),
  is_stale: z.int(),
  bid: z.string(),
  ask: z.string(),
  quoted_at: z.int(),
  leverage_max: z.int(),
  fee_rate: z.string(),
  markup_points: z.int(),
  version: z.int(),
});

/** Why a change of a market cannot be proposed. */
export const MARKET_PROPOSAL_REASONS = [
  "MARKET_UNKNOWN",
  "MARKET_CONTRACT_FIXED",
  "MARKET_TERMS_INVALID",
  "LEVERAGE_ABOVE_LIMIT",
] as const satisfies readonly Reason[];

const changedField = z.object({ field: z.string(), from: z.string(), to: z.string() });

export const listDeskMarkets = call({
  method: "GET",
  path: "/v1/api/desk/market/list",
  effect: "read",
  audience: "staff",
  permission: "markets.read",
  summary: "Every market: session, newest quote, terms in short.",
  input: z.object({}),
  output: z.object({ data: z.array(marketSchema) }),
  reasons: [],
});

export const getDeskMarket = call({
  method: "GET",
  path: "/v1/api/desk/market/show",
  effect: "read",
  audience: "staff",
  permission: "markets.read",
  summary: "One market: every parameter, its sources, what is open, all versions of its terms.",
  input: z.object({ id: idField }),
  output: marketSchema.extend({
    terms: z.record(z.enum(MARKET_FIELDS), z.string()),
    contract: z.object({
      base_currency: z.string(),
      quote_currency: z.string(),
      price_precision: z.int(),
      units_per_lot: z.string(),
      day_cut: z.string(),
    }),
    leverage_cap: z.int(),
    calendars: z.array(z.string()),
    opens_at: z.int(),
    rule: z.enum(["priority", "median"]),
    quorum: z.int(),
    sources: z.array(
      z.object({
        name: z.string(),
        instrument: z.string(),
        is_silent: z.int(),
        ticks: z.int(),
        refused: z.array(z.object({ reason: z.string(), count: z.int() })),
      }),
    ),
    open_interest: marketExposureSchema.nullable(),
    versions: z.array(z.object({ version: z.int(), at: z.int(), fields: z.array(changedField) })),
    halts: z.array(
      z.object({
        kind: z.enum(["halt", "closing-only"]),
        is_halted: z.int(),
        reason: z.string(),
        ordered_by: z.string(),
        at: z.int(),
      }),
    ),
  }),
  reasons: ["MARKET_UNKNOWN"],
});
