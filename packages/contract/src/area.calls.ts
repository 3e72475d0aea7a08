// The call that lists where people can come from. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";

export const listAreas = call({
  method: "GET",
  path: "/api/default/area_list",
  effect: "read",
  audience: "visitor",
  summary: "Every country and territory with its dialling code, by name in the reader's language.",
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      global_code: z.string(),
      code: z.string(),
      name: z.string(),
      is_restricted: z.int(),
    }),
  ),
  reasons: [],
});
