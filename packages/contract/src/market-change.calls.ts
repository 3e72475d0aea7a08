// The call about changes of terms: what is announced and what was changed, for everyone to read
// (H09, H20, T63). Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { idField } from "./fields.calls.ts";

export const listMarketChanges = call({
  method: "GET",
  path: "/v1/api/market/changes",
  effect: "read",
  audience: "visitor",
  summary: "Announced and past changes of markets and payment rails, with old and new values.",
  input: z.object({
    market_id: idField.optional(),
    cursor: z
      .string()
      .regex(/^\d{0,15}$/)
      .optional(),
  }),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        market_id: z.string(),
        subject: z.string(),
        status: z.enum(["announced", "applied"]),
        announced_at: z.int(),
        effective_at: z.int(),
        fields: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
    next: z.string(),
  }),
  reasons: [],
});

/** Which market's, and from which change on; null for all, and for the first page. */
export function marketChangesFromFields(fields: {
  market_id?: string | undefined;
  cursor?: string | undefined;
}): {
  marketId: string | null;
  before: number | null;
} {
  const { market_id: marketId = "", cursor = "" } = fields;
  return {
    marketId: marketId === "" ? null : marketId,
    before: cursor === "" ? null : Number(cursor),
  };
}
