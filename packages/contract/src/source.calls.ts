// The call about the sources of prices: whose word each market's quote is, by which rule, and the
// markup that everyone pays alike (H01, H02).

import { z } from "zod";
import { call } from "./call.ts";

export const listSources = call({
  method: "GET",
  path: "/v1/api/market/sources",
  effect: "read",
  audience: "visitor",
  summary: "Where each market's prices come from: sources, rule, quorum, markup.",
  input: z.object({}),
  output: z.array(
    z.object({
      Id: z.string(),
      Code: z.string(),
      Rule: z.enum(["priority", "median"]),
      Quorum: z.int(),
      MarkupPoints: z.int(),
      Sources: z.array(z.object({ Name: z.string(), Instrument: z.string(), Silent: z.int() })),
    }),
  ),
  reasons: [],
});
