// Refunds and disputes of card payments as the desk's calls answer them. Server side only (zod).

import { z } from "zod";
import { decimal } from "../fields.calls.ts";
import { REVERSAL_ABOUTS, REVERSAL_KINDS, REVERSAL_STATES } from "./reversal.ts";

const optionalDecimal = z.union([decimal, z.literal("")]);
const moment = z.int().min(0);

export const ReversalSchema = z.object({
  kind: z.enum(REVERSAL_KINDS),
  amount: optionalDecimal,
  at: moment,
});

export const ReversedDepositSchema = ReversalSchema.extend({
  deposit_id: z.string(),
  currency_code: z.string(),
});

export const ReversalThingSchema = z.object({
  about: z.enum(REVERSAL_ABOUTS),
  ref: z.string(),
  state: z.enum(REVERSAL_STATES),
  amount: optionalDecimal,
  currency_code: z.string(),
  since: moment,
  does_fit: z.boolean(),
});
