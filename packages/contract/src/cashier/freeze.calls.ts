// The call about the caller's own freeze. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";

export const getPayoutFreeze = call({
  method: "GET",
  path: "/v1/api/main/freeze",
  effect: "read",
  audience: "member",
  summary: "Whether the caller's payouts are stopped for now, until when and why.",
  input: z.object({}),
  output: z.object({
    frozen_by: z.enum(["", "staff", "password"]),
    until: z.int(),
    reason: z.string(),
  }),
  reasons: [],
});
