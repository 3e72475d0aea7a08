// The calls about the limits that a trader sets. They close no position, and neither closing nor
// withdrawing is ever limited by them. Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { decimal, decimalField, givenDecimal } from "./fields.calls.ts";
import {
  COOL_OFF_HOURS_MAX,
  EXCLUDE_DAYS_MAX,
  LEVERAGE_LIMIT_MAX,
  type LimitsChange,
  STOP_OUT_ORDERS,
} from "./limits.ts";
import { ACCOUNT_REASONS } from "./order-reasons.ts";

const LimitsSchema = z.object({
  DailyLoss: decimal,
  MaxLeverage: z.int(),
  StopOutOrder: z.enum(STOP_OUT_ORDERS),
  CoolOffUntil: z.int(),
  ExcludedUntil: z.int(),
});

export const getLimits = call({
  method: "GET",
  path: "/v1/api/main/limit",
  effect: "read",
  audience: "trader",
  summary: "The limits that the caller has set, and what a stop-out takes first; 0 is no limit.",
  input: z.object({}),
  output: LimitsSchema,
  reasons: ["ACCOUNT_UNKNOWN"],
});

function countField({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .regex(/^\d{1,5}$/)
    .refine((count) => Number(count) >= min && Number(count) <= max)
    .optional();
}

const LimitsInput = z.object({
  /** USD; 0 takes the limit off. */
  daily_loss: decimalField.optional(),
  /** 0 takes the limit off. */
  max_leverage: countField({ min: 0, max: LEVERAGE_LIMIT_MAX }),
  /** Which position a stop-out takes first. */
  stop_out_order: z.enum(STOP_OUT_ORDERS).optional(),
  cool_off_hours: countField({ min: 1, max: COOL_OFF_HOURS_MAX }),
  exclude_days: countField({ min: 1, max: EXCLUDE_DAYS_MAX }),
});

export function limitsChangeFromFields(fields: z.output<typeof LimitsInput>): LimitsChange {
  const { daily_loss, max_leverage, stop_out_order, cool_off_hours, exclude_days } = fields;
  const isGiven = (field: string | undefined): field is string => field !== undefined;
  return {
    ...(isGiven(daily_loss) && { dailyLoss: givenDecimal(daily_loss) }),
    ...(isGiven(max_leverage) && { leverageMax: Number(max_leverage) || null }),
    ...(stop_out_order !== undefined && { stopOutOrder: stop_out_order }),
    ...(isGiven(cool_off_hours) && { coolOffHours: Number(cool_off_hours) }),
    ...(isGiven(exclude_days) && { excludeDays: Number(exclude_days) }),
  };
}

export const setLimits = call({
  method: "POST",
  path: "/v1/api/main/limit",
  effect: "write",
  audience: "trader",
  summary: "Changes the limits that are named; a pause cannot be shortened, nor a loss unmade.",
  input: LimitsInput,
  output: LimitsSchema,
  reasons: [...ACCOUNT_REASONS, "LIMIT_NOT_LOOSENED", "DAILY_LOSS_REACHED", "AMOUNT_INVALID"],
});
