// The call of the desk about the house's exposure. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal } from "../fields.calls.ts";
import { EXPOSURE_BOOKS, type ExposureBook } from "./exposure.ts";

export const marketExposureSchema = z.object({
  market_id: z.string(),
  display_code: z.string(),
  long_lots: decimal,
  short_lots: decimal,
  net_lots: decimal,
  margin: decimal,
  profit: decimal,
  positions: z.int(),
  accounts: z.int(),
});

export const getExposure = call({
  method: "GET",
  path: "/v1/api/desk/exposure",
  effect: "read",
  audience: "staff",
  permission: "orders.read",
  summary: "What is open in each market: lots on both sides, margin, floating profit, accounts.",
  input: z.object({ book: z.enum(EXPOSURE_BOOKS).optional() }),
  output: z.object({
    at: z.number(),
    book: z.enum(EXPOSURE_BOOKS),
    margin: decimal,
    profit: decimal,
    positions: z.int(),
    data: z.array(marketExposureSchema),
  }),
  reasons: [],
});

/** Real money unless play money is asked for. */
export function exposureBookFromFields({
  book = "real",
}: {
  book?: ExposureBook | undefined;
}): ExposureBook {
  return book;
}
