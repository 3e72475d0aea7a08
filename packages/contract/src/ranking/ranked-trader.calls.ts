// The call about ranked traders: everybody may look. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, pageField, pageOf } from "../fields.calls.ts";
import { DEFAULT_RANK_SORT, RANK_SORTS, type RankSort } from "./ranked-trader.ts";

/** A ratio, or empty while there is not enough to tell. */
export const figure = z.union([decimal, z.literal("")]);
export const flag = z.union([z.literal(0), z.literal(1)]);
const CURVE_POINTS_MAX = 30;
const RISK_MAX = 10;

const SORT_OF = new Map<string, RankSort>(
  (Object.keys(RANK_SORTS) as RankSort[]).map((sort) => [RANK_SORTS[sort], sort]),
);

const RankedInput = z.object({
  page: pageField,
  sort: z
    .string()
    .refine((word) => word === "" || SORT_OF.has(word))
    .optional(),
  /** Part of an alias. */
  search: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,24}$/)
    .optional(),
});

export type RankedWish = {
  readonly page: number;
  readonly sort: RankSort;
  /** Empty: everybody. */
  readonly search: string;
};

export function rankedWishFromFields(fields: z.output<typeof RankedInput>): RankedWish {
  return {
    page: pageOf(fields.page),
    sort: SORT_OF.get(fields.sort ?? "") ?? DEFAULT_RANK_SORT,
    search: fields.search ?? "",
  };
}

export const RANKED_SHAPE = {
  user: z.string(),
  code: z.string(),
  multiple: z.int(),
  three_week_rate: figure,
  three_week_win: figure,
  three_week_profit: decimal,
  total_rate: figure,
  total_trade_num: z.int(),
  followers: z.int(),
  total_followers: z.int(),
  days: z.int(),
  drawdown: decimal,
  risk: z.union([z.int().min(1).max(RISK_MAX), z.literal("")]),
  is_simulated: flag,
  book: z.enum(["real", "demo"]),
  curve: z.array(decimal).max(CURVE_POINTS_MAX),
  is_blown: flag,
  is_hedged: flag,
} as const;

export const listRankedTraders = call({
  method: "GET",
  path: "/api/follow/list",
  effect: "read",
  audience: "visitor",
  summary: "Traders who chose to be listed, by what their own orders earned; best first.",
  input: RankedInput,
  output: z.object({
    data: z.array(z.strictObject(RANKED_SHAPE)),
    total: z.int(),
    /** 1 where prices are made up or played back. */
    is_simulated: flag,
  }),
  reasons: [],
});
