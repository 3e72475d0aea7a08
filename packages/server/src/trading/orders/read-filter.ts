// Which of the ended orders a call asks for, in the words of the blotter. Refuses a period that
// ends before it begins.

import type { HistoryFilter } from "@truetick/contract";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { EndedFilter } from "./order-history.ts";

const SECOND_MS = 1_000;

/** Refuses with PERIOD_INVALID. */
export function readFilter(asked: HistoryFilter): EndedFilter | Refused {
  const { marketId, side, result, reason, from, to } = asked;
  if (from !== null && to !== null && from >= to) return refuse("PERIOD_INVALID");
  return {
    marketId: marketId === null ? null : Number(marketId),
    side,
    result,
    reason,
    fromMs: from === null ? null : from * SECOND_MS,
    toMs: to === null ? null : to * SECOND_MS,
  };
}
