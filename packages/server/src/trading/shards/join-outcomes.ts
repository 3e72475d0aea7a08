// One answer of several shards that were all told the same, such as the end of a day. Used by
// remote-sequencer.ts. Invariant: accepted only when every shard has it and none has to be told
// again; repeating what one shard has already done changes nothing there, and is no refusal of the
// whole.

import type { Event } from "@truetick/engine";
import type { AcceptedOutcome, Outcome, RefusedOutcome } from "../sequencer/outcome.ts";

export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  const refused = outcomes.filter((one): one is RefusedOutcome => !one.isAccepted);
  const open = refused.find(isToAskAgain) ?? refused.find((one) => !isDoneAlready(one));
  if (open) return open;
  const accepted = outcomes.filter((one): one is AcceptedOutcome => one.isAccepted);
  const [first] = accepted;
  if (first === undefined) {
    const [refusal] = refused;
    if (refusal === undefined) throw new Error("Invariant: there is at least one shard");
    return refusal;
  }
  if (outcomes.length === 1) return first;
  const events: Event[] = accepted.flatMap((one) => [...one.events]);
  return { ...first, events };
}

function isToAskAgain({ refusal: { reason } }: RefusedOutcome): boolean {
  return reason === "UNAVAILABLE" || reason === "OVERLOADED";
}

/** The shard stands where the command leads; any other refusal is one of this shard alone. */
function isDoneAlready({ refusal }: RefusedOutcome): boolean {
  switch (refusal.reason) {
    case "CUT_ALREADY_CHARGED":
    case "DAY_ALREADY_STARTED":
    // Closed for good, which ends every session it could have.
    case "MARKET_DELISTED":
      return true;
    case "MARKET_VERSION_OLD":
      return refusal.newest === refusal.version;
    default:
      return false;
  }
}
