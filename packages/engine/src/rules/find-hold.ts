// Finds the money set aside for a withdrawal that is still under review.
import type { Refusal } from "../refusal.ts";
import type { HeldFunds, State } from "../state/state.ts";

/** Or HOLD_UNKNOWN, or ALREADY_SETTLED when it was released or paid before. */
export function findHold(state: State, withdrawalId: number): HeldFunds | Refusal {
  const held = state.holds.get(withdrawalId);
  if (held !== undefined) return held;
  return state.settled.withdrawal.has(withdrawalId)
    ? { reason: "ALREADY_SETTLED", causeId: withdrawalId }
    : { reason: "HOLD_UNKNOWN", withdrawalId };
}
