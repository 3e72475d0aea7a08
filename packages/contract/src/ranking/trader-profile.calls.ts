// The call about one listed trader: everybody may look. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal } from "../fields.calls.ts";
import { figure, flag, RANKED_SHAPE } from "./ranked-trader.calls.ts";
import { ALIAS_LENGTH_MAX } from "./ranked-trader.ts";

const ProfileInput = z.object({ user: z.string().min(1).max(ALIAS_LENGTH_MAX) });

export function traderAliasFromFields(fields: z.output<typeof ProfileInput>): string {
  return fields.user;
}

const dayReturn = z.strictObject({ date: z.int(), rate: decimal }).nullable();

export const getTraderProfile = call({
  method: "GET",
  path: "/api/follow/trader",
  effect: "read",
  audience: "visitor",
  summary: "One listed trader: every day of the record, what they trade and how.",
  input: ProfileInput,
  output: z.strictObject({
    ...RANKED_SHAPE,
    record: z.array(z.strictObject({ date: z.int(), rate: decimal, drawdown: decimal })),
    markets: z.array(
      z.strictObject({
        code: z.string(),
        share: decimal,
        orders: z.int(),
        profit: decimal,
        win: figure,
      }),
    ),
    leverages: z.array(z.strictObject({ multiple: z.int(), share: decimal, orders: z.int() })),
    average_hold_s: z.union([z.int(), z.literal("")]),
    best_day: dayReturn,
    worst_day: dayReturn,
    loss_days: z.int(),
    finished_days: z.int(),
    accounts: z.int(),
    follow_amount: decimal,
    is_listed: flag,
  }),
  reasons: ["TRADER_UNKNOWN"],
});
