// The call about popular markets. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";

export const listPopularMarkets = call({
  method: "GET",
  path: "/v1/api/forex/popular",
  effect: "read",
  audience: "visitor",
  summary: "In which markets most accounts, real and demo, dealt in the last 24 hours.",
  input: z.object({}),
  output: z.object({
    data: z.array(z.object({ forex_id: z.string(), traders: z.int() })),
    hours: z.int(),
  }),
  reasons: [],
});
