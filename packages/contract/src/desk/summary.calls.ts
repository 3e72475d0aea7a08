// The call about waiting work. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";

export const getSummary = call({
  method: "GET",
  path: "/v1/api/desk/summary",
  effect: "read",
  audience: "staff",
  permission: "any",
  summary: "How many cases wait in each queue that the caller may see.",
  input: z.object({}),
  output: z.object({ queues: z.array(z.object({ queue: z.string(), open: z.int() })) }),
  reasons: [],
});
