// The call about ranked traders: everybody may look. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { decimal, pageField, pageOf } from "./fields.calls.ts";

/** A ratio, or empty while there is not enough to tell. */
const figure = z.union([decimal, z.literal("")]);

const RankedInput = z.object({ page: pageField });

export function rankedPageFromFields(fields: z.output<typeof RankedInput>): number {
  return pageOf(fields.page);
}

export const listRankedTraders = call({
  method: "GET",
  path: "/api/follow/list",
  effect: "read",
  audience: "visitor",
  summary: "Traders who chose to be listed, by what their own orders earned; best first.",
  input: RankedInput,
  output: z.object({
    data: z.array(
      z.strictObject({
        user: z.string(),
        code: z.string(),
        multiple: z.int(),
        three_week_rate: figure,
        three_week_win: figure,
        three_week_profit: decimal,
        total_rate: figure,
        total_trade_num: z.int(),
        followers: z.int(),
        days: z.int(),
      }),
    ),
    total: z.int(),
  }),
  reasons: [],
});
