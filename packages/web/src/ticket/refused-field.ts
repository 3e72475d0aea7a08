// Beside which field a refusal belongs, by what the server names as its reason. What is about no
// field in particular (a closed market, an account that is called) stands above the button.

import { orderFieldOf } from "@truetick/contract";
import type { RefusalNumbers } from "../api/server.ts";
import type { DraftField } from "./read-draft.ts";

const DRAFT_FIELDS = [
  "lots",
  "leverage",
  "target",
  "expiry",
  "stopLoss",
  "takeProfit",
  "trailing",
] as const satisfies readonly DraftField[];

const FIELDS: Readonly<Record<string, DraftField>> = {
  LOTS_BELOW_MINIMUM: "lots",
  LOTS_ABOVE_MAXIMUM: "lots",
  LOTS_OFF_STEP: "lots",
  MARGIN_EXCEEDS_FREE: "lots",
  LEVERAGE_MISSING: "leverage",
  LEVERAGE_NOT_OFFERED: "leverage",
  LEVERAGE_ABOVE_LIMIT: "leverage",
  TARGET_REQUIRED: "target",
  TARGET_AT_PRICE: "target",
  EXPIRY_PAST: "expiry",
  TRAILING_DISTANCE_INVALID: "trailing",
  STOP_LOSS_WRONG_SIDE: "stopLoss",
  TAKE_PROFIT_WRONG_SIDE: "takeProfit",
};

/** Null when it is about no single field. */
export function fieldOfRefusal(
  reason: string | null,
  numbers: RefusalNumbers = {},
): DraftField | null {
  if (reason === "FIELD_INVALID") {
    const field = orderFieldOf(numbers.field);
    return DRAFT_FIELDS.find((own) => own === field) ?? null;
  }
  return (reason !== null && FIELDS[reason]) || null;
}
