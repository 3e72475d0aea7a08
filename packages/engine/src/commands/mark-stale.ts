// The source of a market has gone silent: until its next quote nothing of it fills, triggers or
// stops out. Age is judged by every decision itself; this is for what age cannot show.
// Refuses: MARKET_UNKNOWN.
import type { MarkStale } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { State } from "../state/state.ts";

export function markStale(state: State, { marketId, atMs }: MarkStale): Decision {
  if (state.marketOf(marketId) === null) return refuse({ reason: "MARKET_UNKNOWN", marketId });
  return accept([{ type: "MarketWentStale", atMs, marketId }]);
}
