// The call about the seeds of simulated days: promised by hash before a day, shown after it, so
// that anyone can make the day's prices again and see that nobody steered them (H14).

import { z } from "zod";
import { call } from "./call.ts";
import { pageField, pageOf } from "./fields.calls.ts";

const hex = z.string().regex(/^[0-9a-f]{64}$/);

const SeedsInput = z.object({ page: pageField });

export function seedsFromFields(fields: z.output<typeof SeedsInput>): { readonly page: number } {
  return { page: pageOf(fields.page) };
}

export const listSeeds = call({
  method: "GET",
  path: "/v1/api/market/seeds",
  effect: "read",
  audience: "visitor",
  summary: "The seeds of simulated days: promised by hash before, shown after; newest first.",
  input: SeedsInput,
  output: z.object({
    data: z.array(
      z.object({
        Day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
        Commitment: hex,
        CommittedAt: z.number(),
        CommittedBefore: z.int(),
        Seed: hex.nullable(),
        RevealedAt: z.number().nullable(),
      }),
    ),
    total: z.int(),
  }),
  reasons: [],
});
